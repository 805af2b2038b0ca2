#include "lab/pair_lengths.hpp"

namespace attento {
namespace {

constexpr double kMinFilledShare = 0.6;  // if this share of tokens is real, one plan is enough

}  // namespace

std::vector<PairLengths> choose_plan_lengths(const std::vector<PairLengths>& sample,
                                             const PairLengths& longest, std::size_t max_shorter) {
  std::vector<PairLengths> plans = {longest};
  double tokens = 0;
  for (const PairLengths& one : sample) tokens += one.source + one.target;
  if (tokens >= kMinFilledShare * static_cast<double>(sample.size()) * (longest.source + longest.target))
    return plans;
  std::vector<std::int64_t> order;
  for (const PairLengths& one : sample)
    order.push_back(make_sort_key(one.rank(longest), static_cast<std::int32_t>(order.size())));
  std::sort(order.begin(), order.end());
  PairLengths largest;
  for (std::size_t i = 0; i < sample.size(); ++i) {
    largest = largest.max_with(sample[static_cast<std::size_t>(extract_pair(order[i]))]);
    const bool completes_share = (i + 1) * max_shorter / sample.size() > i * max_shorter / sample.size();
    const bool is_known = std::find(plans.begin(), plans.end(), largest) != plans.end();
    if (completes_share && !is_known) plans.insert(plans.begin() + 1, largest);
  }
  return plans;
}

std::size_t find_smallest_plan(const std::vector<PairLengths>& plans, const PairLengths& largest) {
  std::size_t found = plans.size() - 1;
  while (found > 0 && !plans[found].covers(largest)) --found;
  return found;
}

}  // namespace attento
