#include "experiments/draw/trial.hpp"

#include <algorithm>
#include <string>

#include "core/generator.hpp"
#include "experiments/draw/held_out.hpp"
#include "lab/trial_helpers.hpp"
#include "models/join.hpp"

namespace attento::draw {
namespace {

Strokes::Options make_task_options(const Values& values) {
  return {.kind = values.choice("pictures") == "digits" ? Strokes::Kind::kDigits : Strokes::Kind::kShapes,
          .slant = static_cast<float>(values.real("slant")),
          .jitter = static_cast<float>(values.real("jitter"))};
}

/// Declares the model and, if there is one, its baseline.
DrawModels declare_models(Parameters<float>& parameters, const Values& values) {
  const Draw::Settings settings = {.rows = kSide,
                                   .columns = kSide,
                                   .hidden = values.integer("hidden"),
                                   .latent = values.integer("latent"),
                                   .glimpses = values.integer("glimpses"),
                                   .read_grid = values.integer("readGrid"),
                                   .write_grid = values.integer("writeGrid"),
                                   .read_window = values.boolean("readWindow"),
                                   .write_window = values.boolean("writeWindow")};
  DrawModels models{Draw::declare(parameters, std::string(kModelNames[0]), settings)};
  if (values.choice("baseline") == "none") return models;
  Draw::Settings baseline = Draw::without_attention(settings);
  if (values.choice("baseline") == "equal-width") baseline.hidden = settings.hidden;
  models.push_back(Draw::declare(parameters, std::string(kModelNames[1]), baseline));
  return models;
}

ComputationSteps list_steps(const ReconstructionRecording& recording) {
  ComputationSteps steps;
  steps.add("input", "x", recording.row(recording.x, 0));
  for (int t = 0; const Draw::Step& step : recording.steps[0]) {
    add_steps(steps, recording.plan,
              {{"read window", "(gx, gy, σ², δ, γ)", step.read.window},
               {"read", "r = γ (Fy x Fxᵀ, Fy x̂ Fxᵀ)", step.read.glimpse},
               {"mean", "μ = e Wμ + bμ", step.mean},
               {"deviation", "ln σ = e Wσ + bσ", step.log_sigma},
               {"latent", "z = μ", step.latent},
               {"write window", "(ĝx, ĝy, σ̂², δ̂, γ̂)", step.write.window},
               {"canvas", "c ← c + write(d)", step.canvas}},
              t++);
  }
  return steps;
}

class DrawTrial final : public Trial {
 public:
  DrawTrial(std::uint64_t seed, const Values& values)
      : Trial(values, {seed, values.integer("examples"),
                       std::min(values.integer("batchSize"), values.integer("examples")),
                       values.boolean(kUseMicroBatches)}),
        task_(seed, make_task_options(values)),
        glimpses_(static_cast<std::size_t>(values.integer("glimpses"))),
        models_(declare_models(parameters_, values)),
        training_plan_(parameters_, true, models_, epochs_.micro_batch_size()),
        held_out_(models_, parameters_, task_, seed, epochs_.examples()),
        predict_plan_(parameters_, false, models_, 1),
        generation_plan_(parameters_, false, models_, kGeneratedImages),
        sample_latents_(generation_plan_.plan.shape(generation_plan_.z).size()) {
    register_plans(
        {&training_plan_.plan, &held_out_.recording.plan, &predict_plan_.plan, &generation_plan_.plan});
    Generator random(seed, "wall");
    for (float& number : sample_latents_) number = random.normal();
  }

  std::vector<Node> model_losses() const override {
    return collect(training_plan_.bounds, &Draw::Bound::bound);
  }

  void adjust_gradients() override { clip_each_model(); }

  void declare(Frame& frame) override {
    const int T = static_cast<int>(glimpses_);
    const Axis pictures{"picture", kFrameExamples}, step{"step", T}, row{"row", kSide},
        column{"column", kSide};
    const Axis generated{"picture", kGeneratedImages}, number{"number", kWindow};
    const std::vector<Axis> map = /* translated */ {step, {"pixel", Strokes::kPixels}};
    frame.add("pictures", {pictures, row, column});
    frame.add("blank", {row, column});
    frame.add("canvases", {pictures, step, row, column});
    frame.add("baselineCopies", {pictures, row, column});
    frame.add("readWindows", {pictures, step, number});
    frame.add("writeWindows", {pictures, step, number});
    frame.add("divergences", {pictures, step});
    frame.add("invented", {generated, row, column});
    frame.add("baselineInvented", {generated, row, column});
    for (const MapDescription& one : kMaps) frame.add_map(one.name, map);
    frame.add("truth", map);
    for (int t = 1; t <= T; ++t) frame.row_labels.push_back("step " + std::to_string(t));
    frame.column_labels = list_cell_labels(kSide, ", ");
  }

  void describe(Json& json) const override { write_counts(json, kHeldOut, kProbeExamples); }

  void describe_details(Json& json) const override {
    json.name("parameterCounts").object([&] {
      for (std::size_t m = 0; m < models_.size(); ++m) {
        json.field(kModelNames[m], static_cast<int>(Draw::count_parameters(models_[m].settings)));
      }
    });
    json.name("pictureLabels").array([&] {
      for (int i = 0; i < kFrameExamples; ++i)
        json.value(task_.label_name(task_.label(epochs_.examples() + i)));
    });
  }

  MetricValues probe(Frame& frame) override {
    MetricValues metrics = held_out_.measure(0);
    ReconstructionRecording& recording = held_out_.recording;
    frame.write("blank", compute_ink(parameters_.values(models_[0].canvas)));
    for (int i = 0; i < kFrameExamples; ++i) {
      const auto row = static_cast<std::size_t>(i);
      const ReconstructionSteps steps(recording, i);
      frame.write("pictures", recording.picture(i), row);
      frame.write("canvases", steps.canvases, row);
      frame.write("readWindows", steps.reads, row);
      frame.write("writeWindows", steps.writes, row);
      frame.write("divergences", steps.divergences, row);
      if (models_.size() == 2) frame.write("baselineCopies", recording.read_reconstruction(1, i), row);
    }
    for (const std::size_t map : {0, 1})
      frame.write_map(make_map(recording, map, values_.integer("probeExample")));
    const auto z = generation_plan_.plan.value(generation_plan_.z);
    std::copy(sample_latents_.begin(), sample_latents_.end(), z.begin());
    generation_plan_.plan.forward();
    frame.write("invented", generation_plan_.read_images(0, kGeneratedImages));
    if (models_.size() == 2)
      frame.write("baselineInvented", generation_plan_.read_images(1, kGeneratedImages));
    return metrics;
  }

  Evaluation evaluate() override {
    constexpr int kBatches = kHeldOut / kProbeExamples;
    Evaluation all{0, held_out_.measure(0)};
    for (auto& [name, sum] : all.metrics) sum /= kBatches;
    for (int batch = 1; batch < kBatches; ++batch) {
      const MetricValues one = held_out_.measure(batch);
      for (std::size_t i = 0; i < one.size(); ++i) all.metrics[i].second += one[i].second / kBatches;
    }
    for (const auto& [name, value] : all.metrics)
      if (name == "variationalBound") all.loss = value;
    return all;
  }

  Answer predict(const Fields& input, HeldWeights& held) override {
    hold(held);
    Fields rest = input;
    const std::optional<Value> chosen = take_field(rest, "example");
    if (chosen) draw_example(read_example(*chosen, picture_count()));
    const Values values = read_settings(std::span(kInputs).subspan(chosen ? 1 : 0), rest);
    if (!chosen) {
      const std::vector<double>& ink = values.list("picture");
      std::copy(ink.begin(), ink.end(), predict_plan_.picture(0).begin());
    }
    predict_plan_.plan.forward();
    const ReconstructionSteps steps(predict_plan_, 0);
    Answer answer{.attention = make_map(predict_plan_, 0, 0), .steps = list_steps(predict_plan_)};
    answer.fields.add("canvases", steps.canvases);
    answer.fields.add("readWindows", steps.reads);
    answer.fields.add("writeWindows", steps.writes);
    answer.fields.add("divergences", steps.divergences);
    answer.fields.add("output", predict_plan_.read_reconstruction(0, 0));
    if (models_.size() == 2) answer.fields.add("baseline", predict_plan_.read_reconstruction(1, 0));
    if (chosen) answer.fields.add("target", copy_numbers(predict_plan_.picture(0)));
    answer.fields.add("blank", compute_ink(parameters_.values(models_[0].canvas)));
    clear_edits();  // the held windows are used for this image only
    if (const int to = values.integer("interpolateTo"); to >= 0) {
      if (to >= picture_count())
        throw_bad_parameter("interpolateTo", std::to_string(to),
                            "an example below " + std::to_string(picture_count()));
      answer.fields.add("interpolation", interpolate_to(to));
    }
    return answer;
  }

  bool has_attention(std::string_view map) const override {
    return values_.boolean(map == kMaps[0].name ? "readWindow" : "writeWindow");
  }

  AttentionMap attention(const Fields& request) override {
    const auto [map, example] = read_map_request(request, kMaps, picture_count(),
                                                 epochs_.examples() + values_.integer("probeExample"));
    draw_example(example);
    predict_plan_.plan.forward();
    return make_map(predict_plan_, map == kMaps[0].name ? 0 : 1, 0);
  }

 private:
  void initialize(std::uint64_t seed) override {
    for (const Draw& model : models_) model.initialize(parameters_, seed);
  }

  void fill_row(int row, std::int32_t example) override {
    task_.draw(example, training_plan_.picture(row).data());
  }
  Shape truth_shape() const override { return {Strokes::kPixels}; }
  void mark_example(std::int32_t example, std::span<float> marks) const override {
    task_.draw(example, marks.data());
  }

  /// Makes the plan for single images use the held windows (gx, gy, σ², δ, γ) of some steps until clear_edits().
  void hold(HeldWeights& held) {
    constexpr double kFarthest = 2 * kSide, kSmallest = 1e-4, kLargest = 1e4;
    std::vector<HoldableMap> maps;
    for (const MapDescription& map : kMaps) {
      if (has_attention(map.name))
        maps.push_back({.name = map.name,
                        .rows = static_cast<int>(glimpses_),
                        .coordinates = {{-kFarthest, kFarthest},
                                        {-kFarthest, kFarthest},
                                        {kSmallest, kLargest},
                                        {0, kFarthest},
                                        {kSmallest, kLargest}}});
    }
    held.check(maps);
    for (const HeldRow& window : held.rows) {
      const Draw::Step& step = predict_plan_.steps[0][static_cast<std::size_t>(window.row)];
      held.edit(predict_plan_.plan, window.map == kMaps[0].name ? step.read.window : step.write.window,
                {.map = window.map, .row = window.row});
    }
  }

  int picture_count() const { return epochs_.examples() + kHeldOut; }

  void draw_example(int example) { task_.draw(example, predict_plan_.picture(0).data()); }

  /// Generates images from latents between those of the last reconstructed image and those of an example, both
  /// included.
  std::vector<float> interpolate_to(int to) {
    const auto latents = [&] {
      std::vector<float> all;
      for (const Draw::Step& step : predict_plan_.steps[0]) append(all, predict_plan_.row(step.latent, 0));
      return all;
    };
    const std::vector<float> from = latents();
    draw_example(to);
    predict_plan_.plan.forward();
    const std::vector<float> there = latents();
    const auto z = generation_plan_.plan.value(generation_plan_.z);
    std::fill(z.begin(), z.end(), 0.0F);
    const std::size_t width = there.size() / glimpses_;
    for (std::size_t stop = 0; stop < kInterpolatedImages; ++stop) {
      const float share = static_cast<float>(stop) / (kInterpolatedImages - 1);
      for (std::size_t i = 0; i < there.size(); ++i) {
        z[(i / width * kGeneratedImages + stop) * width + i % width] =
            (1 - share) * from[i] + share * there[i];
      }
    }
    generation_plan_.plan.forward();
    return generation_plan_.read_images(0, kInterpolatedImages);
  }

  Strokes task_;
  std::size_t glimpses_;
  DrawModels models_;
  ReconstructionRecording training_plan_;
  HeldOutEvaluation held_out_;
  ReconstructionRecording predict_plan_;
  GenerationRecording generation_plan_;
  std::vector<float> sample_latents_;  // latents of the generated images
};

}  // namespace

std::unique_ptr<Trial> make_trial(std::uint64_t seed, const Values& values, Data) {
  return std::make_unique<DrawTrial>(seed, values);
}

}  // namespace attento::draw
