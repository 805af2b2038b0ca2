#include "experiments/language_model/trial.hpp"

#include <algorithm>
#include <array>
#include <numbers>
#include <string>

#include "experiments/language_model/corpus.hpp"
#include "experiments/language_model/measure.hpp"
#include "lab/pair_words.hpp"
#include "lab/trial_helpers.hpp"
#include "text/tokenizer.hpp"

namespace attento::language_model {
namespace {

/// A step averages over the requested number of windows; of the user's own text at most over all windows.
ShuffledEpochs make_epochs(std::uint64_t seed, const Values& values, const TextCorpus& corpus) {
  const int windows = corpus.training_count() / corpus.context() - 1;
  const int batch = values.integer("batchSize");
  return {seed, windows, corpus.is_own() ? std::min(batch, windows) : batch,
          values.boolean(kUseMicroBatches)};
}

class LanguageModelTrial final : public Trial {
 public:
  LanguageModelTrial(std::uint64_t seed, const Values& values, TextCorpus corpus)
      : Trial(values, make_epochs(seed, values, corpus)),
        seed_(seed),
        corpus_(std::move(corpus)),
        windows_(corpus_, epochs_.examples()),
        length_(windows_.length),
        model_(Transformer::declare(parameters_, make_decoder_settings(corpus_, values))),
        training_plan_(parameters_, true, model_, epochs_.micro_batch_size()),
        probe_plan_(parameters_, false, model_, windows_.probe_count),
        predict_plan_(parameters_, false, model_, 1) {
    values_.set("context", static_cast<double>(length_));
    values_.set("minimumCount", static_cast<double>(corpus_.minimum_count()));
    if (corpus_.is_own() && values.integer("probeExample") == 0)
      values_.set("probeExample", static_cast<double>(windows_.find_most_known_example()));
    check_watched_example(values_, windows_.watchable_count(), "windows");
    const Ngrams ngrams(corpus_.ids().first(static_cast<std::size_t>(corpus_.training_count())),
                        corpus_.vocabulary().size());
    for (int i = 0; i < windows_.held_out_count; ++i)
      baseline_bits_.push_back(compute_baseline_bits(corpus_, ngrams, windows_.find_start(i) + 1,
                                                     static_cast<std::size_t>(length_)));
    register_plans({&training_plan_.plan, &probe_plan_.plan, &predict_plan_.plan});
  }

  std::vector<Node> model_losses() const override { return {training_plan_.objective}; }
  /// Returns the windows of a step. Windows are consecutive, with another shift in each epoch.
  std::span<const std::int32_t> examples(std::int64_t step) override {
    const auto epoch = static_cast<std::uint32_t>(step / epochs_.steps());
    const auto shift = static_cast<int>(
        Generator(seed_, "language-model/shift", epoch).integer(static_cast<std::uint32_t>(length_)));
    const auto windows = epochs_.batch(step);
    starts_.resize(windows.size());
    std::transform(windows.begin(), windows.end(), starts_.begin(),
                   [&](int window) { return window * length_ + shift; });
    return starts_;
  }

  void set(const Values& values) override {
    check_watched_example(values, windows_.watchable_count(), "windows");
    head_gates_ = set_head_gates(values, model_, probe_plan_, predict_plan_);
    values_ = values;
  }

  void declare(Frame& frame) override;

  void describe(Json& json) const override {
    write_counts(json, windows_.held_out_count, windows_.probe_count);
    json.field("truthMap", kMaps[0].name);
    corpus_.describe(json, windows_.measured_training_count);
  }

  void describe_details(Json& json) const override {
    json.field("targetWords", corpus_.labels());
    json.field("layers", model_.settings.layers).field("heads", model_.settings.heads);
    BaselineBits all;
    for (const BaselineBits& one : baseline_bits_) all += one;
    json.field("bitsPerNat",
               static_cast<double>(windows_.held_out_count) * length_ / all.characters / std::numbers::ln2);
    json.name("ngramBits").object([&] {
      json.field(/* translated */ "trigrams", all.per_character(all.trigram));
      json.field(/* translated */ "unigrams", all.per_character(all.unigram));
    });
  }

  MetricValues probe(Frame& frame) override;

  Evaluation evaluate() override {
    const MetricSums sums = measure(0, windows_.held_out_count);
    return {sums.loss / sums.tokens, compute_metrics(sums)};
  }

  Answer predict(const Fields& input, HeldWeights& held) override;
  ExplainedAnswer make_explained_answer(const Fields& request) override;

  AttentionMap attention(const Fields& request) override {
    const MapRequest map_request =
        read_map_request(request, kMaps, windows_.watchable_count(), values_.integer("probeExample"));
    const std::size_t start = windows_.find_start(map_request.example);
    fill_and_run(predict_plan_, windows_[start]);
    return make_map(windows_[start], start);
  }

 private:
  void initialize(std::uint64_t seed) override {
    model_.initialize(parameters_, seed);
    set(values_);
  }

  void fill_row(int row, std::int32_t start) override {
    training_plan_.fill(row, windows_[static_cast<std::size_t>(start)]);
  }
  Shape truth_shape() const override { return {length_, length_}; }
  void mark_example(std::int32_t start, std::span<float> marks) const override {
    windows_.mark(static_cast<std::size_t>(start), marks);
  }

  /// Draws a sample that continues `tokens`.
  std::vector<std::int32_t> draw_sample(std::vector<std::int32_t> tokens, double temperature, int draw) {
    return generate(predict_plan_, std::move(tokens), temperature,
                    {seed_, "language-model/sample", static_cast<std::uint32_t>(draw)});
  }

  /// The input of predict(): an example, or a prompt and its continuation.
  struct ReadWindow {
    std::vector<std::int32_t> tokens;    // T tokens and the token after them
    std::optional<std::size_t> start{};  // the first token of the example
    int prompt_length = 0;
  };
  ReadWindow read_window(Fields input);

  /// Makes the map of the tokens of the last prediction (`tokens` has one more), with its truth if they are an example.
  AttentionMap make_map(std::span<const std::int32_t> tokens, std::optional<std::size_t> start) {
    const std::vector<std::string> words = corpus_.list_words(tokens.first(tokens.size() - 1));
    AttentionMap map = predict_plan_.map().make_map(words, words);
    if (!start || corpus_.is_own()) return map;
    map.truth.resize(words.size() * words.size());
    windows_.mark(*start, map.truth);
    return map;
  }

  TokenLabel token_label() const {
    return [this](std::size_t token) { return corpus_.labels()[token]; };
  }

  /// Measures `count` examples from `first` on; only held-out windows, which come first, have n-gram baselines.
  MetricSums measure(int first, int count);

  /// Metrics of held-out windows and, for the user's own text, the accuracy on the training text.
  MetricValues compute_metrics(const MetricSums& held_out) {
    MetricValues all = held_out.metrics(head_gates_);
    if (windows_.measured_training_count > 0)
      all.emplace_back("trainingTokenAccuracy",
                       measure(windows_.held_out_count, windows_.measured_training_count).token_accuracy());
    return all;
  }

  std::uint64_t seed_;
  TextCorpus corpus_;
  TextWindows windows_;
  int length_;
  Transformer model_;
  TextRecording training_plan_, probe_plan_, predict_plan_;
  std::vector<std::int32_t> starts_;  // first tokens of the windows of a step
  std::vector<BaselineBits> baseline_bits_;
  std::vector<float> head_gates_;  // 1 for each head that is on, 0 for heads that are off
};

void LanguageModelTrial::declare(Frame& frame) {
  const HeadMap map = predict_plan_.map();
  const Axis /* translated */ position{"position", length_};
  map.declare(frame, true);
  frame.add("lengths", {{"side", 2}});
  frame.add("best", {{"head", 1}});
  for (const char* tokens : {"decoder.tokens", "predicted", "sample.tokens"}) frame.add(tokens, {position});
  frame.add("sample", map.axes());
  frame.row_labels = frame.column_labels = number_labels(length_);
}

MetricValues LanguageModelTrial::probe(Frame& frame) {
  const MetricSums sums = measure(0, windows_.probe_count);
  const std::size_t from = windows_.find_start(values_.integer("probeExample"));
  const auto tokens = windows_[from];
  fill_and_run(predict_plan_, tokens);
  predict_plan_.map().write(frame, length_, length_, sums.heads);
  const auto truth = frame[std::string(kMaps[0].name) + ".truth"];
  std::fill(truth.begin(), truth.end(), 0.0F);
  windows_.mark(from, truth);
  frame.write("lengths", std::array{0, length_});
  frame["best"][0] = corpus_.is_own() ? -1.0F : static_cast<float>(find_best_head(sums.heads, head_gates_));
  frame.write("decoder.tokens", tokens.first(static_cast<std::size_t>(length_)));
  frame.write("predicted", predict_plan_.predicted_tokens());
  // The sample continues a line break, or if the text has none, the most frequent token.
  const std::int32_t line = corpus_.vocabulary().id("\n");
  const bool has_line = line != Vocabulary::kUnknown || corpus_.vocabulary().word_count() == 0;
  const std::vector<std::int32_t> sample_tokens =
      draw_sample({has_line ? line : line + 1}, values_.real("temperature"), values_.integer("sampleSeed"));
  frame.write("sample.tokens", std::span(sample_tokens).first(static_cast<std::size_t>(length_)));
  frame.write("sample", predict_plan_.map().copy(false, length_, length_));
  return compute_metrics(sums);
}

MetricSums LanguageModelTrial::measure(int first, int count) {
  MetricSums all;
  const auto start = [&](int i) { return windows_.find_start(first + i); };
  const auto fill = [&](int row, int i) { probe_plan_.fill(row, windows_[start(i)]); };
  run_in_batches(probe_plan_.plan, windows_.probe_count, count, fill, [&](int batch, int rows) {
    for (int row = 0; row < rows; ++row) all.add(probe_plan_, row, corpus_, start(batch + row));
  });
  for (int i = first; i < std::min(first + count, windows_.held_out_count); ++i)
    all.baseline_bits += baseline_bits_[static_cast<std::size_t>(i)];
  all.tokens = static_cast<double>(count) * length_;
  return all;
}

LanguageModelTrial::ReadWindow LanguageModelTrial::read_window(Fields input) {
  const bool is_example = input.contains("example");
  if (take_true_prefix(input, is_example) != is_example)
    throw_bad_parameter(
        "prefix", is_example ? "own" : "true",
        is_example ? "true: an example is read as it is" : "own: the true continuation is not known");
  if (const std::optional<Value> example = take_field(input, "example")) {
    read_settings(std::span(kInputs).subspan(1), input);
    const std::size_t start = windows_.find_start(read_example(*example, windows_.watchable_count()));
    const auto tokens = windows_[start];
    return {{tokens.begin(), tokens.end()}, start};
  }
  const Values read = read_settings(kInputs, input);
  std::vector<std::int32_t> prompt = corpus_.encode(clean_text(read.text("prompt")));
  if (prompt.size() > static_cast<std::size_t>(length_)) prompt.erase(prompt.begin(), prompt.end() - length_);
  const int prompt_length = static_cast<int>(prompt.size());
  return {draw_sample(std::move(prompt), read.real("temperature"), read.integer("sampleSeed")),
          {},
          prompt_length};
}

ExplainedAnswer LanguageModelTrial::make_explained_answer(const Fields& request) {
  Fields input = without_row(request, {"layer", "head"});  // see choose_row()
  if (const std::string map = take_text(input, "map"); !map.empty() && map != kMaps[0].name)
    throw_bad_parameter("map", map, kMaps[0].name);
  const int t = read_row(request, length_);
  const auto [tokens, start, prompt_length] = read_window(input);
  std::vector<std::string> words =
      corpus_.list_words(std::span(tokens).first(static_cast<std::size_t>(t) + 1));
  ExplainedAnswer explained{
      .plan = &predict_plan_.plan,
      .labels = words,
      .row_label = words.back(),
      .rows = length_,
      .fill = make_fill(predict_plan_, predict_plan_.x, Vocabulary::kUnknown, tokens),
      .answer = read_probabilities(predict_plan_.batch_first_row(predict_plan_.loss.probabilities, 0, t)),
      .answer_label = token_label()};
  if (start && !corpus_.is_own()) {
    const std::size_t next = *start + static_cast<std::size_t>(t) + 1;
    explained.truth.resize(words.size());
    for (const int s : corpus_.find_true_positions(*start, next))
      explained.truth[static_cast<std::size_t>(s)] = 1;
    for (std::size_t s = 0; s < words.size(); ++s)
      explained.expected.push_back(corpus_.find_named_token(*start + s, next));
  }
  predict_plan_.map().choose_row(explained, request, t);
  return explained;
}

Answer LanguageModelTrial::predict(const Fields& input, HeldWeights& held) {
  const HeadMap map = predict_plan_.map();
  held.check({{map.make_holdable(length_, length_)}});
  if (!held.empty()) map.hold(held);
  Answer answer;
  auto [tokens, start, prompt_length] = read_window(input);
  if (start) fill_and_run(predict_plan_, tokens);
  answer.attention = make_map(tokens, start);
  std::vector<int> output(tokens.begin(), tokens.end() - 1);
  if (start) {
    output = predict_plan_.predicted_tokens();
    constexpr int kMinCandidateTokens = 5;
    if (corpus_.vocabulary().size() >= kMinCandidateTokens)
      answer.fields.add("candidates",
                        list_candidates(predict_plan_.plan.value(predict_plan_.loss.probabilities),
                                        static_cast<std::size_t>(length_), token_label()));
    answer.fields.add("target", std::vector<int>(tokens.begin() + 1, tokens.end()));
  } else {
    answer.fields.add("promptLength", prompt_length);
  }
  tokens.pop_back();
  std::string text;
  for (const int token : output) text += corpus_.labels()[static_cast<std::size_t>(token)];
  answer.fields.add("output", output);
  answer.fields.add("text", text);
  answer.steps.add("input", "x", std::vector<float>(tokens.begin(), tokens.end()));
  answer.steps.add("logits", "W norm(x) + b", predict_plan_.plan.value(predict_plan_.logits));
  return answer;
}

}  // namespace

std::unique_ptr<Trial> make_trial(std::uint64_t seed, const Values& values, Data data) {
  return std::make_unique<LanguageModelTrial>(seed, values, TextCorpus(seed, values, data));
}

}  // namespace attento::language_model
