#include "text/ngrams.hpp"

#include <algorithm>

namespace attento {

Ngrams::Ngrams(std::span<const std::int32_t> text, int vocabulary)
    : vocabulary_(static_cast<std::uint64_t>(vocabulary)) {
  for (std::size_t order = 1; order <= 3 && order <= text.size(); ++order) {
    std::vector<std::uint64_t> grams;
    grams.reserve(text.size());
    for (std::size_t end = order; end <= text.size(); ++end) {
      std::uint64_t gram = 0;
      for (const std::int32_t token : text.subspan(end - order, order))
        gram = gram * vocabulary_ + static_cast<std::uint64_t>(token);
      grams.push_back(gram);
    }
    std::sort(grams.begin(), grams.end());
    Table& table = tables_[order - 1];
    Table& contexts = contexts_[order - 1];
    for (std::size_t i = 0; i < grams.size(); ++i) {
      const std::uint64_t context = grams[i] / vocabulary_;
      if (contexts.empty() || contexts.back().gram != context) contexts.push_back({context, 0, 0});
      if (table.empty() || table.back().gram != grams[i]) {
        table.push_back({grams[i], 0, 0});
        contexts.back().followers += 1;
      }
      table.back().count += 1;
      contexts.back().count += 1;
    }
  }
}

double Ngrams::probability(std::span<const std::int32_t> before, std::int32_t token, int order) const {
  double p = 1 / static_cast<double>(vocabulary_);
  std::uint64_t context = 0;
  std::uint64_t factor = 1;
  for (std::size_t i = 0; i < static_cast<std::size_t>(order) && i <= before.size();
       ++i, factor *= vocabulary_) {
    if (i > 0) context += static_cast<std::uint64_t>(before[before.size() - i]) * (factor / vocabulary_);
    const Count* of = find(contexts_[i], context);
    if (!of) break;  // unseen, as are all longer contexts
    const Count* gram = find(tables_[i], context * vocabulary_ + static_cast<std::uint64_t>(token));
    p = ((gram ? gram->count : 0) + of->followers * p) / (of->count + of->followers);
  }
  return p;
}

const Ngrams::Count* Ngrams::find(const Table& table, std::uint64_t gram) {
  const auto found =
      std::lower_bound(table.begin(), table.end(), gram,
                       [](const Count& one, std::uint64_t target) { return one.gram < target; });
  return found == table.end() || found->gram != gram ? nullptr : &*found;
}

}  // namespace attento
