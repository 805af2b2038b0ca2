#include "experiments/sentiment/trial.hpp"

#include <algorithm>
#include <string>

#include "experiments/sentiment/corpus.hpp"
#include "experiments/sentiment/measure.hpp"
#include "experiments/sentiment/recording.hpp"
#include "lab/trial_helpers.hpp"
#include "nn/gradients.hpp"
#include "text/tokenizer.hpp"

namespace attento::sentiment {
namespace {

class SentimentTrial final : public Trial {
 public:
  SentimentTrial(std::uint64_t seed, const Values& values, SentenceCorpus corpus)
      : Trial(values,
              {seed, corpus.training_count(), std::min(values.integer("batchSize"), corpus.training_count()),
               values.boolean(kUseMicroBatches)}),
        corpus_(std::move(corpus)),
        probe_count_(std::min(kProbeExamples, corpus_.held_out_count())),
        measured_training_count_(corpus_.is_own() ? std::min(kProbeExamples, corpus_.training_count()) : 0),
        frame_sentences_(corpus_.choose_frame_sentences(probe_count_, measured_training_count_)),
        lengths_(corpus_),
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
    frame.add("accuracyByLength", {{"model", count}, {"length", LengthRanges::kCount}});
    frame.add("accuracyByLength.counts", {{"length", LengthRanges::kCount}});
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
    json.field("sourceWords", corpus_.vocabulary().labels());
    json.name("lengthRanges").array([&] {
      for (int range = 0; range <= LengthRanges::kCount; ++range) json.value(lengths_.limit(range));
    });
  }

  MetricValues probe(Frame& frame) override {
    const SentenceOutputs outputs =
        run_models(probe_plan_, models_, corpus_, corpus_.training_count(), probe_count_);
    lengths_.write_accuracy(frame, outputs, corpus_, probe_count_);
    const std::span<float> truth = frame["truth"];
    std::fill(truth.begin(), truth.end(), 0.0F);
    for (std::size_t row = 0; row < frame_sentences_.size(); ++row) {
      const int sentence = frame_sentence(static_cast<int>(row));
      write_frame_row(frame, row, sentence);
      mark_cues(corpus_.review(sentence), truth.subspan(row_offset(static_cast<int>(row), size_.length)));
      frame["labels"][row] = corpus_.is_positive(sentence) ? 1.0F : 0.0F;
      frame["lengths"][row] = static_cast<float>(corpus_.length(sentence));
    }
    return compute_metrics(outputs, probe_count_);
  }

  Evaluation evaluate() override {
    const int count = corpus_.held_out_count();
    const SentenceOutputs outputs =
        run_models(probe_plan_, models_, corpus_, corpus_.training_count(), count);
    return {outputs.models[0].loss / count, compute_metrics(outputs, count)};
  }

  Answer predict(const Fields& input, HeldWeights& held) override {
    const SentenceInput chosen = read_input(input);
    hold(held, static_cast<int>(chosen.review.words.size()));
    const auto& model_output = predict_plan_.outputs[0];
    const SentenceOutput output =
        predict_plan_.read_output(models_, 0, 0, static_cast<int>(chosen.review.words.size()));
    const double p = probability(output.logit);
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
    answer.steps.add("logit", "y = c · w + b", {&output.logit, 1});
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
    const auto [map, example] = read_map_request(request, maps, corpus_.size());
    if (example < 0) return probe_map(map);
    const Review review = run_sentence(example).review;
    if (map == kMaps[kIntraMap].name) return make_intra_attention_map(predict_plan_, review);
    return make_pooling_map(predict_plan_, models_, map == kModelNames[0] ? 0 : 1, review);
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

  /// The index of the sentence in a row of the frame.
  int frame_sentence(int row) const {
    return corpus_.sentence_at(corpus_.training_count() + frame_sentences_[static_cast<std::size_t>(row)]);
  }
  /// Whether a row of the frame shows a training sentence.
  bool is_training_sentence(int row) const { return frame_sentences_[static_cast<std::size_t>(row)] < 0; }

  /// Writes the outputs of the models for a row of the frame. The probe has computed them for held-out sentences.
  void write_frame_row(Frame& frame, std::size_t row, int sentence) {
    const bool is_training = is_training_sentence(static_cast<int>(row));
    if (is_training) run_sentence(sentence);
    const SentenceRecording& recording = is_training ? predict_plan_ : probe_plan_;
    const int at = is_training ? 0 : frame_sentences_[row];
    for (std::size_t m = 0; m < models_.size(); ++m) {
      const SentenceOutput output = recording.read_output(models_, m, at, corpus_.length(sentence));
      const std::string name(kModelNames[m]);
      frame.write(name, output.weights, row);
      frame.write(name + ".scores", output.scores, row);
      frame["verdicts"][row * models_.size() + m] = static_cast<float>(probability(output.logit));
    }
    if (!has_intra_attention()) return;
    const auto read_map = [&](bool scores) {
      return recording.read_intra_attention(scores, at, corpus_.length(sentence));
    };
    std::vector<float> truth(row_offset(size_.length, size_.length));
    mark_modifiers(corpus_.review(sentence), size_.length, truth);
    const std::string name(kMaps[kIntraMap].name);
    frame.write(name, read_map(false), row);
    frame.write(name + ".scores", read_map(true), row);
    frame.write(name + ".truth", truth, row);
  }

  /// Metrics of held-out sentences and, for the user's own data, the accuracy on training sentences.
  MetricValues compute_metrics(const SentenceOutputs& outputs, int count) {
    constexpr std::string_view kNames[] = {"trainingAccuracy", "baselineTrainingAccuracy"};
    MetricValues all = compute_held_out_metrics(outputs, corpus_, count);
    if (measured_training_count_ == 0) return all;
    const SentenceOutputs training = run_models(probe_plan_, models_, corpus_, 0, measured_training_count_);
    for (std::size_t m = 0; m < models_.size(); ++m)
      all.emplace_back(kNames[m], training.models[m].accuracy());
    return all;
  }

  /// Runs the plan for single inputs on a sentence of the corpus.
  SentenceInput run_sentence(int sentence) {
    fill_and_run(predict_plan_, corpus_, sentence);
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
  int measured_training_count_;  // number of measured training sentences of own data
  std::vector<int>
      frame_sentences_;  // positions counted from the first held-out sentence; negative: training sentences
  LengthRanges lengths_;
  std::vector<std::int32_t> sentences_;  // sentences of a step
  SentenceClassifier::Size size_;
  SentenceModels models_;
  SentenceRecording training_plan_, probe_plan_, predict_plan_;
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
                predict_plan_.fill(0, left, false);
              },
          .answer = read_logit(predict_plan_.plan.value(model_output.logit)),
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
  std::vector<std::int32_t> ids;
  for (const std::string& word : words) ids.push_back(corpus_.vocabulary().id(word));
  fill_and_run(predict_plan_, ids, false);
  return chosen;
}

}  // namespace

std::unique_ptr<Trial> make_trial(std::uint64_t seed, const Values& values, Data data) {
  return std::make_unique<SentimentTrial>(seed, values, SentenceCorpus(seed, values, data));
}

}  // namespace attento::sentiment
