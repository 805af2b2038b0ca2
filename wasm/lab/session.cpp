#include "lab/session.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/gemm.hpp"
#include "files/json_cursor.hpp"
#include "lab/batch_inputs.hpp"

namespace attento {
namespace {

constexpr double kSmoothing = 0.99;
constexpr double kMaxSeed = 4294967295.0;

constexpr Setting kSeed{.name = "seed", .label = "Seed", .type = SettingType::kInteger, .maximum = kMaxSeed};

}  // namespace

Session::Session(const Configuration& configuration, std::span<const std::byte> data)
    : Session(WithoutMemory{}, configuration, data) {
  allocate();
}

Session::Session(WithoutMemory /*unused*/, const Configuration& configuration,
                 std::span<const std::byte> data)
    : experiment_(&find_experiment(configuration.experiment)), data_(data.begin(), data.end()) {
  check_value(kSeed, configuration.seed, {});
  seed_ = static_cast<std::uint64_t>(configuration.seed);
  values_ = read_settings(experiment_->settings, configuration.parameters);
  if (!data_.empty() && experiment_->data.maximum_bytes == 0) {
    throw_bad_parameter("data", std::to_string(data_.size()) + " bytes",
                        "nothing: " + std::string(experiment_->name) + " makes its own data");
  }
  if (data_.size() > experiment_->data.maximum_bytes) {
    throw Error(Code::kBadFile, "data", std::to_string(data_.size()) + " bytes",
                "at most " + std::to_string(experiment_->data.maximum_bytes) + " bytes");
  }
  values_.set(kUseMicroBatches, experiment_->supports_micro_batches);
  record_plans();
}

Configuration parse_configuration(std::string_view json) {
  Configuration configuration;
  JsonCursor cursor(json, JsonCursor::PositionFormat::kLines);
  cursor.read_object([&](const std::string& name) {
    if (name == "experiment") {
      configuration.experiment = cursor.read_string();
    } else if (name == "seed") {
      configuration.seed = cursor.read_number();
    } else {
      configuration.parameters = parse_fields(cursor);
    }
  });
  cursor.finish();
  return configuration;
}

void Session::allocate() {
  trial_->allocate_and_initialize(seed_);
  optimizer_ = std::make_unique<Adam<float>>(trial_->parameters(), experiment_->optimizer);
  loss_averages_.resize(trial_->model_losses().size());
  if (micro_batches() > 1)
    sums_.emplace(micro_batches(), loss_averages_.size() + trial_->parameters().all_gradients().size());
  trial_->declare(frame_);
  frame_.allocate();
  scalar_names_ = {"step", kLosses[0].current, "epoch"};
  for (const Metric& metric : experiment_->metrics) {
    if (metric.name != kLosses[0].current) scalar_names_.push_back(metric.name);
  }
  scalars_.resize(scalar_names_.size());
  probe();
}

void Session::replace(Session&& other) noexcept {
  trial_.reset();
  optimizer_.reset();
  sums_.reset();
  *this = std::move(other);
  allocate();
}

/// Records the plans. Throws if they are too large, before they are allocated.
void Session::record_plans() {
  const auto throw_too_large = [](const std::string& size, std::uint64_t limit = kMemoryLimit,
                                  const std::string& unit = " bytes") {
    throw Error(Code::kBadParameter, "configuration", size,
                "settings that need at most " + std::to_string(limit) + unit);
  };
  try {
    trial_ = experiment_->make_trial(seed_, values_, data_);
    values_ = trial_->values();
  } catch (const Error& error) {
    if (error.code != Code::kTooLarge) throw;
    throw_too_large(error.value);
  }
  const std::uint64_t bytes = trial_->bytes() + trial_->micro_batches() * trial_->parameters().bytes() / 2;
  if (bytes > kMemoryLimit) throw_too_large(std::to_string(bytes) + " bytes");
  // work() saturates, so it is limited before it is multiplied, because the product might overflow.
  const std::uint64_t micro_batch = trial_->largest_plan().work();
  const std::uint64_t work =
      std::min(micro_batch, kWorkLimit) * static_cast<std::uint64_t>(trial_->micro_batches());
  if (work > kWorkLimit) {
    throw_too_large(std::to_string(work) + " multiply-adds", kWorkLimit, " multiply-adds a step");
  }
}

std::int64_t Session::planned_steps() const {
  if (values_.has("steps")) return values_.integer("steps");
  const std::int64_t epochs = values_.has("epochs") ? values_.integer("epochs") : 1;
  return std::max(epochs * trial_->steps_per_epoch(), data_.empty() ? 0 : kMinOwnSteps);
}

double Session::learning_rate(std::int64_t step) const {
  const Schedule& schedule = experiment_->schedule;
  const auto number = [&](std::string_view name) { return name.empty() ? 0 : values_.real(name); };
  return number("learningRate") * schedule.curve.compute_factor(static_cast<double>(step),
                                                                number(schedule.length),
                                                                number(schedule.warm_up), schedule.floor);
}

void Session::train(std::int64_t count) {
  for (std::int64_t done = 0; done < count; ++done) {
    compute_micro_batches(0, micro_batches());
    finish_step();
  }
}

/// Computes losses and gradients of one micro-batch in the training plan.
void Session::compute_micro_batch(int micro_batch) {
  const std::span<const std::int32_t> batch = trial_->examples(step_);
  if (normalizer_step_ != step_) trial_->set_loss_normalizer(batch);
  normalizer_step_ = step_;
  fill_micro_batch(*trial_, batch, step_, micro_batch);
  Plan<float>& plan = trial_->plan();
  plan.forward();
  plan.backward();
}

void Session::compute_micro_batches(int first, int end) {
  if (!sums_) return compute_micro_batch(0);
  sums_->compute(first, end, [this](int micro_batch, bool add, std::span<float> to) {
    compute_micro_batch(micro_batch);
    const std::size_t losses = loss_averages_.size();
    for (std::size_t i = 0; i < losses; ++i) to[i] = add ? to[i] + trial_->loss(i) : trial_->loss(i);
    const std::span<float> gradients = trial_->parameters().all_gradients();
    if (add) {
      axpy(static_cast<int>(gradients.size()), 1.0F, gradients.data(), to.data() + losses);
    } else {
      std::copy(gradients.begin(), gradients.end(), to.data() + losses);
    }
    std::fill(gradients.begin(), gradients.end(), 0.0F);
  });
}

/// Averages losses and gradients over the micro-batches.
void Session::average_micro_batches() {
  if (!sums_) {
    for (std::size_t i = 0; i < loss_averages_.size(); ++i) loss_averages_[i].current = trial_->loss(i);
    return;
  }
  const float* from = sums_->total().data();
  const float share = 1.0F / static_cast<float>(micro_batches());
  for (LossAverage& average : loss_averages_) average.current = *from++ * share;
  float* gradient = trial_->parameters().all_gradients().data();
  const std::size_t n = trial_->parameters().all_gradients().size();
  for (std::size_t i = 0; i < n; ++i) gradient[i] = from[i] * share;
}

void Session::finish_step() {
  average_micro_batches();
  trial_->adjust_gradients();
  check_finite();
  optimizer_->step(trial_->parameters(), learning_rate(step_));
  ++step_;
  smoothing_weight_ = kSmoothing * smoothing_weight_ + 1;
  const bool epoch_ends = step_ % trial_->steps_per_epoch() == 0;
  for (LossAverage& average : loss_averages_) {
    average.smoothed = kSmoothing * average.smoothed + average.current;
    average.epoch_sum += average.current;
    if (!epoch_ends) continue;
    average.last_epoch = average.epoch_sum / static_cast<double>(trial_->steps_per_epoch());
    average.epoch_sum = 0;
  }
}

void Session::check_finite() {
  Parameters<float>& parameters = trial_->parameters();
  const auto gradients = parameters.all_gradients();
  const float squares = dot(static_cast<int>(gradients.size()), gradients.data(), gradients.data());
  const bool finite_loss = std::all_of(loss_averages_.begin(), loss_averages_.end(),
                                       [](const LossAverage& one) { return std::isfinite(one.current); });
  if (finite_loss && std::isfinite(squares)) return;
  const auto finite = [](float value) { return std::isfinite(value); };
  std::string failed_tensor = finite_loss ? "" : "loss";
  for (int id = 0; id < static_cast<int>(parameters.entries().size()) && failed_tensor.empty(); ++id) {
    const auto gradient = parameters.gradients(Parameter{id});
    if (!std::all_of(gradient.begin(), gradient.end(), finite)) {
      failed_tensor = parameters.entry(Parameter{id}).name + ", gradient";
    }
  }
  if (failed_tensor.empty()) return;  // only the sum of squares overflowed
  const std::string op = find_first_non_finite_op();
  std::fill(gradients.begin(), gradients.end(), 0.0F);  // find_first_non_finite_op() added some
  throw Error(Code::kNotFinite, failed_tensor,
              "step " + std::to_string(step_) + (op.empty() ? "" : ", operation " + op),
              "finite numbers; the last good state is kept: try a smaller learning rate");
}

/// The first operation with a result that is not finite, in the first micro-batch with such an operation.
std::string Session::find_first_non_finite_op() {
  std::string op = trial_->plan().find_first_non_finite_op();
  for (int micro_batch = 0; op.empty() && micro_batch < micro_batches(); ++micro_batch) {
    compute_micro_batch(micro_batch);
    op = trial_->plan().find_first_non_finite_op();
  }
  return op;
}

void Session::set(std::string_view name, const Value& value) {
  const auto& settings = experiment_->settings;
  const auto found = std::find_if(settings.begin(), settings.end(),
                                  [&](const Setting& setting) { return setting.name == name; });
  if (found == settings.end() || found->requires_restart) {
    std::vector<Setting> live;
    std::copy_if(settings.begin(), settings.end(), std::back_inserter(live),
                 [](const Setting& one) { return !one.requires_restart; });
    throw_bad_parameter(name, "",
                        "a setting that may change during a run: " + join_names(live, &Setting::name));
  }
  check_value(*found, value, values_);
  Values values = values_;
  values.set(name, value);
  trial_->set(values);  // may throw
  values_ = std::move(values);
}

void Session::probe() {
  const std::int64_t epoch = step_ / trial_->steps_per_epoch();
  std::fill(scalars_.begin(), scalars_.end(), std::numeric_limits<double>::quiet_NaN());
  for (std::size_t i = 0; i < loss_averages_.size(); ++i) {
    if (step_) scalar_named(kLosses[i].current) = loss_averages_[i].smoothed / smoothing_weight_;
    if (epoch) scalar_named(kLosses[i].epoch) = loss_averages_[i].last_epoch;
  }
  scalar_named("step") = static_cast<double>(step_);
  scalar_named("epoch") = static_cast<double>(epoch);
  for (const auto& [name, value] : trial_->probe(frame_)) scalar_named(name) = value;
}

double& Session::scalar_named(std::string_view name) {
  const auto found = std::find(scalar_names_.begin(), scalar_names_.end(), name);
  if (found == scalar_names_.end()) throw Error(Code::kBadState, name, "", "a metric of the description");
  return scalars_[static_cast<std::size_t>(found - scalar_names_.begin())];
}

}  // namespace attento
