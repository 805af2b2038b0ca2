#include "experiments/caption/trial.hpp"

#include <array>
#include <string>

#include "experiments/caption/arrangement_text.hpp"
#include "experiments/caption/measure.hpp"
#include "experiments/caption/reader.hpp"
#include "lab/cell_choice.hpp"
#include "lab/hard_settings.hpp"
#include "lab/pair_words.hpp"
#include "lab/trial_helpers.hpp"
#include "models/caption_decoder.hpp"

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

/// The map of a reader filled with `words`, with "looks" (of hard attention, one-hot), "gate" and "picture". `truth`: the
/// arrangement that the words describe, else empty.
AttentionMap make_map(const CaptionReader& reader, std::span<const std::int32_t> words,
                      const Arrangement& truth) {
  const std::size_t n = words.size();
  const Captioner::DecoderOutput& decoder_output = reader.decoder_output;
  const int regions = reader.model.region_count();
  const auto rows = [&](Node node) { return copy_numbers(reader.steps(node, n)); };
  const auto map_rows = [&](Node node) {
    return node.valid() ? rows(node) : std::vector<float>(n * static_cast<std::size_t>(regions));
  };
  AttentionMap map{
      .name = kMaps[0].name,
      .shape = {static_cast<int>(n), regions},
      .weights = map_rows(decoder_output.attention.weights),
      .scores = map_rows(decoder_output.attention.scores),
      .truth = std::vector<float>(truth.objects.empty() ? 0 : n * static_cast<std::size_t>(regions)),
      .row_labels = get_word_labels(reader.task.words(), words),
      .column_labels = region_labels()};
  map.fields.add("looks", rows(decoder_output.sample.choice));
  map.fields.add("gate", rows(decoder_output.gate));
  map.fields.add("picture", copy_numbers(reader.pixels(0)));
  if (!truth.objects.empty()) mark_words(truth, reader.task.caption(truth.objects), map.truth);
  return map;
}

/// The most probable words at each of `count` time steps.
std::vector<std::vector<Candidate>> list_candidates(const CaptionReader& reader, int count) {
  std::vector<std::vector<Candidate>> all;
  for (int t = 0; t < count; ++t) {
    all.push_back(candidates(reader.time_step(reader.loss.words.probabilities, 0, t),
                             [&](std::int32_t id) { return reader.task.words().label(id); }));
  }
  return all;
}

ComputationSteps list_steps(const CaptionReader& reader, int count) {
  ComputationSteps steps;
  steps.add("input", "x", reader.pixels(0));
  steps.add("annotations", "a", reader.plan.value(reader.encoded_image.annotations));
  if (reader.model.has_attention())
    steps.add("keys", "U a + b", reader.plan.value(reader.encoded_image.keys));
  steps.add("start", "h[0]", reader.plan.value(reader.encoded_image.start.hidden));
  for (int t = 0; t < count; ++t) {
    if (reader.model.has_attention())
      steps.add("context", "z[t]", reader.time_step(reader.decoder_output.attention.context, 0, t), t);
    steps.add("state", "h[t]", reader.time_step(reader.decoder_output.states, 0, t), t);
  }
  return steps;
}

class CaptionTrial final : public Trial {
 public:
  CaptionTrial(std::uint64_t seed, const Values& values)
      : Trial(values, {seed, values.integer("examples"), values.integer("batchSize"),
                       supports_micro_batches(values)}),
        task_(seed, task_settings(values)),
        T_(task_.max_caption_length()),
        model_(Captioner::declare(parameters_, model_settings(task_, values))),
        training_plan_(parameters_, true, task_, model_, epochs_.micro_batch_size(), T_,
                       epochs_.micro_batches() > 1, read_hard_attention_training(values, model_.is_hard())),
        probe_plan_(parameters_, false, task_, model_, kProbed, T_),
        predict_plan_(parameters_, false, task_, model_, 1, T_ + kBeyond),
        greedy_decoder_(model_, parameters_, kProbed),
        beam_decoder_(model_, parameters_, kBeam) {
    register_plans({&training_plan_.plan, &probe_plan_.plan, &predict_plan_.plan});
    register_plans(greedy_decoder_.plans());
    register_plans(beam_decoder_.plans());
    for (int i = 0; i < kHeldOut; ++i) held_out_.push_back(task_.held_out(static_cast<std::uint32_t>(i)));
  }

  std::vector<Node> model_losses() const override { return {training_plan_.loss.words.loss}; }

  std::span<const std::int32_t> examples(std::int64_t step) override {
    soft_share_ = soft_share(values_, step);
    return epochs_.batch(step);
  }

  void set_loss_normalizer(std::span<const std::int32_t> batch) override {
    if (micro_batches() == 1) return;
    std::size_t words = 0;
    for (const std::int32_t example : batch) {
      draw(example);
      words += caption_.words.size();
    }
    training_plan_.plan.value(training_plan_.caption_targets.count)[0] =
        static_cast<float>(static_cast<double>(words) * training_plan_.samples / micro_batches());
  }

  void fill(std::span<const std::int32_t> examples) override {
    if (training_plan_.soft_share.valid()) {
      training_plan_.plan.value(training_plan_.soft_share)[0] = static_cast<float>(soft_share_);
    }
    Trial::fill(examples);
  }

  void declare(Frame& frame) override;

  void describe(Json& json) const override { write_counts(json, kHeldOut, kProbed); }

  void describe_details(Json& json) const override {
    attento::write_words(json.name("targetWords"), {&task_.words()});
  }

  MetricValues probe(Frame& frame) override;

  Evaluation evaluate() override {
    const MetricSums sums = measure(kHeldOut, values_.integer("beam"));
    return {sums.loss / sums.words, sums.metrics()};
  }

  Answer predict(const Fields& request, HeldWeights& held) override;
  ExplainedAnswer explained_answer(const Fields& request) override;

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

  /// Arranges and describes a training image.
  void draw(std::int32_t example) {
    task_.arrange(static_cast<std::uint32_t>(example), drawn_);
    task_.write_caption(drawn_.objects, caption_);
  }
  void fill_row(int row, std::int32_t example) override {
    draw(example);
    training_plan_.fill(row, drawn_, caption_.words);
  }
  Shape truth_shape() const override { return {T_, static_cast<int>(kRegions)}; }
  void mark_example(std::int32_t example, std::span<float> marks) const override {
    const Arrangement drawn = task_.arrangement(static_cast<std::uint32_t>(example));
    mark_words(drawn, task_.caption(drawn.objects), marks);
  }

  const Arrangement& watched() const {
    return held_out_[static_cast<std::size_t>(values_.integer("probeExample"))];
  }

  /// Runs the plan for single inputs on an image, with `words` as teacher-forced caption.
  void run_reader(const Arrangement& drawn, std::span<const std::int32_t> words) {
    predict_plan_.fill(0, drawn, words);
    predict_plan_.plan.forward();
  }

  /// Lets the plan for one example and the decoding compute with what is held until clear_edits().
  void hold(HeldWeights& held, int rows) {
    if (!model_.has_attention()) return held.check({});
    held.check({{{.name = kMaps[0].name, .rows = rows, .columns = static_cast<int>(kRegions)}}});
    if (held.empty()) return;
    const auto apply = [&held](int row, std::span<float> weights) {
      held.apply({.map = kMaps[0].name, .row = row}, kRegions, weights);
    };
    for (int row = 0; const Node node : predict_plan_.decoder_output.step_weights)
      predict_plan_.plan.edit(node, [apply, row = row++](std::span<float> weights) { apply(row, weights); });
    beam_decoder_.edit_weights(apply);
  }

  /// Whether one caption alone describes an image.
  static bool has_caption(const Arrangement& drawn) {
    return drawn.pixels.empty() && Shapes::is_unambiguous(drawn.objects);
  }
  static void require_caption(const Arrangement& drawn) {
    if (!has_caption(drawn))
      throw_bad_parameter("prefix", "true", "own, as the true caption of this picture is not known");
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
    for (int row = 0; row < kBeam; ++row) task_.paint(drawn, beam_decoder_.picture(row));
    return beam_search(beam_decoder_, values_.integer("beam"), T_ + kBeyond).tokens;
  }

  MetricSums measure(int count, int beam);
  void show_training(Frame& frame) const;

  Shapes task_;
  int T_;
  Captioner model_;
  CaptionReader training_plan_, probe_plan_, predict_plan_;
  CaptionDecoder greedy_decoder_, beam_decoder_;
  std::vector<Arrangement> held_out_;
  Arrangement drawn_;  // of a step
  Caption caption_;
  double soft_share_ = 0;
};

void CaptionTrial::declare(Frame& frame) {
  const Axis word{"word", T_};
  const std::vector<Axis> map = {word, {"region", static_cast<int>(kRegions)}};
  const std::vector<Axis> picture = {
      {"row", Shapes::kSide}, {"column", Shapes::kSide}, {"channel", Shapes::kChannels}};
  frame.add_map("weights", map);
  frame.add("truth", map);
  frame.add("picture", picture);
  frame.add("lengths", {{"length", 2}});
  frame.add("tokens", {word});
  frame.add("gate", {word});
  frame.add("looks.picture", picture);
  frame.add("looks", {{"sample", training_plan_.samples}, word});
  frame.add("looks.tokens", {word});
  frame.add("example", {{"picture", 1}});
  frame.add("target", {word});
  frame.row_labels = number_labels(T_);
  frame.column_labels = region_labels();
}

MetricValues CaptionTrial::probe(Frame& frame) {
  frame.clear();
  const Arrangement& drawn = watched();
  const Caption caption = task_.caption(drawn.objects);
  run_reader(drawn, caption.words);
  const std::size_t n = caption.words.size();
  frame.write("weights", predict_plan_.steps(predict_plan_.decoder_output.attention.weights, n));
  frame.write("weights.scores", predict_plan_.steps(predict_plan_.decoder_output.attention.scores, n));
  frame.write("gate", predict_plan_.steps(predict_plan_.decoder_output.gate, n));
  frame.write("picture", predict_plan_.pixels(0));
  mark_words(drawn, caption, frame["truth"]);
  frame.write("lengths", std::array{n, kRegions});
  for (std::size_t t = 0; t < n; ++t) {
    frame["tokens"][t] = static_cast<float>(predict_plan_.predicted_token(0, static_cast<int>(t)));
  }
  frame["example"][0] = static_cast<float>(values_.integer("probeExample"));
  frame.write("target", caption.words);
  show_training(frame);
  return measure(kProbed, 1).metrics();
}

/// The looks of the last training step at its first image: the region that each sample drew for each word, −1 if none.
void CaptionTrial::show_training(Frame& frame) const {
  const std::span<float> regions = frame["looks"];
  std::fill(regions.begin(), regions.end(), -1.0F);
  if (!model_.is_hard()) return;
  frame.write("looks.picture", training_plan_.pixels(0));
  for (int t = 0; t < T_; ++t) {
    const auto place = static_cast<std::size_t>(t * training_plan_.rows);
    frame["looks.tokens"][static_cast<std::size_t>(t)] =
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
  std::vector<Caption> captions(kProbed);
  const auto fill = [&](int row, int i) {
    const Arrangement& picture = held_out_[static_cast<std::size_t>(i)];
    Caption& caption = captions[static_cast<std::size_t>(row)] = task_.caption(picture.objects);
    probe_plan_.fill(row, picture, caption.words);
    const auto pixels = probe_plan_.pixels(row);
    std::copy(pixels.begin(), pixels.end(), greedy_decoder_.picture(row).begin());
  };
  run_in_batches(probe_plan_.plan, kProbed, count, fill, [&](int first, int rows) {
    std::vector<DecodedSequence> output;
    if (beam == 1) output = greedy(greedy_decoder_, T_ + kBeyond);
    const double words = all.words;
    for (int row = 0; row < rows; ++row) {
      const auto place = static_cast<std::size_t>(row);
      const Arrangement& picture = held_out_[static_cast<std::size_t>(first + row)];
      const auto decoded = beam == 1 ? output[place].tokens : decode_caption(picture);
      all.add(task_, probe_plan_, row, picture, captions[place], decoded == captions[place].words);
    }
    all.loss +=
        static_cast<double>(probe_plan_.plan.value(probe_plan_.loss.words.loss)[0]) * (all.words - words);
  });
  return all;
}

Answer CaptionTrial::predict(const Fields& request, HeldWeights& held) {
  Fields input = request;
  const bool has_true_prefix = take_true_prefix(input, false);
  const Arrangement drawn = read_input(input);
  const Caption caption = task_.caption(drawn.objects);
  if (has_true_prefix) require_caption(drawn);
  hold(held, has_true_prefix ? static_cast<int>(caption.words.size()) : T_ + kBeyond);
  std::vector<std::int32_t> output = has_true_prefix ? caption.words : decode_caption(drawn);
  run_reader(drawn, output);
  const int n = static_cast<int>(output.size());
  if (held.last_row() >= n) {  // beyond the end, unless only the held rows have made the caption shorter
    clear_edits();
    held.require_rows(std::max(n, static_cast<int>(decode_caption(drawn).size())));
  }
  for (int t = 0; t < n && has_true_prefix; ++t)
    output[static_cast<std::size_t>(t)] = predict_plan_.predicted_token(0, t);
  Answer answer;
  answer.fields.add("output", output);
  answer.fields.add("text", format_caption(task_, output));
  if (has_caption(drawn)) {
    answer.fields.add("target", caption.words);
    answer.fields.add("targetText", format_caption(task_, caption.words));
  }
  answer.fields.add("objects", format_objects(drawn.objects));
  answer.fields.add("candidates", list_candidates(predict_plan_, n));
  // A wrong caption has no true map, unless each word is predicted after the true words.
  const bool has_truth = has_true_prefix || output == caption.words;
  answer.attention = make_map(predict_plan_, output, has_truth ? drawn : Arrangement{});
  answer.steps = list_steps(predict_plan_, n);
  return answer;
}

ExplainedAnswer CaptionTrial::explained_answer(const Fields& request) {
  Fields input = request;
  take_field(input, "map");
  const std::optional<Value> row = take_field(input, "row");
  const bool has_true_prefix = take_true_prefix(input, input.contains("example"));
  const Arrangement drawn = read_input(input);
  if (!model_.has_attention())
    throw_bad_parameter("attention", values_.choice("attention"), "a decoder with attention");
  if (has_true_prefix) require_caption(drawn);
  const Caption caption = task_.caption(drawn.objects);
  const std::vector<std::int32_t> words = has_true_prefix ? caption.words : decode_caption(drawn);
  const int t = row ? read_example(*row, static_cast<int>(words.size()), "row") : 0;
  const auto word = static_cast<std::size_t>(t);
  std::vector<float> truth;
  if (words == caption.words && has_caption(drawn)) {
    std::vector<float> marks(words.size() * kRegions);
    mark_words(drawn, caption, marks);
    truth.assign(marks.begin() + static_cast<std::ptrdiff_t>(word * kRegions),
                 marks.begin() + static_cast<std::ptrdiff_t>((word + 1) * kRegions));
  }
  // The answer is the next word, given those before it. A region is left out by painting it in the background color.
  return {.plan = &predict_plan_.plan,
          .weights = predict_plan_.decoder_output.step_weights[word],
          .labels = region_labels(),
          .row_label = std::string(task_.words().label(words[word])),
          .rows = static_cast<int>(words.size()),
          .truth = truth,
          .expected = find_region_words(task_, drawn, words[word]),
          .fill =
              [this, drawn, words](int left_out) {
                predict_plan_.fill(0, drawn, words);
                if (left_out == ExplainedAnswer::kNone) return;
                constexpr int kPatch = Shapes::kSide / Shapes::kCells;
                for (int i = 0; i < kPatch * kPatch; ++i) {
                  const int row = left_out / Shapes::kCells * kPatch + i / kPatch;
                  const int column = left_out % Shapes::kCells * kPatch + i % kPatch;
                  std::copy(
                      Shapes::kBackground.begin(), Shapes::kBackground.end(),
                      predict_plan_.pixels(0).begin() + (row * Shapes::kSide + column) * Shapes::kChannels);
                }
              },
          .answer =
              [this, t] {
                const auto p = predict_plan_.time_step(predict_plan_.loss.words.probabilities, 0, t);
                return std::vector<double>(p.begin(), p.end());
              },
          .answer_label =
              [this](std::size_t word) {
                return std::string(task_.words().label(static_cast<std::int32_t>(word)));
              }};
}

}  // namespace

std::unique_ptr<Trial> start(std::uint64_t seed, const Values& values, Data) {
  return std::make_unique<CaptionTrial>(seed, values);
}

}  // namespace attento::caption
