#include "experiments/language_model/sampling.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

#include "tasks/vocabulary.hpp"

namespace attento::language_model {

std::int32_t draw_token(std::span<const float> all, double temperature, Generator& random) {
  constexpr std::size_t kFirst = Vocabulary::kUnknown + 1;
  const std::size_t shift = std::min(kFirst, all.size() - 1);
  const auto logits = all.subspan(shift);
  const auto best = std::max_element(logits.begin(), logits.end());
  const auto id = [&](std::ptrdiff_t place) {
    return static_cast<std::int32_t>(place + static_cast<std::ptrdiff_t>(shift));
  };
  if (temperature <= 0) return id(best - logits.begin());
  std::vector<double> sums;
  double sum = 0;
  for (const float logit : logits)
    sums.push_back(sum += std::exp(static_cast<double>(logit - *best) / temperature));
  const double point = static_cast<double>(random.uniform()) * sum;
  return id(std::upper_bound(sums.begin(), sums.end() - 1, point) - sums.begin());
}

}  // namespace attento::language_model
