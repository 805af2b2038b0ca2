#include "calculator/attend_computation.hpp"

#include <algorithm>
#include <climits>
#include <cmath>
#include <optional>

#include "calculator/request.hpp"
#include "core/generator.hpp"
#include "core/number_conversion.hpp"
#include "core/status.hpp"

namespace attento {
namespace {

const Mechanism& find_mechanism(std::string_view name) {
  for (const Mechanism& mechanism : mechanisms()) {
    if (mechanism.name == name) return mechanism;
  }
  throw Error(Code::kBadParameter, "mechanism", name.substr(0, 80),
              "one of " + join_names(mechanisms(), &Mechanism::name));
}

/// Throws BAD_INPUT for an input of a mechanism.
[[noreturn]] void throw_bad_input(std::string_view input, std::string_view got, std::string_view target) {
  throw Error(Code::kBadInput, input.substr(0, 80), got, target);
}

/// Evaluates a word of a shape ("H", "3", "H+K"); −1 if a letter has no extent yet.
int evaluate_extent(std::string_view word, const std::map<char, int>& extents) {
  int sum = 0;
  for (const char letter : word) {
    if (letter == '+') continue;
    const auto expected_extent = extents.find(letter);
    if (letter >= '0' && letter <= '9') {
      sum += letter - '0';
    } else if (expected_extent != extents.end()) {
      sum += expected_extent->second;
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
std::optional<Shape> match_shape(const ExpectedShape& target, const TensorView& tensor,
                                 std::map<char, int>& extents) {
  if (tensor.shape.size() != target.words.size()) return {};
  std::map<char, int> bound = extents;
  std::vector<int> shape;
  for (std::size_t axis = 0; axis < target.words.size(); ++axis) {
    const std::string& word = target.words[axis];
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
  shapes.insert(shapes.end(), input.others.begin(), input.others.end());
  std::string target;
  for (const std::string_view words : shapes) {
    const ExpectedShape one(words, extents);
    if (const auto shape = match_shape(one, tensor, extents)) return *shape;
    target += (target.empty() ? "[" : " or [") + one.text + "]";
  }
  throw_bad_input(input.name, format_integers(tensor.shape), target);
}

constexpr std::string_view kValueName = "value";  // the only input on which no weights depend

/// Draws standard normal numbers, rounded to two decimals so that links and lessons stay short.
void draw_values(std::uint64_t seed, std::string_view name, std::span<float> values) {
  Generator generator(seed, name);
  for (float& value : values) value = std::round(generator.normal() * 100.0F) / 100.0F;
}

template <class To, class From>
void copy_values(const TensorView& tensor, std::span<To> to) {
  for (std::size_t i = 0; i < to.size(); ++i) {
    From value;
    std::memcpy(&value, tensor.bytes.data() + i * sizeof value, sizeof value);
    to[i] = static_cast<To>(value);
  }
}

using Tensors = std::map<std::string, const TensorView*, std::less<>>;

/// Records the inputs of a mechanism on the tape, with the shapes of the tensors.
void record_inputs(Tape<float>& tape, MechanismArguments& arguments, const std::vector<MechanismInput>& taken,
                   const Tensors& tensors, std::span<const TensorView> all, bool derives) {
  for (const MechanismInput& input : taken) {
    const auto found = tensors.find(input.name);
    if (found == tensors.end()) {
      if (input.optional) continue;
      const std::string_view help = input.help;
      throw_bad_input(input.name, "",
                      "[" + std::string(input.shape) + "]" + (help.empty() ? "" : ", ") + std::string(help));
    }
    const TensorView& tensor = *found->second;
    const bool whole = input.below != ' ';
    const Dtype dtype = whole ? Dtype::kI32 : Dtype::kF32;
    if (tensor.dtype != dtype) {
      throw_bad_input(input.name, "", whole ? "whole numbers (I32)" : "numbers (F32)");
    }
    const Shape shape = bind_shape(input, tensor, arguments.extents);
    if (whole) {
      arguments.ids.emplace(input.name, tape.ids(input.name, shape, arguments.extents.at(input.below)));
    } else {
      const bool variable = derives && input.name != kMaskName;
      arguments.nodes.emplace(input.name,
                              variable ? tape.variable(input.name, shape) : tape.input(input.name, shape));
    }
  }
  for (const TensorView& tensor : all) {
    const auto same = [&](const MechanismInput& input) { return input.name == tensor.name; };
    if (std::none_of(taken.begin(), taken.end(), same)) {
      throw_bad_input(tensor.name, format_integers(tensor.shape),
                      "one of the inputs " + join_names(taken, &MechanismInput::name));
    }
  }
}

void require_data(const TensorView& tensor, const Shape& shape) {
  if (tensor.bytes.size() == shape.size() * sizeof(float)) return;
  throw_bad_input(tensor.name, std::to_string(tensor.bytes.size() / sizeof(float)) + " numbers",
                  std::to_string(shape.size()) + " for the shape " + shape.text());
}

/// Fills the inputs of a plan.
void load_inputs(Plan<float>& plan, const std::vector<MechanismInput>& taken,
                 const MechanismArguments& arguments, const AttendRequest& request, const Tensors& tensors) {
  for (const auto& [name, node] : arguments.nodes) {
    const std::span<float> values = plan.value(node);
    if (request.draws_inputs && name != kMaskName) {
      draw_values(request.seed, name, values);
      continue;
    }
    copy_values<float, float>(*tensors.find(name)->second, values);
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
    copy_values<std::int32_t, std::int32_t>(*tensors.find(name)->second, values);
    const MechanismInput& input = *std::find_if(taken.begin(), taken.end(),
                                                [&name = name](const auto& one) { return one.name == name; });
    const int limit = arguments.extents.at(input.below);
    for (const std::int32_t value : values) {
      if (value < 0 || value >= limit) {
        throw_bad_input(name, std::to_string(value), "whole numbers from 0 to " + std::to_string(limit - 1));
      }
    }
  }
}

void require_at_most(const char* what, std::uint64_t got, std::uint64_t most, const char* unit) {
  if (got <= most) return;
  throw Error(Code::kTooLarge, what, std::to_string(got) + unit, "at most " + std::to_string(most) + unit);
}

}  // namespace

AttendComputation::AttendComputation(std::string_view mechanism_name, const Fields& options,
                                     const Fields& request_fields, std::span<const TensorView> inputs) {
  const Mechanism& mechanism = find_mechanism(mechanism_name);
  MechanismArguments arguments;
  arguments.options = read_settings(mechanism.options, options);
  const std::vector<MechanismInput> taken = mechanism.list_inputs(arguments.options);
  const AttendRequest request = read_attend_request(request_fields);
  arguments.wants_steps = request.wants_steps;
  const bool descends = request.descent_rate > 0;
  const bool derives = descends || !request.gradient_output.empty();

  Parameters<float> none;
  none.allocate();
  Tape<float> tape(none);
  Tensors tensors;
  for (const TensorView& tensor : inputs) tensors.emplace(tensor.name, &tensor);
  record_inputs(tape, arguments, taken, tensors, inputs, derives);
  const Outputs outputs = mechanism.record(tape, arguments);
  const Node target = descends  ? record_descent_loss(tape, outputs, request)
                      : derives ? select_differentiated_number(tape, outputs, request)
                                : Node{};
  for (const auto& [name, node] : outputs) {
    if (node.valid()) values_.emplace_back(name, node);
  }
  const AttentionMask visible = read_attention_mask(arguments, outputs.find("position"));
  if (visible.masks_positions()) {
    scores_ = outputs.find("scores");
    const Shape shape = tape.shape(scores_);
    visible_.emplace(tape, visible, shape);
    if (derives) {
      const int position =
          request.gradient_output == "scores" ? static_cast<int>(request.gradient_index.back()) : -1;
      unreachable_ =
          UnreachableInputs(taken, arguments, shape, find_differentiated_queries(request, shape), position);
      pass_ = Pass::kPlain;
    }
  }
  Plan<float> plan = std::move(tape).freeze_unallocated(target);
  const auto is_parameter = [](const MechanismInput& input) {
    return input.below == ' ' && input.shape.find('B') == std::string_view::npos;
  };
  const bool has_parameters = std::any_of(taken.begin(), taken.end(), [&](const MechanismInput& input) {
    return is_parameter(input) && arguments[input.name].valid();
  });
  for (const MechanismInput& input : taken) {
    const Node node = arguments[input.name];
    if (!node.valid() || input.name == kMaskName) continue;
    const std::string name(input.name);
    const bool learns = descends && (has_parameters ? is_parameter(input) : input.name != kValueName);
    if (request.draws_inputs || learns) values_.emplace_back("inputs." + name, node);
    if (descends ? learns : derives) gradients_.emplace_back("gradients." + name, node);
  }
  steps_ = static_cast<std::size_t>(request.descent_steps);
  require_within_limits(plan, arguments);
  for (const auto& [name, node] : arguments.nodes)
    require_data(*tensors.find(name)->second, plan.shape(node));
  for (const auto& [name, ids] : arguments.ids) require_data(*tensors.find(name)->second, plan.shape(ids));

  plan.allocate();
  plan.memory().use_pairwise_gradient = true;
  plan.memory().skip_zero_weights = visible_.has_value();
  if (descends) loss_ = target;
  rate_ = static_cast<float>(request.descent_rate);
  plan.memory().training = arguments.options.has("sample") && arguments.options.boolean("sample");
  if (arguments.options.has("seed"))
    plan.memory().seed = static_cast<std::uint64_t>(arguments.options.real("seed"));
  if (arguments.options.has("temperature")) {
    plan.memory().temperature = static_cast<float>(arguments.options.real("temperature"));
  }
  load_inputs(plan, taken, arguments, request, tensors);
  if (pass_ == Pass::kPlain) unreachable_.copy_inputs(plan);
  plan_.emplace(std::move(plan));
}

void AttendComputation::require_within_limits(const Plan<float>& plan, const MechanismArguments& arguments) {
  // Every tensor on the tape has fewer than 2^28 numbers, and there are some dozens: these sums cannot overflow.
  std::uint64_t numbers = 0;
  std::size_t longest = 0;
  for (const auto& [name, node] : arguments.nodes) numbers += plan.shape(node).size();
  if (pass_ == Pass::kPlain) numbers *= 2;  // the inputs are copied
  for (const auto& [name, ids] : arguments.ids) numbers += plan.shape(ids).size();
  for (const auto& [name, node] : values_) numbers += plan.shape(node).size();
  for (const auto& [name, node] : gradients_) {
    numbers += plan.shape(node).size();
    longest = std::max(longest, plan.shape(node).size());
  }
  require_at_most("memory", plan.bytes() + (numbers + longest) * sizeof(float), kMaxAttendBytes, " bytes");
  require_at_most("work", multiply_saturating(plan.work(), steps_ + 1), kMaxAttendWork, " multiply-adds");
  zeros_.resize(longest);
}

bool AttendComputation::advance(std::uint64_t work) {
  for (std::uint64_t done = 0; done < work; done += plan_->work() + 1) {
    if (!plan_->advance(work)) return false;
    if (finish_pass()) return true;
  }
  return false;
}

bool AttendComputation::has_finite_gradients() const {
  for (const auto& [name, node] : gradients_) {
    for (const float slope : plan_->gradient(node)) {
      if (!std::isfinite(slope)) return false;
    }
  }
  return true;
}

bool AttendComputation::finish_pass() {
  if (pass_ == Pass::kPlain && !has_finite_gradients()) {
    // Computes again with replaced numbers at hidden positions, because these may have caused the infinite gradients.
    unreachable_.replace(*plan_, *visible_);
    pass_ = Pass::kReplaced;
    losses_.clear();
    done_ = 0;
    return false;
  }
  if (loss_.valid() && slopes_.empty()) losses_.push_back(*plan_->value(loss_).data());
  if (done_ < steps_) {
    ++done_;
    for (const auto& [name, node] : gradients_) {
      const std::span<float> x = plan_->value(node);
      const std::span<const float> slope = plan_->gradient(node);
      for (std::size_t i = 0; i < slope.size(); ++i) x[i] -= rate_ * slope[i];
    }
    return false;
  }
  if (pass_ != Pass::kReplaced) return true;
  for (const auto& [name, node] : gradients_) {
    const std::span<const float> slopes = plan_->gradient(node);
    for (std::size_t i = 0; i < slopes.size(); ++i)
      slopes_.push_back(unreachable_.is_replaced(*plan_, node, static_cast<int>(i)) ? 0 : slopes[i]);
  }
  // The final pass computes the outputs with the original inputs.
  unreachable_.restore(*plan_);
  pass_ = Pass::kFinal;
  return false;
}

std::vector<float> AttendComputation::visible_scores() const {
  if (!visible_) return {};
  const auto values = plan_->value(scores_);
  std::vector<float> scores(values.begin(), values.end());
  const auto width = static_cast<std::size_t>(plan_->shape(scores_).last());
  for (std::size_t i = 0; i < scores.size(); ++i) {
    if (std::isfinite(scores[i])) continue;
    const auto [row, s] = std::pair(static_cast<int>(i / width), static_cast<int>(i % width));
    if (!visible_->is_visible(plan_->memory(), row, s)) scores[i] = 0;
  }
  return scores;
}

std::vector<std::byte> AttendComputation::results() const {
  std::vector<TensorView> results;
  const auto add = [&](const std::string& name, Node node, std::span<const float> values) {
    std::vector<std::size_t> shape;
    for (int axis = 0; axis < plan_->shape(node).rank(); ++axis) {
      shape.push_back(static_cast<std::size_t>(plan_->shape(node)[axis]));
    }
    results.push_back(tensor_view(name, shape, values));
  };
  const std::vector<float> scores = visible_scores();
  for (const auto& [name, node] : values_) {
    if (name == "scores" && !scores.empty()) {
      add(name, node, scores);
    } else {
      add(name, node, plan_->value(node));
    }
  }
  std::span<const float> replaced = slopes_;
  for (const auto& [name, node] : gradients_) {
    std::span<const float> slopes = plan_->gradient(node);
    if (!replaced.empty()) {
      slopes = replaced.first(slopes.size());
      replaced = replaced.subspan(slopes.size());
    }
    add(name, node, slopes.empty() ? std::span(zeros_).first(plan_->shape(node).size()) : slopes);
  }
  const std::size_t count = losses_.size();
  if (count > 0) results.push_back(tensor_view("losses", {count}, losses_));
  return write_safetensors(results, {}, AllowedFloats::kAny, kMaxAttendBytes);
}

}  // namespace attento
