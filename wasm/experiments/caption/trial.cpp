#include "experiments/caption/trial.hpp"

#include <array>
#include <string>

#include "experiments/caption/arrangement_text.hpp"
#include "experiments/caption/measure.hpp"
#include "lab/cell_choice.hpp"
#include "lab/hard_settings.hpp"
#include "models/caption_decoder.hpp"

namespace attento::caption {
namespace {

constexpr int kMaxBeamWidth = 5;  // largest width of beam search
constexpr int kExtraWords = 3;    // words that a decoded caption may have beyond the longest true one

Captioner::Settings make_model_settings(const Shapes& task, const Values& values) {
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

class CaptionTrial final : public Trial {
 public:
  CaptionTrial(std::uint64_t seed, const Values& values)
      : Trial(values, {seed, values.integer("examples"), values.integer("batchSize"),
                       supports_micro_batches(values)}),
        task_(seed, {.objects = values.integer("objects"),
                     .variety = values.real("variety"),
                     .noise = values.real("noise")}),
        T_(task_.max_caption_length()),
        model_(Captioner::declare(parameters_, make_model_settings(task_, values))),
        training_plan_(parameters_, true, task_, model_, epochs_.micro_batch_size(), T_,
                       epochs_.micro_batches() > 1, read_hard_attention_options(values, model_.is_hard())),
        probe_plan_(parameters_, false, task_, model_, kProbeExamples, T_),
        predict_plan_(parameters_, false, task_, model_, 1, T_ + kExtraWords),
        greedy_decoder_(model_, parameters_, kProbeExamples),
        beam_decoder_(model_, parameters_, kMaxBeamWidth) {
    register_plans({&training_plan_.plan, &probe_plan_.plan, &predict_plan_.plan});
    register_plans(greedy_decoder_.plans());
    register_plans(beam_decoder_.plans());
    for (std::uint32_t i = 0; i < kHeldOut; ++i) held_out_.push_back(task_.held_out(i));
  }

  std::vector<Node> model_losses() const override { return {training_plan_.loss.words.loss}; }

  std::span<const std::int32_t> examples(std::int64_t step) override {
    if (const Node share = training_plan_.soft_share; share.valid())
      training_plan_.plan.value(share)[0] = static_cast<float>(soft_share(values_, step));
    return epochs_.batch(step);
  }

  void set_loss_normalizer(std::span<const std::int32_t> batch) override {
    if (micro_batches() == 1) return;
    std::size_t words = 0;
    for (const std::int32_t example : batch) {
      task_.arrange(static_cast<std::uint32_t>(example), training_example_);
      words += training_example_.caption.words.size();
    }
    training_plan_.plan.value(training_plan_.count)[0] =
        static_cast<float>(static_cast<double>(words) * training_plan_.samples / micro_batches());
  }

  void declare(Frame& frame) override;

  void describe(Json& json) const override { write_counts(json, kHeldOut, kProbeExamples); }

  void describe_details(Json& json) const override {
    attento::write_words(json.name("targetWords"), {&task_.words()});
  }

  MetricValues probe(Frame& frame) override;

  Evaluation evaluate() override {
    const MetricSums sums = measure(kHeldOut, values_.integer("beam"));
    return {sums.loss / sums.words, sums.metrics()};
  }

  Answer predict(const Fields& request, HeldWeights& held) override;
  ExplainedAnswer make_explained_answer(const Fields& request) override;

  bool has_attention(std::string_view /*map*/) const override { return model_.has_attention(); }

  AttentionMap attention(const Fields& request) override {
    const int example = read_map_request(request, kMaps, kHeldOut, values_.integer("probeExample")).example;
    const Arrangement& arrangement = held_out(example);
    fill_and_run(predict_plan_, arrangement, arrangement.caption.words);
    return make_map(predict_plan_, arrangement.caption.words, arrangement);
  }

 private:
  void initialize(std::uint64_t seed) override { model_.initialize(parameters_, seed); }

  void fill_row(int row, std::int32_t example) override {
    task_.arrange(static_cast<std::uint32_t>(example), training_example_);
    training_plan_.fill(row, training_example_, training_example_.caption.words);
  }
  Shape truth_shape() const override { return {T_, static_cast<int>(kRegions)}; }
  void mark_example(std::int32_t example, std::span<float> marks) const override {
    mark_true_regions(task_.arrangement(static_cast<std::uint32_t>(example)), marks);
  }

  const Arrangement& held_out(int index) const { return held_out_[static_cast<std::size_t>(index)]; }

  /// Whether an image has exactly one true caption.
  static bool has_caption(const Arrangement& arrangement) {
    return arrangement.pixels.empty() && Shapes::is_unambiguous(arrangement.objects);
  }
  void require_caption(const Arrangement& arrangement) const {
    if (!has_caption(arrangement))
      throw_bad_parameter("prefix", "true", "own, as the true caption of this picture is not known");
    if (static_cast<int>(arrangement.caption.words.size()) > predict_plan_.T)
      throw_bad_parameter("objects", format_objects(arrangement.objects),
                          "fewer objects, as a caption has at most " + std::to_string(predict_plan_.T) +
                              " words with its end");
  }

  /// Reads a held-out image, arranged objects, or the user's own image.
  Arrangement read_input(const Fields& input) const {
    Fields rest = input;
    const std::optional<Value> example = take_field(rest, "example");
    if (!example) {
      const Values read = read_settings(kInputs, rest);
      return read_arrangement(task_, read.text("objects"), read.list("picture"));
    }
    if (!read_settings(std::span(kInputs).subspan(1), rest).list("picture").empty())
      throw_bad_parameter("example", "", "either an example or a picture of one's own");
    return held_out(read_example(*example, kHeldOut));
  }

  /// Decodes the caption of an image.
  std::vector<std::int32_t> decode_caption(const Arrangement& arrangement) {
    for (int row = 0; row < kMaxBeamWidth; ++row) task_.paint(arrangement, beam_decoder_.picture(row));
    return beam_search(beam_decoder_, values_.integer("beam"), T_ + kExtraWords).tokens;
  }

  MetricSums measure(int count, int beam);
  void write_training_samples(Frame& frame) const;

  Shapes task_;
  int T_;
  Captioner model_;
  CaptionRecording training_plan_, probe_plan_, predict_plan_;
  CaptionDecoder greedy_decoder_, beam_decoder_;
  std::vector<Arrangement> held_out_;
  Arrangement training_example_;  // the last one that was drawn
};

void CaptionTrial::declare(Frame& frame) {
  const Axis /* translated */ word{"word", T_};
  const std::vector<Axis> map = /* translated */ {word, {"region", static_cast<int>(kRegions)}};
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
  frame.column_labels = list_cell_labels(Shapes::kCells);
}

MetricValues CaptionTrial::probe(Frame& frame) {
  frame.clear();
  const Arrangement& arrangement = held_out(values_.integer("probeExample"));
  const std::vector<std::int32_t>& words = arrangement.caption.words;
  const std::size_t n = words.size();
  fill_and_run(predict_plan_, arrangement, words);
  frame.write_map(make_map(predict_plan_, words, arrangement));
  frame.write("gate", predict_plan_.batch_first_rows(predict_plan_.decoder_output.gate, n));
  frame.write("picture", predict_plan_.pixels(0));
  frame.write("lengths", std::array{n, kRegions});
  frame.write("tokens", predict_plan_.predicted_tokens(n));
  frame["example"][0] = static_cast<float>(values_.integer("probeExample"));
  frame.write("target", words);
  write_training_samples(frame);
  return measure(kProbeExamples, 1).metrics();
}

/// Writes the regions that hard attention sampled for the first image of the last training step; −1 if none.
void CaptionTrial::write_training_samples(Frame& frame) const {
  const std::span<float> regions = frame["looks"];
  std::fill(regions.begin(), regions.end(), -1.0F);
  if (!model_.is_hard()) return;
  frame.write("looks.picture", training_plan_.pixels(0));
  for (int t = 0; t < T_; ++t) {
    const auto index = static_cast<std::size_t>(t * training_plan_.rows);
    frame["looks.tokens"][static_cast<std::size_t>(t)] =
        static_cast<float>(training_plan_.plan.ids(training_plan_.target)[index]);
    for (int k = 0; k < training_plan_.samples; ++k) {
      if (training_plan_.batch_first_row(training_plan_.decoder_output.sample.sampled, k, t)[0] == 0)
        continue;
      const auto choice = training_plan_.batch_first_row(training_plan_.decoder_output.sample.choice, k, t);
      const auto region = std::max_element(choice.begin(), choice.end()) - choice.begin();
      regions[static_cast<std::size_t>(k * T_ + t)] = static_cast<float>(region);
    }
  }
}

MetricSums CaptionTrial::measure(int count, int beam) {
  MetricSums all;
  const auto fill = [&](int row, int i) {
    probe_plan_.fill(row, held_out(i), held_out(i).caption.words);
    const auto pixels = probe_plan_.pixels(row);
    std::copy(pixels.begin(), pixels.end(), greedy_decoder_.picture(row).begin());
  };
  run_in_batches(probe_plan_.plan, kProbeExamples, count, fill, [&](int first, int rows) {
    std::vector<DecodedSequence> output;
    if (beam == 1) output = greedy(greedy_decoder_, T_ + kExtraWords);
    const double words = all.words;
    for (int row = 0; row < rows; ++row) {
      const Arrangement& arrangement = held_out(first + row);
      const auto decoded =
          beam == 1 ? output[static_cast<std::size_t>(row)].tokens : decode_caption(arrangement);
      all.add(probe_plan_, row, arrangement, decoded == arrangement.caption.words);
    }
    all.loss += probe_plan_.number(probe_plan_.loss.words.loss) * (all.words - words);
  });
  return all;
}

Answer CaptionTrial::predict(const Fields& request, HeldWeights& held) {
  Fields input = request;
  const bool has_true_prefix = take_true_prefix(input, false);
  const Arrangement arrangement = read_input(input);
  const Caption& caption = arrangement.caption;
  if (has_true_prefix) require_caption(arrangement);
  predict_plan_.hold(held,
                     {.name = kMaps[0].name,
                      .rows = has_true_prefix ? static_cast<int>(caption.words.size()) : T_ + kExtraWords,
                      .columns = static_cast<int>(kRegions)},
                     beam_decoder_);
  std::vector<std::int32_t> output = has_true_prefix ? caption.words : decode_caption(arrangement);
  fill_and_run(predict_plan_, arrangement, output);
  const int n = static_cast<int>(output.size());
  if (held.last_row() >= n) {  // beyond the end, unless the caption is only shorter because of the held rows
    clear_edits();
    held.require_rows(std::max(n, static_cast<int>(decode_caption(arrangement).size())));
  }
  if (has_true_prefix) output = predict_plan_.predicted_tokens(output.size());
  Answer answer;
  answer.fields.add("output", output);
  answer.fields.add("text", format_caption(task_, output));
  if (has_caption(arrangement)) {
    answer.fields.add("target", caption.words);
    answer.fields.add("targetText", format_caption(task_, caption.words));
  }
  answer.fields.add("objects", format_objects(arrangement.objects));
  answer.fields.add("candidates", list_candidates(predict_plan_.predictions(output.size()), output.size(),
                                                  make_token_label(task_.words())));
  // A wrong caption has no true map, unless each word was predicted after the true words.
  const bool has_truth = has_true_prefix || output == caption.words;
  answer.attention = make_map(predict_plan_, output, has_truth ? arrangement : Arrangement{});
  answer.steps = list_steps(predict_plan_, n);
  return answer;
}

ExplainedAnswer CaptionTrial::make_explained_answer(const Fields& request) {
  Fields input = without_row(request, {"map"});
  const bool has_true_prefix = take_true_prefix(input, input.contains("example"));
  const Arrangement arrangement = read_input(input);
  if (!model_.has_attention())
    throw_bad_parameter("attention", values_.choice("attention"), "a decoder with attention");
  if (has_true_prefix) require_caption(arrangement);
  const Caption& caption = arrangement.caption;
  const std::vector<std::int32_t> words = has_true_prefix ? caption.words : decode_caption(arrangement);
  const int t = read_row(request, static_cast<int>(words.size()));
  const auto word = static_cast<std::size_t>(t);
  std::vector<float> truth;
  if (words == caption.words && has_caption(arrangement)) {
    std::vector<float> marks(words.size() * kRegions);
    mark_true_regions(arrangement, marks);
    truth = copy_numbers(select_row(marks, t, kRegions));
  }
  // The answer is the next word. To leave out a region, it is painted in the background color.
  return {.plan = &predict_plan_.plan,
          .weights = predict_plan_.decoder_output.step_weights[word],
          .labels = list_cell_labels(Shapes::kCells),
          .row_label = std::string(task_.words().label(words[word])),
          .rows = static_cast<int>(words.size()),
          .truth = truth,
          .expected = find_region_words(task_, arrangement, words[word]),
          .fill =
              [this, arrangement, words](int left_out) {
                predict_plan_.fill(0, arrangement, words);
                if (left_out != ExplainedAnswer::kNone) predict_plan_.hide_region(left_out);
              },
          .answer = read_probabilities(predict_plan_.time_first_row(predict_plan_.probabilities, 0, t)),
          .answer_label = make_token_label(task_.words())};
}

}  // namespace

std::unique_ptr<Trial> make_trial(std::uint64_t seed, const Values& values, Data) {
  return std::make_unique<CaptionTrial>(seed, values);
}

}  // namespace attento::caption
