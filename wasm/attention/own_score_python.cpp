#include <utility>

#include "attention/own_score.hpp"
#include "core/number_conversion.hpp"

namespace attento {

std::string OwnScore::format_python() const {
  // Indexed by Do: $ stands for the operands, % for the letter or the number.
  static constexpr const char* kTemplates[] = {"torch.tensor([%], dtype=torch.float)",
                                               "d",
                                               "S",
                                               "t",
                                               "s",
                                               "q",
                                               "k",
                                               "self.%",
                                               "($ @ self.%)",
                                               "($ + $)",
                                               "($ * $)",
                                               "($ / $)",
                                               "($ * $).sum(-1, keepdim=True)",
                                               "(self.% * torch.tanh($ + $)).sum(-1, keepdim=True)",
                                               "torch.tanh($)",
                                               "torch.relu($)",
                                               "torch.exp($)",
                                               "torch.sqrt($)",
                                               "torch.linalg.norm($, dim=-1, keepdim=True)"};
  std::vector<std::string> expressions;
  for (const Step& step : steps) {
    std::string_view pattern = kTemplates[static_cast<std::size_t>(step.operation)];
    // A square repeats its base only once, and a factor of −1 becomes a sign.
    if (step.b >= 0 && step.a == step.b)
      pattern = step.operation == Operation::kDot ? "($ ** 2).sum(-1, keepdim=True)" : "($ ** 2)";
    if (step.b >= 0 && steps[static_cast<std::size_t>(step.b)].value == -1) pattern = "(-$)";
    int part = step.a;
    std::string text;
    for (std::size_t i = 0; i < pattern.size(); ++i) {
      if (pattern[i] == '$') {
        text += expressions[static_cast<std::size_t>(part)];
        part = step.b;
      } else if (pattern[i] != '%') {
        text += pattern[i];
      } else if (step.letter < 0) {
        text += format_number(step.value);
      } else {
        text += letters[static_cast<std::size_t>(step.letter)].name;
      }
    }
    expressions.push_back(std::move(text));
  }
  return expressions.back();
}

std::string OwnScore::format_numpy() const {
  // PyTorch expressions and their NumPy equivalents.
  static constexpr std::pair<std::string_view, std::string_view> kReplacements[] = {
      {", dtype=torch.float", ""},
      {"torch.tensor(", "np.asarray("},
      {"torch.relu(", "relu("},
      {"dim=-1", "axis=-1"},
      {"keepdim=", "keepdims="},
      {"torch.", "np."},
      {"self.", ""}};
  std::string text = format_python();
  for (const auto& [torch, replacement] : kReplacements) {
    for (std::size_t at = 0; (at = text.find(torch, at)) != std::string::npos; at += replacement.size())
      text.replace(at, torch.size(), replacement);
  }
  return text;
}

}  // namespace attento
