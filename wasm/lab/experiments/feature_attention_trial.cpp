#include "lab/experiments/feature_attention_trial.hpp"

#include <algorithm>
#include <array>
#include <numeric>
#include <string>

#include "lab/experiments/feature_attention.hpp"
#include "lab/experiments/feature_twins.hpp"
#include "lab/trial_helpers.hpp"

namespace attento {
namespace {

[[noreturn]] void refuse(const Values& values, std::string_view name, std::string expected) {
  const std::span<const Setting> settings = kFeatureAttention.settings;
  const auto setting =
      std::find_if(settings.begin(), settings.end(), [&](const Setting& one) { return one.name == name; });
  throw Error(Code::kBadParameter, std::string(name), value_text(*setting, values.at(name)).substr(0, 80),
              std::move(expected));
}

/// The task that the settings ask for. Throws BAD_PARAMETER for settings that contradict one another.
FeatureChoice::Options task_options(const Values& values) {
  using Target = FeatureChoice::Target;
  FeatureChoice::Options options;
  const std::string& target = values.choice("target");
  options.features = values.integer("features");
  options.target = target == "product"  ? Target::kProduct
                   : target == "sum"    ? Target::kSum
                   : target == "circle" ? Target::kCircle
                                        : Target::kEither;
  options.noise = static_cast<float>(values.real("noise"));
  const std::vector<int> informative = values.integers("informative");
  if (informative[0] == informative[1]) refuse(values, "informative", "two different features");
  options.informative = {informative[0], informative[1]};
  const int keep = values.integer("keep");
  if (keep == 1) refuse(values, "keep", "0 for all, or 2 or more");
  if (keep == 0 || keep >= options.features) {
    options.columns.resize(static_cast<std::size_t>(options.features));
    std::iota(options.columns.begin(), options.columns.end(), 0);
    return options;
  }
  options.columns = values.integers("kept");
  for (const int column : options.columns) {
    if (std::count(options.columns.begin(), options.columns.end(), column) > 1) {
      refuse(values, "kept", "every feature at most once");
    }
  }
  return options;
}

/// What the frame holds.
enum Slot {
  kMean,
  kScores,
  kLow,
  kHigh,
  kShares,
  kSizes,
  kTruth,
  kSurface,
  kRivalSurface,
  kTrueSurface,
  kSlots
};
constexpr const char* kSlotNames[kSlots] = {
    "attention", "attention.scores",  "attention.low", "attention.high", "rival", "rival.scores",
    "truth",     "surface.attention", "surface.rival", "surface.truth"};

class FeatureAttentionTrial final : public Trial {
 public:
  FeatureAttentionTrial(std::uint64_t seed, const Values& values)
      : values_(values),
        examples_(values.integer("examples")),
        train_(static_cast<int>(static_cast<std::int64_t>(examples_) * 7 / 10)),
        task_(seed, examples_, task_options(values)),
        columns_(static_cast<int>(task_.options().columns.size())),
        attention_(FeatureGateClassifier::declare(parameters_, "attention", columns_)),
        rival_(FeedForwardClassifier::declare(parameters_, "rival", columns_, task_.options().features)),
        initialised_(initialise(seed)),
        epochs_(seed, train_, values.integer("batchSize")),
        training_(attention_, rival_, parameters_, columns_, values.integer("batchSize"), true),
        look_(attention_, rival_, parameters_, columns_),
        single_(attention_, rival_, parameters_, columns_, 1, false) {}

  Parameters<float>& parameters() override { return parameters_; }
  Plan<float>& plan() override { return training_.plan; }
  std::vector<Node> losses() const override { return {training_.loss.loss, training_.rival_loss.loss}; }
  std::int64_t steps_per_epoch() const override { return epochs_.steps(); }

  std::span<const std::int32_t> examples(std::int64_t step) override { return epochs_.batch(step); }

  void fill(std::span<const std::int32_t> examples) override { training_.fill(task_, examples); }

  TrueMaps true_maps(std::span<const std::int32_t> examples) const override {
    const auto width = static_cast<std::size_t>(columns_);
    TrueMaps maps{{static_cast<int>(examples.size()), columns_}, std::vector<float>(examples.size() * width)};
    for (std::size_t row = 0; row < examples.size(); ++row)
      truth(std::span(maps.marks).subspan(row * width, width));
    return maps;
  }

  void set(const Values& values) override { values_ = values; }

  void declare(Frame& frame) override {
    for (int slot = 0; slot < kSlots; ++slot) {
      const bool row = slot < kSurface;
      tensors_[static_cast<std::size_t>(slot)] = frame.declare(
          kSlotNames[slot], row ? Shape{1, columns_} : Shape{FeatureLook::kGrid, FeatureLook::kGrid},
          {row ? "mean" : "second feature", row ? "feature" : "first feature"});
    }
    for (const MapDescription& map : kFeatureMaps) {
      const std::string name(map.name);
      frame.maps.push_back({name, name, name + ".scores", "truth"});
    }
    frame.row_labels = {"mean"};
    frame.column_labels = column_labels();
  }

  void describe(Json& json) const override {
    const auto count = [&](int hidden) { return hidden * (columns_ + 2) + 1; };
    json.name("counts").object(
        [&] { json.field("attention", count(columns_)).field("rival", count(task_.options().features)); });
    json.field("train", train_).field("heldOut", examples_ - train_);
  }

  std::vector<double> probe(Frame& frame) override {
    const auto at = [&](Slot slot) { return frame.values(tensors_[slot]); };
    const FeatureLook::Sums sums =
        look_.look(task_, train_, std::min(FeatureLook::kRows, examples_ - train_));
    sums.means(sums.weights, at(kMean));
    sums.means(sums.scores, at(kScores));
    look_.spread(sums.rows, at(kLow), at(kHigh));
    rival_sizes(at(kSizes), at(kShares));
    truth(at(kTruth));
    look_.surfaces(task_, at(kSurface), at(kRivalSurface), at(kTrueSurface));
    return measure(sums);
  }

  double evaluate(std::span<double> metrics) override {
    const FeatureLook::Sums sums = look_.look(task_, train_, examples_ - train_);
    const std::vector<double> better = measure(sums);
    std::copy(better.begin(), better.end(), metrics.begin());
    return sums.loss / sums.rows;
  }

  void predict(const Fields& input, Json& json) override {
    const bool typed = read_input(input);
    const auto value = [&](Node node) { return single_.plan.value(node); };
    json.field("output", value(single_.loss.probabilities)[0]);
    json.field("rival", value(single_.rival_loss.probabilities)[0]);
    if (!typed) json.field("target", value(single_.target)[0]);
    json.name("attention").object([&] { write_example(json); });
    const Attention& seen = single_.attention.attention;
    const struct {
      const char* name;
      const char* formula;
      Node values;
    } lines[] = {{"input", "x", single_.x},
                 {"scores", "e = x W + b", seen.scores},
                 {"weights", "a = softmax(e)", seen.weights},
                 {"weighed", "z = a ⊙ x", seen.context},
                 {"logit", "l = z · w + c", single_.attention.logits},
                 {"probability", "p = 1 / (1 + e⁻ˡ)", single_.loss.probabilities},
                 {"plain network: hidden", "h = max(x V + d, 0)", single_.rival.hidden},
                 {"plain network: logit", "m = h · v + f", single_.rival.logits},
                 {"plain network: probability", "q = 1 / (1 + e⁻ᵐ)", single_.rival_loss.probabilities}};
    json.name("steps").array([&] {
      for (const auto& line : lines) write_step(json, line.name, line.formula, value(line.values));
    });
  }

  std::unique_ptr<Subject> subject(const Fields& request) override {
    Fields input = request;
    if (const std::string map = take_field(input, "map"); map == "rival") {
      throw Error(Code::kBadParameter, "map", map, "attention: the plain network weighs nothing");
    }
    read_input(input);
    return std::make_unique<FeatureSubject>(single_, column_labels());
  }

  void attention(const Fields& request, Json& json) override {
    const auto [map, example] = read_map_request(request, kFeatureMaps, examples_);
    const bool of_rival = map == "rival";
    if (example >= 0) {
      if (of_rival) {
        throw Error(Code::kBadParameter, "example", std::to_string(example),
                    "no example: a first layer is the same for all");
      }
      choose(example);
      write_example(json);
      return;
    }
    std::vector<float> weights(width());
    std::vector<float> scores(width());
    if (of_rival) {
      rival_sizes(scores, weights);
    } else {
      const FeatureLook::Sums sums =
          look_.look(task_, train_, std::min(FeatureLook::kRows, examples_ - train_));
      sums.means(sums.weights, weights);
      sums.means(sums.scores, scores);
    }
    write_map(json, map, "mean", weights, scores);
  }

 private:
  bool initialise(std::uint64_t seed) {
    parameters_.allocate();
    attention_.initialise(parameters_, seed);
    rival_.initialise(parameters_, seed);
    return true;
  }

  std::size_t width() const { return static_cast<std::size_t>(columns_); }

  std::vector<std::string> column_labels() const {
    std::vector<std::string> labels;
    for (const int column : task_.options().columns) labels.push_back("x" + std::to_string(column));
    return labels;
  }

  /// Calls take(column) for the informative features that are kept.
  template <class Take>
  void for_informative(const Take& take) const {
    const auto& [first, second] = task_.options().informative;
    for (std::size_t column = 0; column < width(); ++column) {
      const int feature = task_.options().columns[column];
      if (feature == first || feature == second) take(column);
    }
  }

  void truth(std::span<float> to) const {
    std::fill(to.begin(), to.end(), 0.0F);
    for_informative([&](std::size_t column) { to[column] = 0.5F; });
  }

  void rival_sizes(std::span<float> sizes, std::span<float> shares) const {
    first_layer_sizes(parameters_.values(rival_.inner.weight), sizes, shares);
  }

  /// The experiment's own metrics, in the order of its description.
  std::vector<double> measure(const FeatureLook::Sums& sums) const {
    double mass = 0;
    int found = 0;
    double rival_mass = 0;
    std::vector<float> sizes(width());
    std::vector<float> shares(width());
    rival_sizes(sizes, shares);
    for_informative([&](std::size_t column) {
      const double weight = sums.weights[column];
      mass += weight / sums.rows;
      found += std::count_if(sums.weights.begin(), sums.weights.end(),
                             [weight](double other) { return other > weight; }) < 2;
      rival_mass += static_cast<double>(shares[column]);
    });
    return {static_cast<double>(sums.right) / sums.rows, static_cast<double>(sums.rival_right) / sums.rows,
            mass, found / 2.0, rival_mass};
  }

  /// Runs what is asked for through the single reader; says whether it was typed.
  bool read_input(const Fields& input) {
    const bool typed = !(input.size() == 1 && input[0].first == "example");
    if (typed) {
      type_in(read_settings(kFeatureInputs, input, values_).list("values"));
    } else {
      choose(read_example(input[0].second, examples_));
    }
    return typed;
  }

  /// Runs an example through the single reader.
  void choose(std::int32_t example) {
    single_.fill(task_, {&example, 1});
    single_.plan.forward();
  }

  /// Runs typed values of all features through the single reader.
  void type_in(std::span<const double> numbers) {
    float* value = single_.plan.value(single_.x).data();
    for (const int column : task_.options().columns) {
      *value++ = static_cast<float>(numbers[static_cast<std::size_t>(column)]);
    }
    single_.plan.forward();
  }

  void write_example(Json& json) {
    const Attention& seen = single_.attention.attention;
    write_map(json, "attention", "example", single_.plan.value(seen.weights),
              single_.plan.value(seen.scores));
  }

  void write_map(Json& json, std::string_view name, const char* row, std::span<const float> weights,
                 std::span<const float> scores) const {
    std::vector<float> marked(width());
    truth(marked);
    json.field("name", name);
    Frame::write_shape(json, {1, columns_});
    json.field("weights", weights).field("scores", scores).field("truth", marked);
    json.name("rowLabels").array([&] { json.value(row); });
    json.field("columnLabels", column_labels());
  }

  Values values_;
  int examples_;
  int train_;
  FeatureChoice task_;
  int columns_;
  Parameters<float> parameters_;
  FeatureGateClassifier attention_;
  FeedForwardClassifier rival_;
  bool initialised_;
  ShuffledEpochs epochs_;
  FeatureTwins training_;
  FeatureLook look_;
  FeatureTwins single_;
  std::array<FrameTensor, kSlots> tensors_;
};

}  // namespace

std::unique_ptr<Trial> start_feature_attention(std::uint64_t seed, const Values& values) {
  return std::make_unique<FeatureAttentionTrial>(seed, values);
}

double feature_attention_bytes(const Values& values) {
  const double features = values.real("features");
  const double kept = values.real("keep") > 0 ? std::min(values.real("keep"), features) : features;
  const double rows = 2 * values.real("batchSize") + FeatureLook::kRows;  // with gradients, and without
  return (values.real("examples") * (kept + 2) + rows * (4 * kept + 2 * features + 8) +
          4 * (kept + 2) * (kept + features + 2)) *
         sizeof(float);
}

}  // namespace attento
