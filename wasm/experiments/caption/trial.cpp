#include "experiments/caption/trial.hpp"

#include <array>
#include <string>

#include "experiments/caption/answer.hpp"
#include "experiments/caption/arrangement_text.hpp"
#include "experiments/caption/explained_answer.hpp"
#include "experiments/caption/measure.hpp"
#include "experiments/caption/reader.hpp"
#include "lab/cell_choice.hpp"
#include "lab/hard_settings.hpp"
#include "lab/pair_words.hpp"
#include "lab/trial_helpers.hpp"
#include "models/caption_decoding.hpp"

namespace attento::caption {
namespace {

constexpr int kBeam = 5;    // the widest
constexpr int kBeyond = 3;  // words that the decoder may write beyond the longest caption
constexpr std::size_t kRegions = Shapes::kCells * Shapes::kCells;

ShapesSettings task_settings(const Values& values) {
  return {
      .objects = values.integer("objects"), .variety = values.real("variety"), .noise = values.real("noise")};
}

Captioner::Settings model_settings(const Shapes& task, const Values& values) {
  return {.words = task.words().size(),
          .side = Shapes::kSide,
          .patch = Shapes::kSide / Shapes::kCells,
          .features = values.integer("features"),
          .embedding = values.integer("embedding"),
          .hidden = values.integer("hidden"),
          .cell = NamedChoice<kCells>(values.choice("cell"))->value,
          .attention_kind = values.choice("attention"),
          .start_from_mean = values.choice("initialState") == "mean",
          .gate = values.boolean("gate"),
          .doubly_stochastic = values.real("doublyStochastic")};
}

enum Slot {
  kWeights,
  kScores,
  kTruth,
  kPicture,
  kLengths,
  kTokens,
  kGate,
  kTrainingPicture,
  kTrainingRegions,
  kTrainingTokens,
  kExample,
  kTarget,
  kSlots
};

class CaptionTrial final : public Trial {
 public:
  CaptionTrial(std::uint64_t seed, const Values& values)
      : Trial(values),
        task_(seed, task_settings(values)),
        T_(task_.longest()),
        model_(Captioner::declare(parameters_, model_settings(task_, values))),
        epochs_(seed, values.integer("examples"), values.integer("batchSize"),
                supports_micro_batches(values)),
        training_plan_(parameters_, true, task_, model_, epochs_.micro_batch_size(), T_,
                       epochs_.micro_batches() > 1, read_hard_attention_training(values, model_.is_hard())),
        probe_plan_(parameters_, false, task_, model_, kProbed, T_),
        predict_plan_(parameters_, false, task_, model_, 1, T_ + kBeyond),
        greedy_decoding_(model_, parameters_, kProbed),
        beam_decoding_(model_, parameters_, kBeam) {
    register_plans({&training_plan_.plan, &probe_plan_.plan, &predict_plan_.plan});
    register_plans(greedy_decoding_.plans());
    register_plans(beam_decoding_.plans());
    for (int i = 0; i < kHeldOut; ++i) held_out_.push_back(task_.held_out(static_cast<std::uint32_t>(i)));
  }

  std::vector<Node> losses() const override { return {training_plan_.loss.words.loss}; }
  std::int64_t steps_per_epoch() const override { return epochs_.steps(); }
  int micro_batches() const override { return epochs_.micro_batches(); }

  std::span<const std::int32_t> examples(std::int64_t step) override {
    soft_share_ = soft_share(values_, step);
    return epochs_.batch(step);
  }

  void set_loss_normalizer(std::span<const std::int32_t> batch) override {
    if (micro_batches() == 1) return;
    std::size_t words = 0;
    for (const std::int32_t example : batch) {
      task_.arrange(static_cast<std::uint32_t>(example), drawn_);
      task_.write_caption(drawn_.objects, caption_);
      words += caption_.words.size();
    }
    training_plan_.plan.value(training_plan_.caption_targets.count)[0] =
        static_cast<float>(static_cast<double>(words) * training_plan_.samples / micro_batches());
  }

  void fill(std::span<const std::int32_t> examples) override {
    if (training_plan_.soft_share.valid()) {
      training_plan_.plan.value(training_plan_.soft_share)[0] = static_cast<float>(soft_share_);
    }
    int at = 0;
    for (const std::int32_t example : examples) {
      task_.arrange(static_cast<std::uint32_t>(example), drawn_);
      task_.write_caption(drawn_.objects, caption_);
      training_plan_.fill(at++, drawn_, caption_.words);
    }
  }

  TrueMaps true_maps(std::span<const std::int32_t> examples) const override {
    const std::size_t size = static_cast<std::size_t>(T_) * kRegions;
    TrueMaps maps{{static_cast<int>(examples.size()), T_, static_cast<int>(kRegions)},
                  std::vector<float>(examples.size() * size)};
    for (std::size_t i = 0; i < examples.size(); ++i) {
      const Arrangement drawn = task_.arrangement(static_cast<std::uint32_t>(examples[i]));
      mark_words(drawn, task_.caption(drawn.objects), std::span(maps.marks).subspan(i * size, size));
    }
    return maps;
  }

  void adjust_gradients() override { clip_all_gradients(); }

  void declare(Frame& frame) override;

  void describe(Json& json) const override {
    json.field("train", values_.integer("examples"))
        .field("heldOut", kHeldOut)
        .field("probeExampleCount", kProbed);
  }

  void describe_details(Json& json) const override {
    attento::write_words(json.name("targetWords"), {&task_.words()});
  }

  MetricValues probe(Frame& frame) override;

  Evaluation evaluate() override {
    const MetricSums sums = measure(kHeldOut, values_.integer("beam"));
    return {sums.loss / sums.words, sums.metrics()};
  }

  Answer predict(const Fields& input) override;
  std::unique_ptr<ExplainedAnswer> explained_answer(const Fields& request) override;

  bool has_attention(std::string_view /*map*/) const override { return model_.has_attention(); }

  AttentionMap attention(const Fields& request) override {
    const int example = read_map_request(request, kMaps, kHeldOut).example;
    const Arrangement& drawn = example < 0 ? watched() : held_out_[static_cast<std::size_t>(example)];
    const Caption caption = task_.caption(drawn.objects);
    run_reader(drawn, caption.words);
    return make_map(predict_plan_, caption.words, drawn);
  }

 private:
  void initialize(std::uint64_t seed) override { model_.initialize(parameters_, seed); }

  const Arrangement& watched() const {
    return held_out_[static_cast<std::size_t>(values_.integer("probeExample"))];
  }

  /// Runs the single reader on an image, with `words` as teacher-forced caption.
  void run_reader(const Arrangement& drawn, std::span<const std::int32_t> words) {
    predict_plan_.fill(0, drawn, words);
    predict_plan_.plan.forward();
  }

  /// Reads a held-out image, arranged objects, or the user's own image.
  Arrangement read_input(const Fields& input) const {
    Fields rest = input;
    const std::optional<Value> example = take_field(rest, "example");
    if (!example) {
      const Values read = read_settings(kInputs, rest);
      return read_arrangement(read.text("objects"), read.list("picture"));
    }
    if (!read_settings(std::span(kInputs).subspan(1), rest).list("picture").empty())
      throw_bad_parameter("example", "", "either an example or a picture of one's own");
    return held_out_[static_cast<std::size_t>(read_example(*example, kHeldOut))];
  }

  /// The decoded caption of an image.
  std::vector<std::int32_t> decode_caption(const Arrangement& drawn) {
    for (int row = 0; row < kBeam; ++row) task_.paint(drawn, beam_decoding_.picture(row));
    return beam_search(beam_decoding_, values_.integer("beam"), T_ + kBeyond).tokens;
  }

  MetricSums measure(int count, int beam);
  void show_training(Frame& frame) const;

  Shapes task_;
  int T_;
  Captioner model_;
  ShuffledEpochs epochs_;
  CaptionReader training_plan_, probe_plan_, predict_plan_;
  CaptionDecoding greedy_decoding_, beam_decoding_;
  std::vector<Arrangement> held_out_;
  Arrangement drawn_;  // of a step
  Caption caption_;
  double soft_share_ = 0;
  std::array<FrameTensor, kSlots> tensors_;
};

void CaptionTrial::declare(Frame& frame) {
  const int L = static_cast<int>(kRegions);
  const Shape picture{Shapes::kSide, Shapes::kSide, Shapes::kChannels};
  const auto add = [&](Slot slot, const char* name, Shape shape, std::vector<std::string> axes) {
    tensors_[slot] = frame.declare(name, shape, std::move(axes));
  };
  const std::vector<std::string> map = {"word", "region"};
  const std::vector<std::string> pixels = {"row", "column", "channel"};
  add(kWeights, "weights", {T_, L}, map);
  add(kScores, "weights.scores", {T_, L}, map);
  add(kTruth, "truth", {T_, L}, map);
  add(kPicture, "picture", picture, pixels);
  add(kLengths, "lengths", {2}, {"length"});
  add(kTokens, "tokens", {T_}, {"word"});
  add(kGate, "gate", {T_}, {"word"});
  add(kTrainingPicture, "looks.picture", picture, pixels);
  add(kTrainingRegions, "looks", {training_plan_.samples, T_}, {"sample", "word"});
  add(kTrainingTokens, "looks.tokens", {T_}, {"word"});
  add(kExample, "example", {1}, {"picture"});
  add(kTarget, "target", {T_}, {"word"});
  frame.maps.push_back({"weights", "weights", "weights.scores", "truth"});
  for (int t = 0; t < T_; ++t) frame.row_labels.push_back(std::to_string(t + 1));
  frame.column_labels = region_labels();
}

MetricValues CaptionTrial::probe(Frame& frame) {
  const std::span<float> all = frame.all();
  std::fill(all.begin(), all.end(), 0.0F);
  const Arrangement& drawn = watched();
  const Caption caption = task_.caption(drawn.objects);
  run_reader(drawn, caption.words);
  const std::size_t n = caption.words.size();
  const auto put = [&](Slot slot, std::span<const float> from) {
    std::copy(from.begin(), from.end(), frame.values(tensors_[slot]).begin());
  };
  put(kWeights, predict_plan_.steps(predict_plan_.decoder_output.attention.weights, n));
  put(kScores, predict_plan_.steps(predict_plan_.decoder_output.attention.scores, n));
  put(kGate, predict_plan_.steps(predict_plan_.decoder_output.gate, n));
  put(kPicture, predict_plan_.pixels(0));
  mark_words(drawn, caption, frame.values(tensors_[kTruth]));
  frame.values(tensors_[kLengths])[0] = static_cast<float>(n);
  frame.values(tensors_[kLengths])[1] = static_cast<float>(kRegions);
  for (std::size_t t = 0; t < n; ++t) {
    frame.values(tensors_[kTokens])[t] =
        static_cast<float>(predict_plan_.predicted_token(0, static_cast<int>(t)));
  }
  frame.values(tensors_[kExample])[0] = static_cast<float>(values_.integer("probeExample"));
  std::copy(caption.words.begin(), caption.words.end(), frame.values(tensors_[kTarget]).begin());
  show_training(frame);
  return measure(kProbed, 1).metrics();
}

/// The looks of the last training step at its first image: the region that each sample drew for each word, −1 if none.
void CaptionTrial::show_training(Frame& frame) const {
  const std::span<float> regions = frame.values(tensors_[kTrainingRegions]);
  std::fill(regions.begin(), regions.end(), -1.0F);
  if (!model_.is_hard()) return;
  const auto picture = training_plan_.pixels(0);
  std::copy(picture.begin(), picture.end(), frame.values(tensors_[kTrainingPicture]).begin());
  for (int t = 0; t < T_; ++t) {
    const auto place = static_cast<std::size_t>(t * training_plan_.rows);
    frame.values(tensors_[kTrainingTokens])[static_cast<std::size_t>(t)] =
        static_cast<float>(training_plan_.plan.ids(training_plan_.caption_targets.targets)[place]);
    for (int k = 0; k < training_plan_.samples; ++k) {
      if (training_plan_.step(training_plan_.decoder_output.sample.sampled, k, t)[0] == 0) continue;
      const auto choice = training_plan_.step(training_plan_.decoder_output.sample.choice, k, t);
      const auto region = std::max_element(choice.begin(), choice.end()) - choice.begin();
      regions[static_cast<std::size_t>(k * T_ + t)] = static_cast<float>(region);
    }
  }
}

MetricSums CaptionTrial::measure(int count, int beam) {
  MetricSums all;
  for (int first = 0; first < count; first += kProbed) {
    const Arrangement* pictures = held_out_.data() + first;
    std::vector<Caption> captions;
    for (int row = 0; row < kProbed; ++row) {
      captions.push_back(task_.caption(pictures[row].objects));
      probe_plan_.fill(row, pictures[row], captions.back().words);
      const auto pixels = probe_plan_.pixels(row);
      std::copy(pixels.begin(), pixels.end(), greedy_decoding_.picture(row).begin());
    }
    probe_plan_.plan.forward();
    std::vector<DecodedSequence> output;
    if (beam == 1) output = greedy(greedy_decoding_, T_ + kBeyond);
    const double words = all.words;
    for (int row = 0; row < kProbed; ++row) {
      const Caption& caption = captions[static_cast<std::size_t>(row)];
      const auto decoder_output =
          beam == 1 ? output[static_cast<std::size_t>(row)].tokens : decode_caption(pictures[row]);
      all.add(task_, probe_plan_, row, pictures[row], caption, decoder_output == caption.words);
    }
    all.loss +=
        static_cast<double>(probe_plan_.plan.value(probe_plan_.loss.words.loss)[0]) * (all.words - words);
  }
  return all;
}

Answer CaptionTrial::predict(const Fields& input) {
  const Arrangement drawn = read_input(input);
  const Caption caption = task_.caption(drawn.objects);
  const std::vector<std::int32_t> output = decode_caption(drawn);
  run_reader(drawn, output);
  const int n = static_cast<int>(output.size());
  Answer answer;
  answer.fields.add("output", output);
  answer.fields.add("text", format_caption(task_, output));
  if (drawn.pixels.empty() && Shapes::is_clear(drawn.objects)) {
    answer.fields.add("target", caption.words);
    answer.fields.add("targetText", format_caption(task_, caption.words));
  }
  answer.fields.add("objects", format_objects(drawn.objects));
  answer.fields.add("candidates", list_candidates(predict_plan_, n));
  // The map of a wrong caption has no truth.
  answer.attention = make_map(predict_plan_, output, output == caption.words ? drawn : Arrangement{});
  answer.steps = list_steps(predict_plan_, n);
  return answer;
}

std::unique_ptr<ExplainedAnswer> CaptionTrial::explained_answer(const Fields& request) {
  Fields input = request;
  take_field(input, "map");
  const std::optional<Value> row = take_field(input, "row");
  const Arrangement drawn = read_input(input);
  if (!model_.has_attention())
    throw_bad_parameter("attention", values_.choice("attention"), "a decoder with attention");
  const bool is_arranged = !input.contains("example");
  const std::vector<std::int32_t> words =
      is_arranged ? decode_caption(drawn) : task_.caption(drawn.objects).words;
  const int t = row ? read_example(*row, static_cast<int>(words.size()), "row") : 0;
  return std::make_unique<ExplainedCaption>(predict_plan_, drawn, words, t);
}

}  // namespace

std::unique_ptr<Trial> start(std::uint64_t seed, const Values& values, Data) {
  return std::make_unique<CaptionTrial>(seed, values);
}

}  // namespace attento::caption
