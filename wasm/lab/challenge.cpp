#include "lab/challenge.hpp"

#include "core/generator.hpp"
#include "core/status.hpp"

namespace attento {
namespace {

constexpr int kAttempts = 64;
constexpr int kMaxMoves = 3;

using Words = std::vector<std::string>;

Words predict(Trial& trial, const Fields& input, HeldWeights held) {
  const EditScope edits{trial};
  return trial.predict(input, held).attention.row_labels;
}

}  // namespace

Challenge find_challenge(Trial& trial, const Fields& input, std::uint64_t seed, std::uint32_t number) {
  HeldWeights nothing;
  const AttentionMap map = trial.predict(input, nothing).attention;
  if (map.shape.rank() != 2)
    throw_bad_parameter("challenge", map.name, "a model that says one word for each row");
  const auto rows = static_cast<std::uint32_t>(map.shape[0] - 1);  // without the end token
  const auto columns = static_cast<std::uint32_t>(map.shape[1]);
  Generator random(seed, "challenge", number);
  for (int attempt = 0; attempt < kAttempts && rows > 0; ++attempt) {
    HeldWeights held;
    for (std::uint32_t move = 0; move <= number % kMaxMoves; ++move) {
      HeldRow& row = held.rows.emplace_back();
      row.row = static_cast<int>(random.integer(rows));
      row.weights.resize(columns);
      row.weights[random.integer(columns)] = 1;
    }
    const Words words = predict(trial, input, held);
    bool all_needed = words.size() == map.row_labels.size();
    for (std::size_t row = 0; row < held.rows.size() && all_needed; ++row) {
      HeldWeights others = held;
      others.rows.erase(others.rows.begin() + static_cast<std::ptrdiff_t>(row));
      all_needed = predict(trial, input, others) != words;
    }
    if (all_needed) return {words, static_cast<int>(held.rows.size())};
  }
  throw Error(Code::kBadState, "challenge", std::to_string(number),
              "a model whose answers follow its attention");
}

}  // namespace attento
