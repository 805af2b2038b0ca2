#include "experiments/glimpse/trial.hpp"

#include <array>
#include <string>

#include "experiments/glimpse/measure.hpp"
#include "experiments/glimpse/scene_text.hpp"
#include "lab/pair_words.hpp"
#include "lab/trial_helpers.hpp"
#include "models/join.hpp"

namespace attento::glimpse {
namespace {

constexpr std::size_t kPixels = Glyphs::kPixels;

/// Declares the network with `classes` classes and, if there is one, its baseline.
Networks declare_networks(Parameters<float>& parameters, const Values& values, int classes) {
  GlimpseNetwork::Settings settings = {
      .classes = classes,
      .features = values.integer("features"),
      .hidden = values.integer("hidden"),
      .glimpses = values.integer("glimpses"),
      .retina = {.cells = values.integer("patchSize"), .width = 1, .scales = values.integer("scales")},
      .dropout = values.real("dropout"),
      .detach = !values.boolean("rewardTrainsState")};
  Networks models{GlimpseNetwork::declare(parameters, "glimpse", settings)};
  const std::string& baseline = values.choice("baseline");
  if (baseline == "none") return models;
  settings.chooses_places = false;
  if (baseline == "coarse") {
    settings.glimpses = 1;
    settings.retina.width = Glyphs::kSide / settings.retina.cells;
    settings.retina.scales = 1;
  }
  models.push_back(GlimpseNetwork::declare(parameters, "baseline", settings));
  return models;
}

TrainingOptions make_training_options(const Values& values) {
  const bool trains_every_answer = values.choice("classifyAt") == "every";
  // The loss is a mean over the answers, so the reward of a place is also a mean.
  return {.hard_training = {.samples = values.integer("samples"),
                            .reward = trains_every_answer ? 1.0 / values.integer("glimpses") : 1.0},
          .trains_every_answer = trains_every_answer};
}

/// Makes the answer, without its map, from a recording of one image that has run on `scene`.
Answer make_answer(const GlimpseRecording& recording, const Scene& scene) {
  const NetworkRecording& network = recording.networks[0];
  const int T = network.glimpses();
  const auto probabilities = recording.plan.value(network.loss.answers.probabilities);
  const TokenLabel name = [&](std::size_t glyph) { return std::string(recording.task.names()[glyph]); };
  Answer answer;
  std::vector<float> places, patches;
  std::vector<std::string> text;
  std::vector<int> output, on_glyph, baseline;
  std::vector<float> input_values = copy_numbers(recording.pixels(0));
  for (std::size_t m = 1; m < recording.networks.size(); ++m) {
    const NetworkRecording& other = recording.networks[m];
    if (other.fixed_places.valid()) append(input_values, recording.plan.value(other.fixed_places));
    for (int t = 0; t < other.glimpses(); ++t) baseline.push_back(recording.answer(other, t, 0));
  }
  const bool has_fixed_places = input_values.size() > kPixels;
  answer.steps.add("input", has_fixed_places ? "x, and the places of a baseline at random" : "x",
                   input_values);
  for (int t = 0; t < T; ++t) {
    append(places, recording.place(network, t, 0));
    append(patches, recording.patches(network, t, 0));
    output.push_back(recording.answer(network, t, 0));
    text.push_back(name(static_cast<std::size_t>(output.back())));
    on_glyph.push_back(recording.is_on_glyph(network, t, 0, scene));
    answer.steps.add("place", t == 0 ? "l = (0, 0)" : "l = μ = tanh(h[t−1] W + b)",
                     recording.place(network, t, 0), t);
    answer.steps.add("patches", "ρ = Fy x Fxᵀ", recording.patches(network, t, 0), t);
    answer.steps.add("state", "h[t] = LSTM(g[t], h[t−1])", recording.row(network.outputs.states, t, T), t);
    answer.steps.add("probabilities", "p = softmax(h[t] V + v)", recording.probabilities(network, t, 0), t);
  }
  answer.fields.add("output", output);
  if (!baseline.empty()) answer.fields.add("baseline", baseline);
  answer.fields.add("text", text);
  answer.fields.add("candidates", list_candidates(probabilities, static_cast<std::size_t>(T), name));
  if (scene.glyph >= 0) {
    answer.fields.add("target", scene.glyph);
    answer.fields.add("onTarget", on_glyph);
  }
  answer.fields.add("glyph", format_glyph(recording.task, scene));
  answer.fields.add("dots", format_dots(scene));
  answer.fields.add("picture", copy_numbers(recording.pixels(0)));
  answer.fields.add("places", places);
  answer.fields.add("patches", patches);
  answer.fields.add("confidence", copy_numbers(probabilities));
  return answer;
}

class GlimpseTrial final : public Trial {
 public:
  GlimpseTrial(std::uint64_t seed, const Values& values)
      : Trial(values, {seed, values.integer("examples"), values.integer("batchSize"),
                       values.boolean(kUseMicroBatches)}),
        seed_(seed),
        task_(seed, {.dots = values.integer("dots"),
                     .noise = values.real("noise"),
                     .digits = values.choice("kind") == "digits"}),
        models_(declare_networks(parameters_, values, task_.class_count())),
        training_plan_(parameters_, true, task_, models_, epochs_.micro_batch_size(),
                       make_training_options(values)),
        probe_plan_(parameters_, false, task_, models_, kProbeExamples),
        predict_plan_(parameters_, false, task_, models_, 1) {
    register_plans({&training_plan_.plan, &probe_plan_.plan, &predict_plan_.plan});
    sigma_ = compute_sigma(0);
  }

  std::vector<Node> model_losses() const override {
    return collect(training_plan_.networks, [](const auto& network) { return network.loss.answers.loss; });
  }

  std::span<const std::int32_t> examples(std::int64_t step) override {
    sigma_ = compute_sigma(step);
    return epochs_.batch(step);
  }

  void fill(std::span<const std::int32_t> examples) override {
    training_plan_.plan.value(training_plan_.sigma)[0] = sigma_;
    Trial::fill(examples);
  }

  void adjust_gradients() override { clip_each_model(); }

  void declare(Frame& frame) override;

  void describe(Json& json) const override { write_counts(json, kHeldOut, kProbeExamples); }

  void describe_details(Json& json) const override {
    json.field("side", Glyphs::kSide).field("glyphSide", task_.width());
    json.field("targetWords", std::vector<std::string>(task_.names().begin(), task_.names().end()));
  }

  MetricValues probe(Frame& frame) override;

  Evaluation evaluate() override {
    const MetricSums sums = measure(kHeldOut);
    return {sums.loss / sums.pictures, sums.metrics()};
  }

  Answer predict(const Fields& input, HeldWeights& held) override;

  bool has_attention(std::string_view map) const override { return map == kMaps[0].name; }

  AttentionMap attention(const Fields& request) override {
    const auto [map, example] = read_map_request(request, kMaps, kHeldOut, values_.integer("probeExample"));
    const Scene scene = held_out(example);
    fill_and_run(predict_plan_, scene, place_generator(example));
    return make_map(scene, map == kMaps[0].name ? 0 : 1);
  }

 private:
  void initialize(std::uint64_t seed) override {
    for (const GlimpseNetwork& model : models_) model.initialize(parameters_, seed);
  }

  void fill_row(int row, std::int32_t example) override {
    const auto index = static_cast<std::uint32_t>(example);
    task_.draw(index, false, training_scene_);
    training_plan_.fill(row, training_scene_, Generator(seed_, "glimpse/told", index));
  }
  Shape truth_shape() const override { return {Glyphs::kPixels}; }
  void mark_example(std::int32_t example, std::span<float> marks) const override {
    task_.mark_region(task_.scene(static_cast<std::uint32_t>(example)), marks);
  }

  int glimpses() const { return models_[0].settings.glimpses; }

  Scene held_out(int index) const { return task_.scene(static_cast<std::uint32_t>(index), true); }
  Generator place_generator(int index) const {
    return {seed_, "glimpse/told, held out", static_cast<std::uint32_t>(index)};
  }

  MetricSums measure(int count) {
    MetricSums all;
    const auto fill = [&](int row, int i) {
      Scene& scene = probe_scenes_[static_cast<std::size_t>(row)];
      task_.draw(static_cast<std::uint32_t>(i), true, scene);
      probe_plan_.fill(row, scene, place_generator(i));
    };
    run_in_batches(probe_plan_.plan, kProbeExamples, count, fill, [&](int, int rows) {
      for (int row = 0; row < rows; ++row)
        all.add(probe_plan_, row, probe_scenes_[static_cast<std::size_t>(row)]);
      all.loss += probe_plan_.number(probe_plan_.networks[0].loss.answers.loss) * rows;
    });
    return all;
  }

  /// The standard deviation of places at a step, in half widths of the image.
  float compute_sigma(std::int64_t step) const {
    const double decay_steps = values_.real("sigmaDecayShare") * values_.real("steps");
    const double share = decay_steps > 0 ? std::min(1.0, static_cast<double>(step) / decay_steps) : 1;
    const double from = values_.real("initialSigma");
    return static_cast<float>(from + share * (std::min(from, values_.real("finalSigma")) - from));
  }

  /// The map of a network in the plan for single inputs: the share of each pixel in its fovea for each glimpse; zeros
  /// if there is no such network.
  AttentionMap make_map(const Scene& scene, std::size_t which) const {
    const std::size_t size = static_cast<std::size_t>(glimpses()) * kPixels;
    AttentionMap map{.name = kMaps[which].name,
                     .shape = {glimpses(), Glyphs::kPixels},
                     .weights = std::vector<float>(size),
                     .truth = std::vector<float>(scene.glyph < 0 ? 0 : size),
                     .row_labels = number_labels(glimpses()),
                     .column_labels = list_cell_labels(Glyphs::kSide)};
    for (int t = 0; t < glimpses() && which < predict_plan_.networks.size(); ++t) {
      const NetworkRecording& network = predict_plan_.networks[which];
      // A coarse baseline takes one glimpse, which is repeated in the map.
      predict_plan_.write_fovea_shares(network, std::min(t, network.glimpses() - 1), 0,
                                       select_row(map.weights, t, kPixels));
    }
    const int cells = models_[std::min(which, models_.size() - 1)].settings.retina.cells;
    for (const float share : map.weights) map.scores.push_back(share * static_cast<float>(cells * cells));
    for (int t = 0; t < glimpses() && scene.glyph >= 0; ++t)
      task_.mark_region(scene, select_row(map.truth, t, kPixels));
    map.fields.add("picture", copy_numbers(predict_plan_.pixels(0)));
    return map;
  }

  std::uint64_t seed_;
  Glyphs task_;
  Networks models_;
  GlimpseRecording training_plan_, probe_plan_, predict_plan_;
  std::array<Scene, kProbeExamples> probe_scenes_;
  Scene training_scene_;  // the last drawn training example
  float sigma_ = 0;       // the standard deviation of places in the current step
};

void GlimpseTrial::declare(Frame& frame) {
  const int T = glimpses();
  const int S = Glyphs::kSide;
  const Retina& retina = models_[0].settings.retina;
  const Axis glimpse{"glimpse", T}, row{"row", S}, column{"column", S}, number{"number", 3}, xy{"axis", 2};
  const Axis pictures{"picture", kFrameExamples};
  const Axis samples{"sample", training_plan_.networks[0].samples_per_picture(training_plan_.pictures)};
  const std::vector<Axis> map = /* translated */ {glimpse, {"pixel", Glyphs::kPixels}};
  for (const MapDescription& one : kMaps) frame.add_map(one.name, map);
  frame.add("truth", map);
  frame.add("picture", {row, column});
  frame.add("places", {glimpse, xy});
  frame.add("patches", {glimpse, {"scale", retina.scales}, {"cell", retina.cells * retina.cells}});
  frame.add("confidence", {glimpse, {"glyph", task_.class_count()}});
  frame.add("glyph", {number});
  frame.add("canvases", {pictures, row, column});
  frame.add("canvasGlyphs", {pictures, number});
  frame.add("canvasPlaces", {pictures, glimpse, xy});
  frame.add("canvasAnswers", {pictures});
  frame.add("looks.picture", {row, column});
  frame.add("looks", {samples, glimpse, xy});
  frame.add("sigma", {{"number", 1}});
  frame.add("byGlimpse", {{"measure", 2}, glimpse});
  frame.row_labels = number_labels(glimpses());
  frame.column_labels = list_cell_labels(Glyphs::kSide);
}

MetricValues GlimpseTrial::probe(Frame& frame) {
  const auto write_glyph = [&](const char* name, const Scene& scene, std::size_t index) {
    frame.write(name, std::array{scene.glyph, scene.at.row, scene.at.column}, index);
  };
  const MetricSums sums = measure(kProbeExamples);
  const auto T = static_cast<std::size_t>(glimpses());
  const NetworkRecording& network = probe_plan_.networks[0];
  for (std::size_t i = 0; i < kFrameExamples; ++i) {
    const int row = static_cast<int>(i);
    frame.write("canvases", probe_plan_.pixels(row), i);
    write_glyph("canvasGlyphs", probe_scenes_[i], i);
    frame["canvasAnswers"][i] = static_cast<float>(probe_plan_.answer(network, glimpses() - 1, row));
    for (std::size_t t = 0; t < T; ++t)
      frame.write("canvasPlaces", probe_plan_.place(network, static_cast<int>(t), row), i * T + t);
  }
  const int watched = values_.integer("probeExample");
  const Scene scene = held_out(watched);
  fill_and_run(predict_plan_, scene, place_generator(watched));
  for (const std::size_t map : {0, 1}) frame.write_map(make_map(scene, map));
  frame.write("picture", predict_plan_.pixels(0));
  write_glyph("glyph", scene, 0);
  const NetworkRecording& predicted_network = predict_plan_.networks[0];
  const NetworkRecording& trained = training_plan_.networks[0];
  frame.write("looks.picture", training_plan_.pixels(0));
  for (std::size_t t = 0; t < T; ++t) {
    const int glimpse = static_cast<int>(t);
    frame.write("places", predict_plan_.place(predicted_network, glimpse, 0), t);
    frame.write("patches", predict_plan_.patches(predicted_network, glimpse, 0), t);
    frame.write("confidence", predict_plan_.probabilities(predicted_network, glimpse, 0), t);
    frame.row("byGlimpse", 0)[t] = static_cast<float>(sums.correct[0][t] / sums.pictures);
    frame.row("byGlimpse", 1)[t] = static_cast<float>(sums.on_target[0][t] / sums.pictures);
    for (int k = 0; k < trained.samples_per_picture(training_plan_.pictures); ++k)
      frame.write("looks", training_plan_.place(trained, glimpse, k), static_cast<std::size_t>(k) * T + t);
  }
  frame["sigma"][0] = sigma_;
  return sums.metrics();
}

Answer GlimpseTrial::predict(const Fields& input, HeldWeights& held) {
  held.check({{{.name = kMaps[0].name, .rows = glimpses(), .coordinates = {{-1, 1}, {-1, 1}}}}});
  for (const HeldRow& place : held.rows)
    held.edit(predict_plan_.plan,
              predict_plan_.networks[0].outputs.places[static_cast<std::size_t>(place.row)],
              {.map = kMaps[0].name, .row = place.row});
  Scene scene;
  int index = kHeldOut;  // no example has this number; for scenes that the user has arranged
  if (const auto example = read_example_field(input, kHeldOut)) {
    index = *example;
    scene = held_out(index);
  } else {
    const Values read = read_settings(kInputs, input);
    scene = read_scene(task_, read.text("glyph"), read.text("dots"));
  }
  fill_and_run(predict_plan_, scene, place_generator(index));
  Answer answer = make_answer(predict_plan_, scene);
  answer.attention = make_map(scene, 0);
  return answer;
}

}  // namespace

std::unique_ptr<Trial> make_trial(std::uint64_t seed, const Values& values, Data) {
  return std::make_unique<GlimpseTrial>(seed, values);
}

}  // namespace attento::glimpse
