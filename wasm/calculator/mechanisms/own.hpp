// The calculator's entry for a user-defined score: any formula of query, key, positions and letters.
#pragma once

#include "attention/own_score.hpp"
#include "calculator/parts.hpp"
#include "lab/formula_setting.hpp"

namespace attento::calculator {

/// Lists the inputs: query and key, the letters in the formula, value and mask.
inline std::vector<MechanismInput> list_own_inputs(const OwnScore& score) {
  static constexpr std::string_view kLetters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
  static constexpr std::string_view kVectors[] = {"1", "H", "K"};
  static constexpr std::string_view kMatrices[3][3] = {{}, {"", "H H", "H K"}, {"", "K H", "K K"}};
  std::vector<MechanismInput> inputs = {kQuery, kKey};
  if (score.requires_same_width) inputs.back().shape = "B S H";
  for (const auto& [name, matrix, in, out] : score.letters)
    inputs.push_back({.name = kLetters.substr(kLetters.find(name), 1),
                      .shape = matrix ? kMatrices[in][out] : kVectors[in]});
  inputs.insert(inputs.end(), {kValue, kMask});
  return inputs;
}

/// Writes the Python code. In place of $ come the letters, a definition of relu if needed, and the score.
inline std::string write_own_code(const OwnScore& score) {
  std::string code = R"(
def attend(query, key, $value=None, mask=None, temperature=1):
    batch, steps, sources = len(query), query.shape[1], key.shape[1]
    q, k = query[:, :, None], key[:, None]
    t, s = np.arange(1.0, steps + 1)[:, None, None], np.arange(1.0, sources + 1)[:, None]
    allowed = np.broadcast_to(visible(mask, batch), (batch, steps, sources))
    S, d = allowed.sum(-1)[..., None, None], np.asarray([float(key.shape[-1])])
$    scores = $
    scores = np.broadcast_to(scores, (batch, steps, sources, 1))[..., 0]
    weights = softmax(scores / temperature, allowed)
    return dict(scores=scores, weights=weights, context=weights @ (key if value is None else value))
)";
  std::string letters;
  for (const OwnScore::Letter& letter : score.letters) (letters += letter.name) += ", ";
  const std::string formula = score.format_numpy();
  const bool uses_relu = formula.find("relu(") != std::string::npos;
  for (const std::string& text :
       {letters, std::string(uses_relu ? "    relu = lambda x: np.clip(x, 0, None)\n" : ""), formula})
    code.replace(code.find('$'), 1, text);
  return code;
}

inline FormulaDetails describe_own_formula(const Values& options) {
  const OwnScore score = OwnScore::parse(options.text("formula"));
  FormulaDetails details{.inputs = list_own_inputs(score), .lines = {}, .code = write_own_code(score)};
  for (const OwnScore::Line& line : score.lines())
    details.lines.push_back({line.text, line.shape, line.text});
  details.lines.back().name = "scores";
  return details;
}

inline Outputs record_own_formula(Tape<float>& tape, const MechanismArguments& arguments) {
  const OwnScore score = OwnScore::parse(arguments.options.text("formula"));
  std::vector<Node> letters;
  for (const OwnScore::Letter& letter : score.letters)
    letters.push_back(arguments[std::string_view(&letter.name, 1)]);
  const OwnScore::ScoreInputs score_inputs{
      .queries = arguments["query"], .keys = arguments["key"], .mask = arguments["mask"], .letters = letters};
  Outputs outputs = collect_global_outputs(
      tape, arguments,
      score.record_scores(tape, {}, score_inputs, score.record_key_terms(tape, {}, score_inputs)));
  if (!arguments.wants_steps) return outputs;
  std::vector<OwnScore::Line> lines = score.lines();
  lines.pop_back();
  const std::vector<Node> nodes = score.record_lines(tape, score_inputs, lines);
  for (std::size_t i = 0; i < lines.size(); ++i) outputs.emplace_back("steps." + lines[i].text, nodes[i]);
  return outputs;
}

inline constexpr Mechanism kOwn = {
    .name = "own",
    .group = "Scores",
    .title = "A score of your own",
    .formula = "e_{ts} = f(q_t, k_s, t, s) \\qquad a = \\mathrm{softmax}(e) \\qquad c_t = \\sum_s a_{ts} v_s",
    .paper = kBahdanau,
    .look = "Any differentiable function may be the score. The lines below are those of your formula.",
    .options = {kFormula, kTemperature},
    .lines = {{"softmax"}, kWeights, kContext},
    .record = record_own_formula,
    .details_for_options = describe_own_formula};

}  // namespace attento::calculator
