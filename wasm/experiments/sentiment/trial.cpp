#include "experiments/sentiment/trial.hpp"

#include <algorithm>
#include <string>

#include "experiments/sentiment/measure.hpp"
#include "nn/gradients.hpp"

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
        models_(declare_models(parameters_, values,
                               {.vocabulary = corpus_.vocabulary().size(),
                                .length = corpus_.maximum_length(),
                                .embedding = values.integer("embedding"),
                                .hidden = values.integer("hidden")})),
        maps_(kMaps, kMaps + models_.size()),
        training_plan_(parameters_, true, models_, epochs_.micro_batch_size(), values.real("dropout"),
                       values.real("recurrentDropout")),
        probe_plan_(parameters_, false, models_, probe_count_),
        predict_plan_(parameters_, false, models_, 1) {
    if (has_intra_attention()) maps_.push_back(kMaps[2]);
    register_plans({&training_plan_.plan, &probe_plan_.plan, &predict_plan_.plan});
  }

  std::vector<Node> model_losses() const override { return training_plan_.losses; }

  std::span<const std::int32_t> examples(std::int64_t step) override {
    sentences_.clear();
    for (const int position : epochs_.batch(step)) sentences_.push_back(corpus_.sentence_at(position));
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
    const int count = static_cast<int>(models_.size());
    const Axis /* translated */ sentence{"sentence", static_cast<int>(frame_sentences_.size())},
        word{"word", corpus_.maximum_length()};
    for (const MapDescription& map : maps_) {
      std::vector<Axis> axes = {sentence, word};
      if (map.name == kIntraMap) axes.push_back({"earlier word", corpus_.maximum_length()});
      frame.add_map(map.name, axes, truth_name(map.name));
      if (map.name == kIntraMap) frame.add(truth_name(map.name), axes);
    }
    frame.add("truth", {sentence, word});
    frame.add("verdicts", {sentence, {"model", count}});
    frame.add("labels", {sentence});
    frame.add("lengths", {sentence});
    frame.add("accuracyByLength", {{"model", count}, {"length", LengthRanges::kCount}});
    frame.add("accuracyByLength.counts", {{"length", LengthRanges::kCount}});
    for (int row = 0; const int position : frame_sentences_) {
      frame.row_labels.push_back((position < 0 ? "training sentence " : "sentence ") + std::to_string(++row));
      Review review = corpus_.review(corpus_.held_out(position));
      corpus_.truncate(review.words);
      frame.cell_labels.push_back(review.words);
    }
    frame.column_labels = number_labels(corpus_.maximum_length());
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
    frame.clear();
    const SentenceOutputs outputs = run_models(probe_plan_, corpus_, corpus_.training_count(), probe_count_);
    lengths_.write_accuracy(frame, outputs, corpus_);
    for (std::size_t row = 0; row < frame_sentences_.size(); ++row) {
      const int position = frame_sentences_[row], sentence = corpus_.held_out(position);
      const bool is_training = position < 0;  // the outputs for held-out sentences are there already
      if (is_training) fill_and_run(predict_plan_, corpus_, sentence);
      const SentenceRecording& recording = is_training ? predict_plan_ : probe_plan_;
      const int at = is_training ? 0 : position, length = corpus_.length(sentence);
      for (const MapDescription& map : maps_) {
        const std::string name(map.name);
        frame.write(name, recording.read_map(name, false, at, length), row);
        frame.write(name + ".scores", recording.read_map(name, true, at, length), row);
        mark_truth(corpus_.review(sentence), name == kIntraMap, corpus_.maximum_length(),
                   frame.row(truth_name(name), row));
      }
      for (std::size_t m = 0; m < models_.size(); ++m)
        frame.row("verdicts", row)[m] = static_cast<float>(probability(recording.logit(m, at)));
      frame["labels"][row] = corpus_.is_positive(sentence) ? 1.0F : 0.0F;
      frame["lengths"][row] = static_cast<float>(length);
    }
    return compute_metrics(outputs, probe_count_);
  }

  Evaluation evaluate() override {
    const int count = corpus_.held_out_count();
    const SentenceOutputs outputs = run_models(probe_plan_, corpus_, corpus_.training_count(), count);
    return {outputs.models[0].loss / count, compute_metrics(outputs, count)};
  }

  Answer predict(const Fields& input, HeldWeights& held) override {
    Review review = read_input(input);
    const int truncated = run_review(review);
    const int count = static_cast<int>(review.words.size());
    hold(held, count);
    const float logit = predict_plan_.logit(0, 0);
    const double p = probability(logit);
    std::vector<std::string> unknown;
    for (const std::string& word : review.words)
      if (corpus_.vocabulary().id(word) == Vocabulary::kUnknown) unknown.push_back(word);
    Answer answer;
    answer.fields.add("output", p);
    answer.fields.add("unknownWords", unknown);
    answer.fields.add("truncatedWords", truncated);
    answer.attention = make_map(predict_plan_, kModelNames[0], review);
    if (input.contains("example")) answer.fields.add("target", review.positive ? 1 : 0);
    if (models_.size() == 2) {
      answer.fields.add("baseline", probability(predict_plan_.logit(1, 0)));
      answer.baseline = make_map(predict_plan_, kModelNames[1], review);
    }
    const SentenceClassifier::Output& output = predict_plan_.outputs[0];
    const bool weighs = output.attention.weights.valid();
    if (has_intra_attention())
      answer.steps.add(kIntraMap, kMaps[2].formula, make_map(predict_plan_, kIntraMap, review).weights);
    const auto read = [&](bool scores) { return predict_plan_.read_map(kModelNames[0], scores, 0, count); };
    if (weighs) answer.steps.add("scores", "e", read(true));
    answer.steps.add("weights", weighs ? "a = softmax(e)" : "a", read(false));
    answer.steps.add("context", "c = Σ a h", predict_plan_.plan.value(output.context));
    answer.steps.add("logit", "y = c · w + b", {&logit, 1});
    const auto rounded = static_cast<float>(p);
    answer.steps.add("output", "p = 1 / (1 + e^−y)", {&rounded, 1});
    return answer;
  }

  ExplainedAnswer make_explained_answer(const Fields& request) override;

  bool has_attention(std::string_view map) const override {
    if (map == kIntraMap) return true;
    const std::string& pooling = values_.choice(map == kModelNames[0] ? "pooling" : "baseline");
    return pooling == "article" || pooling == "additive";
  }

  AttentionMap attention(const Fields& request) override {
    const auto [map, example] = read_map_request(request, maps_, corpus_.size());
    if (example < 0) return probe_map(map);
    Review review = corpus_.review(example);
    run_review(review);
    return make_map(predict_plan_, map, review);
  }

 private:
  void initialize(std::uint64_t seed) override {
    initialize_models(models_, parameters_, values_.real("embeddingRange"), seed);
  }

  /// Whether the first model is a machine reader, which attends to the words before each word.
  bool has_intra_attention() const { return models_[0].size.is_machine_reader; }

  void fill_row(int row, std::int32_t sentence) override { training_plan_.fill(row, corpus_, sentence); }
  Shape truth_shape() const override { return {corpus_.maximum_length()}; }
  void mark_example(std::int32_t sentence, std::span<float> marks) const override {
    mark_words(corpus_.review(sentence).cues, marks);
  }

  /// The name of the tensor of the frame that holds the truth of a map.
  static std::string truth_name(std::string_view map) {
    return map == kIntraMap ? std::string(map) + ".truth" : "truth";
  }

  /// Metrics of held-out sentences and, for the user's own data, the accuracy on training sentences.
  MetricValues compute_metrics(const SentenceOutputs& outputs, int count) {
    constexpr std::string_view kNames[] = {"trainingAccuracy", "baselineTrainingAccuracy"};
    MetricValues all = compute_held_out_metrics(outputs, corpus_, count);
    if (measured_training_count_ == 0) return all;
    const SentenceOutputs training = run_models(probe_plan_, corpus_, 0, measured_training_count_);
    for (std::size_t m = 0; m < models_.size(); ++m)
      all.emplace_back(kNames[m], training.models[m].accuracy());
    return all;
  }

  /// Runs the plan for single inputs on a review. Removes the words beyond the maximum length and returns their number.
  int run_review(Review& review) {
    const int truncated = corpus_.truncate(review.words);
    fill_and_run(predict_plan_, corpus_.encode(review.words), review.positive);
    return truncated;
  }

  /// Runs the plan for single inputs again, with the held weights.
  void hold(HeldWeights& held, int words) {
    std::vector<HoldableMap> maps;
    for (const MapDescription& map : maps_) {
      if (!has_attention(map.name)) continue;
      maps.push_back({.name = map.name, .columns = words});
      if (map.name != kIntraMap) continue;
      maps.back().rows = words;
      maps.back().is_visible = [](int t, int from) { return from < t; };
    }
    held.check(maps);
    if (held.empty()) return;
    for (std::size_t m = 0; m < models_.size(); ++m)
      if (has_attention(kModelNames[m]))
        held.edit(predict_plan_.plan, predict_plan_.outputs[m].attention.weights, {.map = kModelNames[m]});
    for (int t = 0; const IntraAttention& output : predict_plan_.outputs[0].word_attention)
      held.edit(predict_plan_.plan, output.weights, {.map = kIntraMap, .row = ++t});
    predict_plan_.plan.forward();
  }

  /// Reads the input "example" or a typed "sentence".
  Review read_input(const Fields& input) const {
    if (const auto example = read_example_field(input, corpus_.size())) return corpus_.review(*example);
    const std::string text = read_settings(kInputs, input).text("sentence");
    Review review{.words = tokenize(text), .cues = {}, .modifiers = {}};
    if (review.words.empty()) throw_bad_parameter("sentence", text, "a sentence with at least one word");
    return review;
  }

  SentenceCorpus corpus_;
  int probe_count_;
  int measured_training_count_;       // number of measured training sentences of own data
  std::vector<int> frame_sentences_;  // from the first held-out sentence on; negative: training sentences
  LengthRanges lengths_;
  std::vector<std::int32_t> sentences_;  // sentences of a step
  SentenceModels models_;
  std::vector<MapDescription> maps_;  // the maps that these models have
  SentenceRecording training_plan_, probe_plan_, predict_plan_;
};

ExplainedAnswer SentimentTrial::make_explained_answer(const Fields& request) {
  Fields input = request;
  const std::string map = take_text(input, "map");
  const auto is_requested = [&](const MapDescription& one) { return one.name == map; };
  if (!map.empty() && std::none_of(maps_.begin(), maps_.end(), is_requested))
    throw_bad_parameter("map", map, "one of " + join_names(maps_, &MapDescription::name));
  const bool is_intra = map == kIntraMap;
  const std::optional<Value> row_value = take_field(input, "row");
  const std::size_t model = map == kModelNames[1] ? 1 : 0;
  Review review = read_input(input);
  run_review(review);
  const auto& output = predict_plan_.outputs[model];
  const int rows = is_intra ? static_cast<int>(review.words.size()) : 1;
  const int row = row_value ? read_example(*row_value, rows, "row") : rows - 1;
  const Node weights =
      is_intra ? predict_plan_.intra_attention(std::max(row, 1)).weights : output.attention.weights;
  if (!weights.valid() || !has_attention(is_intra ? kIntraMap : kModelNames[model]))
    throw_bad_parameter("map", map, "a network that weighs its words");
  std::vector<std::string> labels = review.words;
  if (is_intra) labels.resize(static_cast<std::size_t>(row));  // the words before the row's word
  std::vector<float> truth(is_intra || !input.contains("example") ? 0 : labels.size());
  std::vector<int> expected(truth.size(), ExplainedAnswer::kNone);
  if (!truth.empty()) {
    mark_words(review.cues, truth);
    for (const int word : review.good) expected[static_cast<std::size_t>(word)] = 1;
    for (const int word : review.bad) expected[static_cast<std::size_t>(word)] = 0;
  }
  // To leave out a word, it is removed from the sentence.
  return {.plan = &predict_plan_.plan,
          .weights = weights,
          .labels = std::move(labels),
          .row_label = is_intra ? review.words[static_cast<std::size_t>(row)] : "sentence",
          .rows = rows,
          .truth = std::move(truth),
          .expected = std::move(expected),
          .fill =
              [this, all = corpus_.encode(review.words)](int left_out) {
                std::vector<std::int32_t> left = all;
                if (left_out != ExplainedAnswer::kNone) left.erase(left.begin() + left_out);
                predict_plan_.fill(0, left, false);
              },
          .answer = read_logit(predict_plan_.plan.value(output.logit)),
          .answer_label = [](std::size_t answer) { return std::string(answer == 1 ? "good" : "bad"); }};
}

}  // namespace

std::unique_ptr<Trial> make_trial(std::uint64_t seed, const Values& values, Data data) {
  return std::make_unique<SentimentTrial>(seed, values, SentenceCorpus(seed, values, data));
}

}  // namespace attento::sentiment
