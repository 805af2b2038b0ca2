// The experiment "sentiment". Long because frame, metrics, maps and answers read the same plans of two models.
#include "experiments/sentiment/trial.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <string>

#include "experiments/sentiment/corpus.hpp"
#include "experiments/sentiment/measure.hpp"
#include "experiments/sentiment/recording.hpp"
#include "lab/trial_helpers.hpp"
#include "nn/gradients.hpp"
#include "text/tokenizer.hpp"

namespace attento::sentiment {
namespace {

constexpr int kFrameExamples = 8;  // sentences in the frame
constexpr int kLengthRanges = 6;   // number of ranges of sentence lengths, for the accuracy by length

class SentimentTrial final : public Trial {
 public:
  SentimentTrial(std::uint64_t seed, const Values& values, SentenceCorpus corpus)
      : Trial(values,
              {seed, corpus.training_count(), std::min(values.integer("batchSize"), corpus.training_count()),
               values.boolean(kUseMicroBatches)}),
        corpus_(std::move(corpus)),
        probe_count_(std::min(kProbeExamples, corpus_.held_out_count())),
        size_{.vocabulary = corpus_.vocabulary().size(),
              .length = corpus_.maximum_length(),
              .embedding = values.integer("embedding"),
              .hidden = values.integer("hidden")},
        models_(declare_models(parameters_, values, size_)),
        training_plan_(parameters_, true, models_, size_, epochs_.micro_batch_size(),
                       DropoutRates{values.real("dropout"), values.real("recurrentDropout")}),
        probe_plan_(parameters_, false, models_, size_, probe_count_),
        predict_plan_(parameters_, false, models_, size_, 1) {
    register_plans({&training_plan_.plan, &probe_plan_.plan, &predict_plan_.plan});
    if (corpus_.is_own()) measured_training_count_ = std::min(kProbeExamples, corpus_.training_count());
    choose_frame_sentences();
    shortest_ = longest_ = corpus_.length(held_out(0));
    for (int i = 1; i < corpus_.held_out_count(); ++i) {
      shortest_ = std::min(shortest_, corpus_.length(held_out(i)));
      longest_ = std::max(longest_, corpus_.length(held_out(i)));
    }
  }

  std::vector<Node> model_losses() const override { return training_plan_.losses; }

  std::span<const std::int32_t> examples(std::int64_t step) override {
    const auto positions = epochs_.batch(step);
    sentences_.resize(positions.size());
    std::transform(positions.begin(), positions.end(), sentences_.begin(),
                   [&](int position) { return corpus_.sentence_at(position); });
    return sentences_;
  }

  void adjust_gradients() override {
    if (const double l2 = values_.real("l2"); l2 > 0) {
      for (const SentenceClassifier& model : models_)
        add_l2(parameters_, std::span(&model.words.weight, 1), l2);
    }
    clip_each_model();
  }

  void declare(Frame& frame) override {
    const int rows = static_cast<int>(frame_sentences_.size());
    const int count = static_cast<int>(models_.size());
    const Axis /* translated */ sentence{"sentence", rows}, word{"word", size_.length};
    for (std::size_t m = 0; m < models_.size(); ++m) frame.add_map(kModelNames[m], {sentence, word});
    if (has_intra_attention()) {
      const std::vector<Axis> axes = {sentence, word, {"earlier word", size_.length}};
      const std::string name(kMaps[kIntraMap].name);
      frame.add_map(name, axes, name + ".truth");
      frame.add(name + ".truth", axes);
    }
    frame.add("truth", {sentence, word});
    frame.add("verdicts", {sentence, {"model", count}});
    frame.add("labels", {sentence});
    frame.add("lengths", {sentence});
    frame.add("accuracyByLength", {{"model", count}, {"length", kLengthRanges}});
    frame.add("accuracyByLength.counts", {{"length", kLengthRanges}});
    for (int row = 0; row < rows; ++row) {
      frame.row_labels.push_back((is_training_sentence(row) ? "training sentence " : "sentence ") +
                                 std::to_string(row + 1));
      frame.cell_labels.push_back(corpus_.review(frame_sentence(row)).words);
    }
    frame.column_labels = number_labels(size_.length);
  }

  void describe(Json& json) const override {
    corpus_.describe(json, static_cast<int>(std::count_if(frame_sentences_.begin(), frame_sentences_.end(),
                                                          [](int position) { return position >= 0; })));
    json.field("heldOut", corpus_.held_out_count()).field("probeExampleCount", probe_count_);
  }

  void describe_details(Json& json) const override {
    corpus_.write_words(json.name("sourceWords"));
    json.name("lengthRanges").array([&] {
      for (int i = 0; i <= kLengthRanges; ++i) {
        json.value(shortest_ + static_cast<double>(i) * (longest_ + 1 - shortest_) / kLengthRanges);
      }
    });
  }

  MetricValues probe(Frame& frame) override {
    const ModelOutputs outputs = run_models(probe_plan_, models_, corpus_, probe_count_);
    const std::vector<SentenceOutput>& model_outputs = outputs.models;
    std::array<float, kLengthRanges> counts{};
    for (int i = 0; i < probe_count_; ++i) ++counts[find_length_range(held_out(i))];
    frame.write("accuracyByLength.counts", counts);
    for (std::size_t m = 0; m < models_.size(); ++m) {
      const SentenceOutput& output = model_outputs[m];
      std::array<float, kLengthRanges> right{};
      for (int i = 0; i < probe_count_; ++i)
        right[find_length_range(held_out(i))] += is_correct(output, corpus_, i);
      for (std::size_t r = 0; r < kLengthRanges; ++r)
        frame["accuracyByLength"][m * kLengthRanges + r] = counts[r] > 0 ? right[r] / counts[r] : 0;
      for (std::size_t row = 0; row < frame_sentences_.size(); ++row) {
        if (!is_training_sentence(static_cast<int>(row)))
          write_outputs(frame, row, m, output, frame_sentences_[row]);
      }
    }
    if (has_intra_attention()) write_intra_attention(frame);
    write_training_sentences(frame);
    const std::span<float> truth = frame["truth"];
    std::fill(truth.begin(), truth.end(), 0.0F);
    for (std::size_t row = 0; row < frame_sentences_.size(); ++row) {
      const int sentence = frame_sentence(static_cast<int>(row));
      mark_cues(corpus_.review(sentence), truth.subspan(row_offset(static_cast<int>(row), size_.length)));
      frame["labels"][row] = corpus_.is_positive(sentence) ? 1.0F : 0.0F;
      frame["lengths"][row] = static_cast<float>(corpus_.length(sentence));
    }
    return compute_metrics(outputs, probe_count_);
  }

  Evaluation evaluate() override {
    const ModelOutputs outputs = run_models(probe_plan_, models_, corpus_, corpus_.held_out_count());
    double loss = 0;
    for (int i = 0; i < corpus_.held_out_count(); ++i) {
      const auto x = static_cast<double>(outputs.models[0].logits[static_cast<std::size_t>(i)]);
      loss +=
          std::max(x, 0.0) - (corpus_.is_positive(held_out(i)) ? x : 0) + std::log1p(std::exp(-std::abs(x)));
    }
    return {loss / corpus_.held_out_count(), compute_metrics(outputs, corpus_.held_out_count())};
  }

  Answer predict(const Fields& input, HeldWeights& held) override {
    const SentenceInput chosen = read_input(input);
    hold(held, static_cast<int>(chosen.review.words.size()));
    const auto& model_output = predict_plan_.outputs[0];
    const SentenceOutput output =
        predict_plan_.read_output(models_, 0, 0, static_cast<int>(chosen.review.words.size()));
    const double p = probability(output.logits[0]);
    std::vector<std::string> unknown;
    for (const std::string& word : chosen.review.words) {
      if (corpus_.vocabulary().id(word) == Vocabulary::kUnknown) unknown.push_back(word);
    }
    Answer answer;
    answer.fields.add("output", p);
    answer.fields.add("unknownWords", unknown);
    answer.fields.add("truncatedWords", chosen.truncated_words);
    answer.attention = make_pooling_map(predict_plan_, models_, 0, chosen.review);
    if (!chosen.is_typed) answer.fields.add("target", chosen.review.positive ? 1 : 0);
    if (models_.size() == 2) {
      answer.fields.add("baseline", probability(predict_plan_.plan.value(predict_plan_.outputs[1].logit)[0]));
      answer.baseline = make_pooling_map(predict_plan_, models_, 1, chosen.review);
    }
    const bool weighs = model_output.attention.weights.valid();
    if (has_intra_attention())
      answer.steps.add(kMaps[kIntraMap].name, kMaps[kIntraMap].formula,
                       make_intra_attention_map(predict_plan_, chosen.review).weights);
    if (weighs) answer.steps.add("scores", "e", output.scores);
    answer.steps.add("weights", weighs ? "a = softmax(e)" : "a", output.weights);
    answer.steps.add("context", "c = Σ a h", predict_plan_.plan.value(model_output.context));
    answer.steps.add("logit", "y = c · w + b", output.logits);
    const auto rounded = static_cast<float>(p);
    answer.steps.add("output", "p = 1 / (1 + e^−y)", {&rounded, 1});
    return answer;
  }

  ExplainedAnswer make_explained_answer(const Fields& request) override;

  bool has_attention(std::string_view map) const override {
    if (map == kMaps[kIntraMap].name) return true;
    const std::string& pooling = values_.choice(map == kMaps[0].name ? "pooling" : "baseline");
    return pooling == "article" || pooling == "additive";
  }

  AttentionMap attention(const Fields& request) override {
    std::vector<MapDescription> maps(kMaps, kMaps + models_.size());
    if (has_intra_attention()) maps.push_back(kMaps[kIntraMap]);
    const MapRequest map_request = read_map_request(request, maps, corpus_.size());
    if (map_request.map == kMaps[kIntraMap].name) {
      return map_request.example >= 0
                 ? make_intra_attention_map(predict_plan_, run_sentence(map_request.example).review)
                 : probe_map(kMaps[kIntraMap].name);
    }
    const std::size_t model = map_request.map == kModelNames[0] ? 0 : 1;
    return map_request.example >= 0
               ? make_pooling_map(predict_plan_, models_, model, run_sentence(map_request.example).review)
               : probe_map(kModelNames[model]);
  }

 private:
  /// A sentence for which the plan for single inputs has run.
  struct SentenceInput {
    Review review;
    int truncated_words = 0;
    bool is_typed = false;
  };

  void initialize(std::uint64_t seed) override {
    initialize_models(models_, parameters_, values_.real("embeddingRange"), seed);
  }

  /// Whether the first model is a machine reader, which attends to the words before each word.
  bool has_intra_attention() const { return models_[0].is_machine_reader; }

  void fill_row(int row, std::int32_t sentence) override { training_plan_.fill(row, corpus_, sentence); }
  Shape truth_shape() const override { return {size_.length}; }
  void mark_example(std::int32_t sentence, std::span<float> marks) const override {
    mark_cues(corpus_.review(sentence), marks);
  }

  int held_out(int i) const { return corpus_.held_out(i); }
  /// The index of the sentence in a row of the frame.
  int frame_sentence(int row) const {
    return corpus_.sentence_at(corpus_.training_count() + frame_sentences_[static_cast<std::size_t>(row)]);
  }
  /// Whether a row of the frame shows a training sentence.
  bool is_training_sentence(int row) const { return frame_sentences_[static_cast<std::size_t>(row)] < 0; }

  /// Adds `count` of the sentences at `positions` to the frame, evenly spaced in the order of their lengths.
  void add_frame_sentences(const std::vector<int>& positions, int count) {
    std::vector<std::pair<int, int>> by_length;
    by_length.reserve(positions.size());
    for (const int position : positions)
      by_length.emplace_back(corpus_.length(corpus_.sentence_at(corpus_.training_count() + position)),
                             position);
    std::sort(by_length.begin(), by_length.end());
    const int all = static_cast<int>(positions.size());
    const int count_shown = std::min(count, all);
    for (int i = 0; i < count_shown; ++i)
      frame_sentences_.push_back(
          by_length[static_cast<std::size_t>((2 * i + 1) * all / (2 * count_shown))].second);
  }

  /// Chooses held-out sentences for the frame. With the user's own data, at most half of them are held out (and
  /// without unknown words); the rest are training sentences, for comparison.
  void choose_frame_sentences() {
    std::vector<int> held_out_positions, training_positions;
    for (int i = 0; i < probe_count_; ++i)
      if (!corpus_.is_own() || corpus_.has_known_words(held_out(i))) held_out_positions.push_back(i);
    add_frame_sentences(held_out_positions, corpus_.is_own() ? kFrameExamples / 2 : kFrameExamples);
    for (int i = 0; i < measured_training_count_; ++i)
      if (corpus_.has_known_words(corpus_.sentence_at(i)))
        training_positions.push_back(i - corpus_.training_count());
    add_frame_sentences(training_positions, kFrameExamples - static_cast<int>(frame_sentences_.size()));
    if (frame_sentences_.empty()) frame_sentences_.push_back(0);
  }

  /// Writes a model's outputs for sentence number `at` in `output` into a row of the frame.
  void write_outputs(Frame& frame, std::size_t row, std::size_t model, const SentenceOutput& output,
                     int at) const {
    const std::string name(kModelNames[model]);
    const auto width = static_cast<std::size_t>(size_.length);
    const std::size_t first = row_offset(at, size_.length);
    frame.write(name, std::span(output.weights).subspan(first, width), row);
    frame.write(name + ".scores", std::span(output.scores).subspan(first, width), row);
    frame["verdicts"][row * models_.size() + model] =
        static_cast<float>(probability(output.logits[static_cast<std::size_t>(at)]));
  }

  /// Fills the rows of the training sentences, which the probe has not computed.
  void write_training_sentences(Frame& frame) {
    for (std::size_t row = 0; row < frame_sentences_.size(); ++row) {
      if (!is_training_sentence(static_cast<int>(row))) continue;
      const int sentence = frame_sentence(static_cast<int>(row));
      run_sentence(sentence);
      for (std::size_t m = 0; m < models_.size(); ++m)
        write_outputs(frame, row, m, predict_plan_.read_output(models_, m, 0, corpus_.length(sentence)), 0);
      if (has_intra_attention())
        write_intra_row(frame, row, predict_plan_.read_intra_attention(0, corpus_.length(sentence)));
    }
  }

  /// Metrics of held-out sentences and, for the user's own data, the accuracy on training sentences.
  MetricValues compute_metrics(const ModelOutputs& outputs, int count) {
    MetricValues all = compute_held_out_metrics(outputs, corpus_, count);
    if (measured_training_count_ > 0) {
      const MetricValues training_metrics =
          compute_training_accuracy(probe_plan_, models_, corpus_, measured_training_count_);
      all.insert(all.end(), training_metrics.begin(), training_metrics.end());
    }
    return all;
  }

  std::size_t find_length_range(int sentence) const {
    return static_cast<std::size_t>((corpus_.length(sentence) - shortest_) * kLengthRanges /
                                    (longest_ + 1 - shortest_));
  }

  /// Writes the intra-attention of the held-out sentences into the frame.
  void write_intra_attention(Frame& frame) const {
    for (std::size_t row = 0; row < frame_sentences_.size(); ++row) {
      if (is_training_sentence(static_cast<int>(row))) continue;
      const int words = corpus_.length(frame_sentence(static_cast<int>(row)));
      write_intra_row(frame, row, probe_plan_.read_intra_attention(frame_sentences_[row], words));
    }
  }

  void write_intra_row(Frame& frame, std::size_t row, const IntraAttentionWeights& intra) const {
    const std::string name(kMaps[kIntraMap].name);
    std::vector<float> truth(intra.weights.size());
    mark_modifiers(corpus_.review(frame_sentence(static_cast<int>(row))), size_.length, truth);
    frame.write(name, intra.weights, row);
    frame.write(name + ".scores", intra.scores, row);
    frame.write(name + ".truth", truth, row);
  }

  /// Runs the plan for single inputs on a sentence of the corpus.
  SentenceInput run_sentence(int sentence) {
    predict_plan_.fill(0, corpus_, sentence);
    predict_plan_.plan.forward();
    return {corpus_.review(sentence), corpus_.count_truncated_words(sentence), false};
  }

  /// Runs the plan for single inputs again, with the held weights.
  void hold(HeldWeights& held, int words) {
    std::vector<HoldableMap> maps;
    for (std::size_t m = 0; m < models_.size(); ++m)
      if (has_attention(kModelNames[m])) maps.push_back({.name = kModelNames[m], .columns = words});
    if (has_intra_attention())
      maps.push_back(
          {.name = kMaps[kIntraMap].name, .rows = words, .columns = words, .is_visible = [](int t, int from) {
             return from < t;
           }});
    held.check(maps);
    if (held.empty()) return;
    const auto edit = [&](Node node, const MapRows& map_rows) {
      predict_plan_.plan.edit(node, [&held, map_rows](std::span<float> weights) {
        held.apply(map_rows, weights.size(), weights);
      });
    };
    for (std::size_t m = 0; m < models_.size(); ++m)
      if (has_attention(kModelNames[m]))
        edit(predict_plan_.outputs[m].attention.weights, {.map = kModelNames[m]});
    for (int t = 0; const IntraAttention& output : predict_plan_.outputs[0].word_attention)
      edit(output.weights, {.map = kMaps[kIntraMap].name, .row = ++t});
    predict_plan_.plan.forward();
  }

  /// Runs the plan for single inputs on the input "example" or on a typed "sentence".
  SentenceInput read_input(const Fields& input);

  SentenceCorpus corpus_;
  int probe_count_;
  std::vector<std::int32_t> sentences_;  // sentences of a step
  SentenceClassifier::Size size_;
  SentenceModels models_;
  SentenceRecording training_plan_, probe_plan_, predict_plan_;
  int measured_training_count_ = 0;  // number of measured training sentences of own data
  std::vector<int>
      frame_sentences_;  // positions counted from the first held-out sentence; negative: training sentences
  int shortest_ = 0, longest_ = 0;  // lengths of the shortest and the longest held-out sentence
};

ExplainedAnswer SentimentTrial::make_explained_answer(const Fields& request) {
  Fields input = request;
  const std::string map = take_text(input, "map");
  const bool is_intra = map == kMaps[kIntraMap].name && has_intra_attention();
  const std::optional<Value> row_value = take_field(input, "row");
  const std::size_t model = map == kModelNames[1] && models_.size() == 2 ? 1 : 0;
  const SentenceInput chosen = read_input(input);
  const auto& model_output = predict_plan_.outputs[model];
  const int rows = is_intra ? static_cast<int>(chosen.review.words.size()) : 1;
  const int row = row_value ? read_example(*row_value, rows, "row") : rows - 1;
  const Node weights =
      is_intra ? model_output.word_attention[static_cast<std::size_t>(std::max(row - 1, 0))].weights
               : model_output.attention.weights;
  if (!weights.valid() || !has_attention(is_intra ? kMaps[kIntraMap].name : kModelNames[model]))
    throw_bad_parameter("map", map, "a network that weighs its words");
  const auto ids = predict_plan_.plan.ids(predict_plan_.words).first(chosen.review.words.size());
  std::vector<std::string> labels = chosen.review.words;
  if (is_intra) labels.resize(static_cast<std::size_t>(row));  // the words before the row's word
  std::vector<float> truth(is_intra || chosen.is_typed ? 0 : labels.size());
  std::vector<int> expected(truth.size(), ExplainedAnswer::kNone);
  if (!truth.empty()) {
    mark_cues(chosen.review, truth);
    for (const int word : chosen.review.good) expected[static_cast<std::size_t>(word)] = 1;
    for (const int word : chosen.review.bad) expected[static_cast<std::size_t>(word)] = 0;
  }
  // To leave out a word, it is removed from the sentence.
  return {.plan = &predict_plan_.plan,
          .weights = weights,
          .labels = std::move(labels),
          .row_label = is_intra ? chosen.review.words[static_cast<std::size_t>(row)] : "sentence",
          .rows = rows,
          .truth = std::move(truth),
          .expected = std::move(expected),
          .fill =
              [this, all = std::vector(ids.begin(), ids.end())](int left_out) {
                std::vector<std::int32_t> left = all;
                if (left_out != ExplainedAnswer::kNone) left.erase(left.begin() + left_out);
                const int word_count = static_cast<int>(left.size());
                left.resize(static_cast<std::size_t>(size_.length), Vocabulary::kPadding);
                predict_plan_.fill(0, left, word_count, false);
              },
          .answer =
              [this, logit = model_output.logit] {
                const double p = probability(predict_plan_.plan.value(logit)[0]);
                return std::vector<double>{1 - p, p};
              },
          .answer_label = [](std::size_t answer) { return std::string(answer == 1 ? "good" : "bad"); }};
}

SentimentTrial::SentenceInput SentimentTrial::read_input(const Fields& input) {
  if (const auto example = read_example_field(input, corpus_.size())) return run_sentence(*example);
  const std::string text = read_settings(kInputs, input).text("sentence");
  const auto max_length = static_cast<std::size_t>(size_.length);
  SentenceInput chosen{{tokenize(text), {}, {}, false}, 0, true};
  std::vector<std::string>& words = chosen.review.words;
  if (words.empty()) {
    throw_bad_parameter("sentence", text, "a sentence with at least one word");
  }
  chosen.truncated_words = static_cast<int>(words.size() - std::min(words.size(), max_length));
  words.resize(std::min(words.size(), max_length));
  std::vector<std::int32_t> ids(max_length, Vocabulary::kPadding);
  std::transform(words.begin(), words.end(), ids.begin(),
                 [&](const std::string& word) { return corpus_.vocabulary().id(word); });
  predict_plan_.fill(0, ids, static_cast<int>(words.size()), false);
  predict_plan_.plan.forward();
  return chosen;
}

}  // namespace

std::unique_ptr<Trial> make_trial(std::uint64_t seed, const Values& values, Data data) {
  return std::make_unique<SentimentTrial>(seed, values, SentenceCorpus(seed, values, data));
}

}  // namespace attento::sentiment
