#include "experiments/draw/trial.hpp"

#include <algorithm>
#include <array>
#include <string>

#include "core/generator.hpp"
#include "experiments/draw/answer.hpp"
#include "experiments/draw/held_out.hpp"
#include "experiments/draw/reader.hpp"
#include "experiments/draw/windows.hpp"
#include "lab/trial_helpers.hpp"
#include "nn/gradients.hpp"

namespace attento::draw {
namespace {

/// What the frame holds.
enum Slot {
  kPictures,
  kBlank,
  kCanvases,
  kBaselineCopies,
  kReadWindows,
  kWriteWindows,
  kDivergences,
  kInvented,
  kBaselineInvented,
  kRead,
  kReadScores,
  kWrite,
  kWriteScores,
  kTruth,
  kSlots
};

Strokes::Options task_options(const Values& values) {
  return {.kind = values.choice("pictures") == "digits" ? Strokes::Kind::kDigits : Strokes::Kind::kShapes,
          .slant = static_cast<float>(values.real("slant")),
          .jitter = static_cast<float>(values.real("jitter"))};
}

DrawModels declare_models(Parameters<float>& parameters, const Values& values) {
  DrawModels models;
  for (const Draw::Settings& settings : all_settings(values)) {
    models.push_back(Draw::declare(parameters, std::string(kModelNames[models.size()]), settings));
  }
  return models;
}

class DrawTrial final : public Trial {
 public:
  DrawTrial(std::uint64_t seed, const Values& values)
      : Trial(values),
        task_(seed, task_options(values)),
        training_pictures_(values.integer("examples")),
        glimpses_(static_cast<std::size_t>(values.integer("glimpses"))),
        models_(declare_models(parameters_, values)),
        epochs_(seed, training_pictures_, std::min(values.integer("batchSize"), training_pictures_),
                values.boolean(kUseMicroBatches)),
        training_plan_(parameters_, true, models_, epochs_.micro_batch_size()),
        held_out_(models_, parameters_, task_, seed, training_pictures_),
        predict_plan_(parameters_, false, models_, 1),
        sample_grid_(parameters_, false, models_, kGeneratedImages),
        sample_latents_(sample_grid_.plan.shape(sample_grid_.z).size()) {
    for (int id = 0; id < static_cast<int>(parameters_.entries().size()); ++id) {
      model_parameters_[parameters_.entry(Parameter{id}).name.starts_with(kModelNames[1])].push_back({id});
    }
    register_plans({&training_plan_.plan, &held_out_.copier.plan, &predict_plan_.plan, &sample_grid_.plan});
    Generator random(seed, "wall");
    for (float& number : sample_latents_) number = random.normal();
  }

  std::vector<Node> losses() const override {
    std::vector<Node> losses;
    for (const Draw::Bound& bound : training_plan_.bounds) losses.push_back(bound.bound);
    return losses;
  }
  std::int64_t steps_per_epoch() const override { return epochs_.steps(); }
  int micro_batches() const override { return epochs_.micro_batches(); }

  std::span<const std::int32_t> examples(std::int64_t step) override { return epochs_.batch(step); }

  void fill(std::span<const std::int32_t> examples) override {
    int row = 0;
    for (const std::int32_t example : examples) task_.draw(example, training_plan_.picture(row++).data());
  }

  TrueMaps true_maps(std::span<const std::int32_t> examples) const override {
    TrueMaps maps{{static_cast<int>(examples.size()), Strokes::kPixels},
                  std::vector<float>(examples.size() * kPixels)};
    float* marks = maps.marks.data();
    for (const std::int32_t example : examples) {
      task_.draw(example, marks);
      marks += kPixels;
    }
    return maps;
  }

  void adjust_gradients() override {
    const double limit = values_.real("clip");
    for (std::size_t m = 0; limit > 0 && m < models_.size(); ++m)
      clip_gradients(parameters_, model_parameters_[m], limit);
  }

  void declare(Frame& frame) override {
    const int T = static_cast<int>(glimpses_);
    const auto add = [&](Slot slot, std::string name, Shape shape, std::vector<std::string> axes) {
      tensors_[slot] = frame.declare(std::move(name), shape, std::move(axes));
    };
    add(kPictures, "pictures", {kFrameExamples, kSide, kSide}, {"picture", "row", "column"});
    add(kBlank, "blank", {kSide, kSide}, {"row", "column"});
    add(kCanvases, "canvases", {kFrameExamples, T, kSide, kSide}, {"picture", "step", "row", "column"});
    add(kBaselineCopies, "baselineCopies", {kFrameExamples, kSide, kSide}, {"picture", "row", "column"});
    add(kReadWindows, "readWindows", {kFrameExamples, T, kWindow}, {"picture", "step", "number"});
    add(kWriteWindows, "writeWindows", {kFrameExamples, T, kWindow}, {"picture", "step", "number"});
    add(kDivergences, "divergences", {kFrameExamples, T}, {"picture", "step"});
    add(kInvented, "invented", {kGeneratedImages, kSide, kSide}, {"picture", "row", "column"});
    add(kBaselineInvented, "baselineInvented", {kGeneratedImages, kSide, kSide},
        {"picture", "row", "column"});
    for (const int slot : {kRead, kReadScores, kWrite, kWriteScores, kTruth}) {
      const std::string name(slot == kTruth ? "truth" : kMaps[slot >= kWrite].name);
      const bool scores = slot == kReadScores || slot == kWriteScores;
      add(static_cast<Slot>(slot), scores ? name + ".scores" : name, {T, Strokes::kPixels},
          {"step", "pixel"});
    }
    for (const MapDescription& map : kMaps) {
      const std::string name(map.name);
      frame.maps.push_back({name, name, name + ".scores", "truth"});
    }
    frame.row_labels = row_labels();
    frame.column_labels = column_labels();
  }

  void describe(Json& json) const override {
    json.field("train", training_pictures_).field("heldOut", kHeldOut).field("probeExampleCount", kProbed);
  }

  void describe_details(Json& json) const override {
    json.name("parameterCounts").object([&] {
      for (std::size_t m = 0; m < models_.size(); ++m) {
        json.field(kModelNames[m], static_cast<int>(Draw::count_parameters(models_[m].settings)));
      }
    });
    json.name("pictureLabels").array([&] {
      for (int i = 0; i < kFrameExamples; ++i) json.value(task_.name(task_.label(training_pictures_ + i)));
    });
  }

  MetricValues probe(Frame& frame) override {
    const auto at = [&](Slot slot) { return frame.values(tensors_[slot]); };
    MetricValues metrics = held_out_.measure(0);
    Copier& copier = held_out_.copier;
    write_ink(parameters_.values(models_[0].canvas), at(kBlank));
    const int watched = values_.integer("probeExample");
    for (int i = 0; i < kFrameExamples; ++i) {
      const auto row = static_cast<std::size_t>(i);
      const auto picture = copier.picture(i);
      std::copy(picture.begin(), picture.end(), select_block(at(kPictures), row, kPixels).begin());
      for (std::size_t t = 0; t < glimpses_; ++t) {
        const Draw::Step& step = copier.steps[0][t];
        const std::size_t place = row * glimpses_ + t;
        write_ink(copier.row(step.canvas, i), select_block(at(kCanvases), place, kPixels));
        write_window(copier, Window::read(step), i, select_block(at(kReadWindows), place, kWindow));
        write_window(copier, Window::write(step), i, select_block(at(kWriteWindows), place, kWindow));
        at(kDivergences)[place] = static_cast<float>(divergence(copier, step, i));
      }
      if (models_.size() == 2) {
        write_ink(copier.row(copier.steps[1].back().canvas, i),
                  select_block(at(kBaselineCopies), row, kPixels));
      }
    }
    write_map(copier, 0, watched, at(kRead), at(kReadScores));
    write_map(copier, 1, watched, at(kWrite), at(kWriteScores));
    write_truth(copier.picture(watched), at(kTruth));
    const auto z = sample_grid_.plan.value(sample_grid_.z);
    std::copy(sample_latents_.begin(), sample_latents_.end(), z.begin());
    sample_grid_.plan.forward();
    sample_grid_.draw(0, at(kInvented));
    if (models_.size() == 2) sample_grid_.draw(1, at(kBaselineInvented));
    return metrics;
  }

  Evaluation evaluate() override {
    constexpr int kBatches = kHeldOut / kProbed;
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

  Answer predict(const Fields& input) override {
    Fields rest = input;
    const std::optional<Value> chosen = take_field(rest, "example");
    if (chosen) draw_example(read_example(*chosen, all_pictures()));
    const Values values = read_settings(std::span(kInputs).subspan(chosen ? 1 : 0), rest);
    if (!chosen) {
      const std::vector<double>& ink = values.list("picture");
      std::copy(ink.begin(), ink.end(), predict_plan_.picture(0).begin());
    }
    predict_plan_.plan.forward();
    Answer answer{describe_copy(predict_plan_), single_map(0), {}, list_steps(predict_plan_)};
    answer.fields.add("output", read_finished_copy(predict_plan_, 0));
    if (models_.size() == 2) answer.fields.add("baseline", read_finished_copy(predict_plan_, 1));
    if (chosen) answer.fields.add("target", copy_numbers(predict_plan_.picture(0)));
    std::vector<float> blank(kPixels);
    write_ink(parameters_.values(models_[0].canvas), blank);
    answer.fields.add("blank", blank);
    if (const int to = values.integer("interpolateTo"); to >= 0) {
      if (to >= all_pictures())
        throw_bad_parameter("interpolateTo", std::to_string(to),
                            "an example below " + std::to_string(all_pictures()));
      answer.fields.add("interpolation", interpolate_to(to));
    }
    return answer;
  }

  bool has_attention(std::string_view map) const override {
    return values_.boolean(map == kMaps[0].name ? "readWindow" : "writeWindow");
  }

  AttentionMap attention(const Fields& request) override {
    const auto [map, example] = read_map_request(request, kMaps, all_pictures());
    draw_example(example >= 0 ? example : training_pictures_ + values_.integer("probeExample"));
    predict_plan_.plan.forward();
    return single_map(map == kMaps[0].name ? 0 : 1);
  }

 private:
  void initialize(std::uint64_t seed) override {
    for (const Draw& model : models_) model.initialize(parameters_, seed);
  }

  /// The truth of every step is the image itself.
  void write_truth(std::span<const float> picture, std::span<float> truth) const {
    for (std::size_t t = 0; t < glimpses_; ++t) {
      std::copy(picture.begin(), picture.end(), select_block(truth, t, kPixels).begin());
    }
  }

  int all_pictures() const { return training_pictures_ + kHeldOut; }

  void draw_example(int example) { task_.draw(example, predict_plan_.picture(0).data()); }

  std::vector<std::string> row_labels() const {
    std::vector<std::string> labels;
    for (std::size_t t = 1; t <= glimpses_; ++t) labels.push_back("step " + std::to_string(t));
    return labels;
  }

  std::vector<std::string> column_labels() const {
    std::vector<std::string> labels;
    for (int pixel = 0; pixel < Strokes::kPixels; ++pixel) {
      labels.push_back(std::to_string(pixel / kSide + 1) + ", " + std::to_string(pixel % kSide + 1));
    }
    return labels;
  }

  AttentionMap single_map(std::size_t map) {
    std::vector<float> shares(glimpses_ * kPixels), scores(shares.size()), truth(shares.size());
    write_map(predict_plan_, map, 0, shares, scores);
    write_truth(predict_plan_.picture(0), truth);
    return {.name = kMaps[map].name,
            .shape = {static_cast<int>(glimpses_), Strokes::kPixels},
            .weights = shares,
            .scores = scores,
            .truth = truth,
            .row_labels = row_labels(),
            .column_labels = column_labels(),
            .cell_labels = {},
            .fields = {}};
  }

  /// Images between the one in the single copier and an example, both included: interpolated latents, step by step.
  std::vector<float> interpolate_to(int to) {
    const auto latents = [&] {
      std::vector<float> all;
      for (const Draw::Step& step : predict_plan_.steps[0]) {
        const auto z = predict_plan_.row(step.latent, 0);
        all.insert(all.end(), z.begin(), z.end());
      }
      return all;
    };
    const std::vector<float> from = latents();
    draw_example(to);
    predict_plan_.plan.forward();
    const std::vector<float> there = latents();
    const auto z = sample_grid_.plan.value(sample_grid_.z);
    std::fill(z.begin(), z.end(), 0.0F);
    const std::size_t width = there.size() / glimpses_;
    for (std::size_t stop = 0; stop < kInterpolatedImages; ++stop) {
      const float share = static_cast<float>(stop) / (kInterpolatedImages - 1);
      for (std::size_t i = 0; i < there.size(); ++i) {
        z[(i / width * kGeneratedImages + stop) * width + i % width] =
            (1 - share) * from[i] + share * there[i];
      }
    }
    sample_grid_.plan.forward();
    std::vector<float> walk(kInterpolatedImages * kPixels);
    sample_grid_.draw(0, walk);
    return walk;
  }

  Strokes task_;
  int training_pictures_;
  std::size_t glimpses_;
  std::array<std::vector<Parameter>, 2> model_parameters_;  // the parameters of each model
  DrawModels models_;
  ShuffledEpochs epochs_;
  Copier training_plan_;
  HeldOut held_out_;
  Copier predict_plan_;
  SampleGrid sample_grid_;
  std::vector<float> sample_latents_;  // latents of the generated images
  std::array<FrameTensor, kSlots> tensors_;
};

}  // namespace

std::unique_ptr<Trial> start(std::uint64_t seed, const Values& values, Data) {
  return std::make_unique<DrawTrial>(seed, values);
}

}  // namespace attento::draw
