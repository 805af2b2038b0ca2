#include "calculator/inputs.hpp"

#include <algorithm>
#include <climits>
#include <cmath>
#include <cstring>
#include <optional>

#include "core/generator.hpp"
#include "core/number_conversion.hpp"
#include "core/status.hpp"

namespace attento {
namespace {

/// Throws BAD_INPUT for an input of a mechanism.
[[noreturn]] void throw_bad_input(std::string_view input, std::string_view got, std::string_view expected) {
  throw Error(Code::kBadInput, input.substr(0, 80), got, expected);
}

/// Returns the first tensor with this name, or the end.
auto find_tensor(std::span<const TensorView> tensors, std::string_view name) {
  return std::find_if(tensors.begin(), tensors.end(),
                      [&](const TensorView& tensor) { return tensor.name == name; });
}

/// Evaluates a word of a shape ("H", "3", "H+K"); −1 if a letter has no extent yet.
int evaluate_extent(std::string_view word, const std::map<char, int>& extents) {
  int sum = 0;
  for (const char letter : word) {
    if (letter == '+') continue;
    const auto found = extents.find(letter);
    if (letter >= '0' && letter <= '9') {
      sum += letter - '0';
    } else if (found != extents.end()) {
      sum += found->second;
    } else {
      return -1;
    }
  }
  return sum;
}

/// An expected shape, parsed from "B T H".
struct ExpectedShape {
  std::vector<std::string> words;
  std::string text;  // with the known extents, for messages: "B = 1, T, H = 4"

  ExpectedShape(std::string_view shape, const std::map<char, int>& extents) {
    for (std::size_t start = 0; start < shape.size();) {
      const std::size_t end = std::min(shape.find(' ', start), shape.size());
      words.emplace_back(shape.substr(start, end - start));
      start = end + 1;
      const int expected_extent = evaluate_extent(words.back(), extents);
      text += (text.empty() ? "" : ", ") + words.back();
      if (expected_extent >= 0 && words.back() != std::to_string(expected_extent))
        text += " = " + std::to_string(expected_extent);
    }
  }
};

/// Returns the shape of a tensor if it matches the words, and binds letters that have no extent yet.
std::optional<Shape> match_shape(const ExpectedShape& expected, const TensorView& tensor,
                                 std::map<char, int>& extents) {
  if (tensor.shape.size() != expected.words.size()) return {};
  std::map<char, int> bound = extents;
  std::vector<int> shape;
  for (std::size_t axis = 0; axis < expected.words.size(); ++axis) {
    const std::string& word = expected.words[axis];
    // An extent beyond INT_MAX is too large for a tape, and so is INT_MAX.
    const auto extent = static_cast<int>(std::min<std::uint64_t>(tensor.shape[axis], INT_MAX));
    int expected_extent = evaluate_extent(word, bound);
    if (expected_extent < 0 && word.size() == 1)
      expected_extent = bound.emplace(word[0], extent).first->second;
    if (extent == 0 || extent != expected_extent) return {};
    shape.push_back(extent);
  }
  extents = bound;
  return Shape(shape);
}

/// Returns the shape of a tensor. Throws if it matches no shape that the input may have.
Shape bind_shape(const MechanismInput& input, const TensorView& tensor, std::map<char, int>& extents) {
  std::vector<std::string_view> shapes{input.shape};
  shapes.insert(shapes.end(), input.alternative_shapes.begin(), input.alternative_shapes.end());
  std::string expected;
  for (const std::string_view words : shapes) {
    const ExpectedShape one(words, extents);
    if (const auto shape = match_shape(one, tensor, extents)) return *shape;
    expected += (expected.empty() ? "[" : " or [") + one.text + "]";
  }
  throw_bad_input(input.name, format_integers(tensor.shape), expected);
}

/// Draws standard normal numbers, rounded to two decimals so that links and lessons stay short.
void draw_values(std::uint64_t seed, std::string_view name, std::span<float> values) {
  Generator generator(seed, name);
  for (float& value : values) value = std::round(generator.normal() * 100.0F) / 100.0F;
}

void require_data(const TensorView& tensor, const Shape& shape) {
  if (tensor.bytes.size() == shape.size() * sizeof(float)) return;
  throw_bad_input(tensor.name, std::to_string(tensor.bytes.size() / sizeof(float)) + " numbers",
                  std::to_string(shape.size()) + " for the shape " + shape.text());
}

}  // namespace

void record_inputs(Tape<float>& tape, MechanismArguments& arguments,
                   const std::vector<MechanismInput>& inputs, std::span<const TensorView> tensors,
                   bool needs_gradients) {
  for (const MechanismInput& input : inputs) {
    const auto tensor = find_tensor(tensors, input.name);
    if (tensor == tensors.end()) {
      if (input.optional) continue;
      const std::string_view help = input.help;
      throw_bad_input(input.name, "",
                      "[" + std::string(input.shape) + "]" + (help.empty() ? "" : ", ") + std::string(help));
    }
    const bool has_integers = input.limit_letter != ' ';
    const Dtype dtype = has_integers ? Dtype::kI32 : Dtype::kF32;
    if (tensor->dtype != dtype) {
      throw_bad_input(input.name, "", has_integers ? "whole numbers (I32)" : "numbers (F32)");
    }
    const Shape shape = bind_shape(input, *tensor, arguments.extents);
    if (has_integers) {
      arguments.ids.emplace(input.name,
                            tape.ids(input.name, shape, arguments.extents.at(input.limit_letter)));
    } else {
      const bool variable = needs_gradients && input.name != kMaskName;
      arguments.nodes.emplace(input.name,
                              variable ? tape.variable(input.name, shape) : tape.input(input.name, shape));
    }
  }
  for (const TensorView& tensor : tensors) {
    const auto same = [&](const MechanismInput& input) { return input.name == tensor.name; };
    if (std::none_of(inputs.begin(), inputs.end(), same)) {
      throw_bad_input(tensor.name, format_integers(tensor.shape),
                      "one of the inputs " + join_names(inputs, &MechanismInput::name));
    }
  }
}

void require_data(const Plan<float>& plan, const MechanismArguments& arguments,
                  std::span<const TensorView> tensors) {
  for (const auto& [name, node] : arguments.nodes)
    require_data(*find_tensor(tensors, name), plan.shape(node));
  for (const auto& [name, ids] : arguments.ids) require_data(*find_tensor(tensors, name), plan.shape(ids));
}

void load_inputs(Plan<float>& plan, const std::vector<MechanismInput>& inputs,
                 const MechanismArguments& arguments, const AttendRequest& request,
                 std::span<const TensorView> tensors) {
  for (const auto& [name, node] : arguments.nodes) {
    const std::span<float> values = plan.value(node);
    if (request.draws_inputs && name != kMaskName) {
      draw_values(request.seed, name, values);
      continue;
    }
    std::memcpy(values.data(), find_tensor(tensors, name)->bytes.data(), values.size_bytes());
    if (name != kMaskName) continue;
    const auto wrong =
        std::find_if(values.begin(), values.end(), [](float value) { return value != 0 && value != 1; });
    if (wrong != values.end()) {
      throw_bad_input(
          name,
          std::isnan(*wrong)   ? "NaN"
          : std::isinf(*wrong) ? "±Infinity"
                               : format_number(*wrong),
          "0 or 1: 1 where a position is visible. An additive mask (0 and −Infinity) is the opposite");
    }
  }
  for (const auto& [name, ids] : arguments.ids) {
    const auto values = plan.ids(ids);
    std::memcpy(values.data(), find_tensor(tensors, name)->bytes.data(), values.size_bytes());
    const MechanismInput& input = *std::find_if(inputs.begin(), inputs.end(),
                                                [&name = name](const auto& one) { return one.name == name; });
    const int limit = arguments.extents.at(input.limit_letter);
    for (const std::int32_t value : values) {
      if (value < 0 || value >= limit) {
        throw_bad_input(name, std::to_string(value), "whole numbers from 0 to " + std::to_string(limit - 1));
      }
    }
  }
}

}  // namespace attento
