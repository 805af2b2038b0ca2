#include "calculator/attend_computation.hpp"

#include <algorithm>
#include <cmath>

#include "calculator/inputs.hpp"
#include "core/status.hpp"

namespace attento {
namespace {

constexpr std::string_view kValueName = "value";  // the only input on which no weights depend

const Mechanism& find_mechanism(std::string_view name) {
  for (const Mechanism& mechanism : mechanisms()) {
    if (mechanism.name == name) return mechanism;
  }
  throw Error(Code::kBadParameter, "mechanism", name.substr(0, 80),
              "one of " + join_names(mechanisms(), &Mechanism::name));
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
  const std::vector<MechanismInput> mechanism_inputs = mechanism.list_inputs(arguments.options);
  const AttendRequest request = read_attend_request(request_fields);
  arguments.wants_steps = request.wants_steps;
  const bool descends = request.descent_rate > 0;
  const bool needs_gradients = descends || !request.gradient_output.empty();

  Parameters<float> none;
  none.allocate();
  Tape<float> tape(none);
  record_inputs(tape, arguments, mechanism_inputs, inputs, needs_gradients);
  const Outputs outputs = mechanism.record(tape, arguments);
  const Node target = descends          ? record_descent_loss(tape, outputs, request)
                      : needs_gradients ? select_differentiated_number(tape, outputs, request)
                                        : Node{};
  for (const auto& [name, node] : outputs) {
    if (node.valid()) values_.emplace_back(name, node);
  }
  const AttentionMask visible = read_attention_mask(arguments, outputs.find("position"));
  if (visible.masks_positions()) {
    scores_ = outputs.find("scores");
    const Shape shape = tape.shape(scores_);
    visible_.emplace(tape, visible, shape);
    if (needs_gradients) {
      const int position =
          request.gradient_output == "scores" ? static_cast<int>(request.gradient_index.back()) : -1;
      unreachable_ = UnreachableInputs(mechanism_inputs, arguments, shape,
                                       find_differentiated_queries(request, shape), position);
      pass_ = Pass::kPlain;
    }
  }
  Plan<float> plan = std::move(tape).freeze_unallocated(target);
  const auto is_parameter = [](const MechanismInput& input) {
    return input.limit_letter == ' ' && input.shape.find('B') == std::string_view::npos;
  };
  const bool has_parameters = std::any_of(
      mechanism_inputs.begin(), mechanism_inputs.end(),
      [&](const MechanismInput& input) { return is_parameter(input) && arguments[input.name].valid(); });
  for (const MechanismInput& input : mechanism_inputs) {
    const Node node = arguments[input.name];
    if (!node.valid() || input.name == kMaskName) continue;
    const std::string name(input.name);
    const bool learns = descends && (has_parameters ? is_parameter(input) : input.name != kValueName);
    if (request.draws_inputs || learns) values_.emplace_back("inputs." + name, node);
    if (descends ? learns : needs_gradients) gradients_.emplace_back("gradients." + name, node);
  }
  steps_ = static_cast<std::size_t>(request.descent_steps);
  require_within_limits(plan, arguments);
  require_data(plan, arguments, inputs);

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
  load_inputs(plan, mechanism_inputs, arguments, request, inputs);
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
    const Shape shape = plan_->shape(node);
    results.push_back(tensor_view(name, {shape.extents().begin(), shape.extents().end()}, values));
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
