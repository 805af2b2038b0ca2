// Accepted formulas can be recorded and replayed, with the terms of the keys computed in advance, and can be written in
// Python. Only Error may be thrown.
#include "attention/own_score.hpp"

#include <cstdint>
#include <cstdlib>

#include "core/status.hpp"

namespace {

using namespace attento;

void record(const OwnScore& score) {
  constexpr int H = 3;
  const int K = score.requires_same_width ? H : 2;
  Parameters<float> parameters;
  std::vector<Parameter> letters;
  for (const OwnScore::Letter& letter : score.letters) {
    if (letter.name == 'q' || letter.name == 'k' || letter.name == 'S') std::abort();
    letters.push_back(parameters.declare(std::string(1, letter.name), score.shape(letter, H, K)));
  }
  parameters.allocate();
  Tape<float> tape(parameters);
  const OwnScore::ScoreInputs score_inputs{.queries = tape.variable("q", {2, 2, H}),
                                           .keys = tape.variable("k", {3, 2, K}),
                                           .mask = tape.input("mask", {2, 3}),
                                           .first = 1,
                                           .number = tape.input("number", {2, 1}),
                                           .layout = Layout::kTimeFirst};
  const Node e =
      score.record_scores(tape, letters, score_inputs, score.record_key_terms(tape, letters, score_inputs));
  if (!(tape.shape(e) == Shape{2, 2, 3})) std::abort();
  Plan<float> plan = std::move(tape).freeze();
  plan.forward();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view formula(reinterpret_cast<const char*>(data), size);
  OwnScore score;
  try {
    score = OwnScore::parse(formula);
  } catch (const Error& error) {
    if (error.code != Code::kBadParameter || error.parameter != "formula" || error.expected.empty())
      std::abort();
    return 0;
  }
  if (size > OwnScore::kMaxFormulaBytes || score.letters.size() > 60 || score.steps.size() > 1000)
    std::abort();
  if (score.format_python().empty() || score.format_python().size() > 20'000) std::abort();
  record(score);
  return 0;
}
