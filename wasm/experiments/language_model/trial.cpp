// The experiment "language-model". The file is long because frame, metrics, samples and answers read the same plans.
#include "experiments/language_model/trial.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <string>

#include "experiments/language_model/corpus.hpp"
#include "experiments/language_model/measure.hpp"
#include "experiments/language_model/ngrams.hpp"
#include "experiments/language_model/recording.hpp"
#include "lab/held_heads.hpp"
#include "lab/pair_words.hpp"
#include "lab/trial_helpers.hpp"
#include "text/tokenizer.hpp"

namespace attento::language_model {
namespace {

/// Draws a token from softmax(logits / temperature); temperature 0 takes the most probable token. Never draws padding
/// or the unknown token.
std::int32_t draw_token(std::span<const float> all, double temperature, Generator& random) {
  constexpr std::size_t kFirst = Vocabulary::kUnknown + 1;
  const std::size_t shift = std::min(kFirst, all.size() - 1);
  const auto logits = all.subspan(shift);
  const auto best = std::max_element(logits.begin(), logits.end());
  const auto id = [&](std::ptrdiff_t index) {
    return static_cast<std::int32_t>(index + static_cast<std::ptrdiff_t>(shift));
  };
  if (temperature <= 0) return id(best - logits.begin());
  std::vector<double> sums;
  double sum = 0;
  for (const float logit : logits)
    sums.push_back(sum += std::exp(static_cast<double>(logit - *best) / temperature));
  const double point = static_cast<double>(random.uniform()) * sum;
  return id(std::upper_bound(sums.begin(), sums.end() - 1, point) - sums.begin());
}

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
        length_(corpus_.context()),
        model_(Transformer::declare(parameters_, make_decoder_settings(corpus_, values))),
        held_out_(count_windows(corpus_.held_out_count(), length_, corpus_.is_own())),
        probe_count_(std::min(kProbeWindows, held_out_)),
        training_plan_(parameters_, true, model_, epochs_.micro_batch_size()),
        probe_plan_(parameters_, false, model_, probe_count_),
        predict_plan_(parameters_, false, model_, 1) {
    values_.set("context", static_cast<double>(length_));
    values_.set("minimumCount", static_cast<double>(corpus_.minimum_count()));
    measured_training_count_ = corpus_.is_own() ? std::min(kProbeWindows, epochs_.examples()) : 0;
    if (corpus_.is_own() && values.integer("probeExample") == 0) choose_watched_window();
    check_watched_example(values_);
    const Ngrams ngrams(corpus_.ids().first(static_cast<std::size_t>(corpus_.training_count())),
                        corpus_.vocabulary().size());
    for (int i = 0; i < held_out_; ++i)
      baseline_bits_.push_back(
          compute_baseline_bits(corpus_, ngrams, held_out(i) + 1, static_cast<std::size_t>(length_)));
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
    check_watched_example(values);
    head_gates_ = read_head_gates(values, model_);
    values_ = values;
    for (TextRecording* recording : {&probe_plan_, &predict_plan_})
      write_head_gates(head_gates_, model_, recording->plan.value(recording->head_gates));
  }

  void declare(Frame& frame) override;

  void describe(Json& json) const override {
    write_counts(json, held_out_, probe_count_);
    json.field("truthMap", kMaps[0].name);
    corpus_.describe(json, measured_training_count_);
  }

  void describe_details(Json& json) const override {
    json.field("targetWords", corpus_.labels());
    json.field("layers", model_.settings.layers).field("heads", model_.settings.heads);
    BaselineBits all;
    for (const BaselineBits& one : baseline_bits_) all += one;
    json.field("bitsPerNat", static_cast<double>(held_out_) * length_ / all.characters / std::numbers::ln2);
    json.name("ngramBits").object([&] {
      json.field(/* translated */ "trigrams", (all.trigram + all.spelling_bits) / all.characters);
      json.field(/* translated */ "unigrams", (all.unigram + all.spelling_bits) / all.characters);
    });
  }

  MetricValues probe(Frame& frame) override;

  Evaluation evaluate() override {
    const MetricSums sums = measure(held_out_);
    return {sums.loss / sums.tokens, compute_metrics(sums)};
  }

  Answer predict(const Fields& input, HeldWeights& held) override;
  ExplainedAnswer make_explained_answer(const Fields& request) override;

  AttentionMap attention(const Fields& request) override {
    const MapRequest map_request = read_map_request(request, kMaps, watchable_count());
    const std::size_t from =
        find_start(map_request.example < 0 ? values_.integer("probeExample") : map_request.example);
    run_predict_plan(window(from));
    return make_map(window(from), from);
  }

 private:
  /// How many windows fit into a text, each with the token that follows it; rounded down to whole probes.
  static int count_windows(int tokens, int length, bool is_own) {
    // The user's own text leaves room for as many training windows as a probe reads, because they can be shown, too.
    const int all = std::min((tokens - 1) / length, kHeldOutWindows - (is_own ? kProbeWindows : 0));
    return all > kProbeWindows ? all - all % kProbeWindows : all;
  }

  void initialize(std::uint64_t seed) override {
    model_.initialize(parameters_, seed);
    set(values_);
  }

  void fill_row(int row, std::int32_t start) override {
    training_plan_.fill(row, window(static_cast<std::size_t>(start)));
  }
  Shape truth_shape() const override { return {length_, length_}; }
  void mark_example(std::int32_t start, std::span<float> marks) const override {
    mark(static_cast<std::size_t>(start), marks);
  }

  void check_watched_example(const Values& values) const {
    if (const int watched = values.integer("probeExample"); watched >= watchable_count()) {
      throw_bad_parameter(
          "probeExample", watched,
          "a number below that of the windows to watch, " + std::to_string(watchable_count()));
    }
  }

  /// The first token of held-out window i. The windows are spread evenly over the held-out text.
  std::size_t held_out(int i) const {
    const auto room = static_cast<std::int64_t>((corpus_.held_out_count() - 1) / length_);
    // The first windows, which the probe reads, are also spread evenly.
    const int probes = held_out_ / probe_count_;
    const std::int64_t index = i % probe_count_ * probes + i / probe_count_;
    return static_cast<std::size_t>(corpus_.training_count() + index * room / held_out_ * length_);
  }

  /// How many windows can be shown: the held-out windows and, of the user's own text, some training windows.
  int watchable_count() const { return held_out_ + measured_training_count_; }

  /// The first token of an example. Training windows are spread evenly over the training text.
  std::size_t find_start(int example) const {
    if (example < held_out_) return held_out(example);
    const auto index =
        static_cast<std::int64_t>(example - held_out_) * epochs_.examples() / measured_training_count_;
    return static_cast<std::size_t>(index * length_);
  }

  /// If the user has not chosen a window, chooses the window with the fewest unknown tokens, the first if several are
  /// equal.
  void choose_watched_window() {
    const auto unknown = [&](int example) {
      const auto tokens = window(find_start(example));
      return std::count(tokens.begin(), tokens.end(), Vocabulary::kUnknown);
    };
    int best = 0;
    for (int i = 1; i < watchable_count(); ++i)
      if (unknown(i) < unknown(best)) best = i;
    values_.set("probeExample", static_cast<double>(best));
  }

  /// Returns the window that begins at token `from`, and the token after the window.
  std::span<const std::int32_t> window(std::size_t from) const {
    return corpus_.ids().subspan(from, static_cast<std::size_t>(length_) + 1);
  }

  /// Marks the true attention of a window, [T, T].
  void mark(std::size_t from, std::span<float> marks) const {
    const auto T = static_cast<std::size_t>(length_);
    for (std::size_t t = 0; t < T; ++t)
      for (const int s : corpus_.find_true_positions(from, from + t + 1))
        marks[t * T + static_cast<std::size_t>(s)] = 1;
  }

  void run_predict_plan(std::span<const std::int32_t> tokens) {
    predict_plan_.fill(0, tokens);
    predict_plan_.plan.forward();
  }

  /// Continues `tokens`, which a forward pass has read, to a full context. Returns T tokens and one of padding.
  std::vector<std::int32_t> generate(std::vector<std::int32_t> tokens, double temperature, int draw);

  /// The input of predict(): an example, or a prompt and its continuation.
  struct ReadWindow {
    std::vector<std::int32_t> tokens;    // T tokens and the token after them
    std::optional<std::size_t> start{};  // the first token of the example
    int prompt_length = 0;
  };
  ReadWindow read_window(Fields input);

  /// The nodes of the attention weights, one for each layer.
  std::vector<Node> list_weights() const {
    std::vector<Node> layers;
    for (const Transformer::LayerOutput& layer : predict_plan_.output.layers)
      layers.push_back(layer.self.weights);
    return layers;
  }

  std::vector<std::string> list_words(std::span<const std::int32_t> tokens) const {
    std::vector<std::string> words;
    for (const std::int32_t token : tokens)
      words.push_back(corpus_.labels()[static_cast<std::size_t>(token)]);
    return words;
  }

  /// The default prompt of a sample: a line break, or if the text has none, the most frequent token.
  std::vector<std::int32_t> default_prompt() const {
    const std::int32_t line = corpus_.vocabulary().id("\n");
    return {line == Vocabulary::kUnknown && corpus_.vocabulary().word_count() > 0 ? line + 1 : line};
  }

  /// The map of T tokens (`tokens` has one more), with its truth if it is the window that begins at `start`.
  AttentionMap make_map(std::span<const std::int32_t> tokens, std::optional<std::size_t> start) const;

  MetricSums measure(int count);

  /// Metrics of held-out windows and, for the user's own text, the accuracy on the training text.
  MetricValues compute_metrics(const MetricSums& held_out) {
    MetricValues all = held_out.metrics(head_gates_);
    if (measured_training_count_ > 0) all.emplace_back("trainingTokenAccuracy", compute_training_accuracy());
    return all;
  }

  /// The share of tokens in training windows that the model predicts as most probable.
  double compute_training_accuracy() {
    int right = 0;
    const auto fill = [&](int row, int i) { probe_plan_.fill(row, window(find_start(held_out_ + i))); };
    run_in_batches(probe_plan_.plan, probe_count_, measured_training_count_, fill, [&](int, int rows) {
      for (int row = 0; row < rows; ++row)
        for (int t = 0; t < length_; ++t) right += probe_plan_.is_correct(row, t);
    });
    return static_cast<double>(right) / (measured_training_count_ * length_);
  }

  std::uint64_t seed_;
  TextCorpus corpus_;
  int length_;
  Transformer model_;
  int held_out_, probe_count_;  // numbers of windows
  int measured_training_count_ =
      0;  // number of training windows of the user's own text that are measured and can be shown
  TextRecording training_plan_, probe_plan_, predict_plan_;
  std::vector<std::int32_t> starts_;  // first tokens of the windows of a step
  std::vector<BaselineBits> baseline_bits_;
  std::vector<float> head_gates_;  // 1 for each head that is on, 0 for heads that are off
};

void LanguageModelTrial::declare(Frame& frame) {
  const int all = model_.attention_count() * model_.settings.heads;
  const std::string name(kMaps[0].name);
  const Axis /* translated */ heads{"head", all}, query{"query", length_}, key{"key", length_},
      position{"position", length_};
  frame.add_map(name, {heads, query, key}, name + ".truth");
  frame.add(name + ".truth", {query, key});
  for (const char* statistic : kHeadStatistics) frame.add(name + statistic, {heads});
  frame.add("lengths", {{"side", 2}});
  frame.add("best", {{"head", 1}});
  for (const char* tokens : {"decoder.tokens", "predicted", "sample.tokens"}) frame.add(tokens, {position});
  frame.add("sample", {heads, query, key});
  frame.row_labels = frame.column_labels = number_labels(length_);
}

MetricValues LanguageModelTrial::probe(Frame& frame) {
  const MetricSums sums = measure(probe_count_);
  const std::string name(kMaps[0].name);
  const std::size_t from = find_start(values_.integer("probeExample"));
  const auto tokens = window(from);
  run_predict_plan(tokens);
  predict_plan_.copy_maps(false, 0, frame[name]);
  predict_plan_.copy_maps(true, 0, frame[name + ".scores"]);
  const auto truth = frame[name + ".truth"];
  std::fill(truth.begin(), truth.end(), 0.0F);
  mark(from, truth);
  write_head_statistics(frame, name, sums.heads);
  frame["lengths"][0] = 0;
  frame["lengths"][1] = static_cast<float>(length_);
  frame["best"][0] =
      corpus_.has_truth() ? static_cast<float>(find_best_head(sums.heads, head_gates_)) : -1.0F;
  for (int t = 0; t < length_; ++t) {
    const auto index = static_cast<std::size_t>(t);
    frame["decoder.tokens"][index] = static_cast<float>(tokens[index]);
    frame["predicted"][index] = static_cast<float>(predict_plan_.predicted_token(0, t));
  }
  const std::vector<std::int32_t> sample_tokens =
      generate(default_prompt(), values_.real("temperature"), values_.integer("sampleSeed"));
  frame.write("sample.tokens", std::span(sample_tokens).first(static_cast<std::size_t>(length_)));
  predict_plan_.copy_maps(false, 0, frame["sample"]);
  return compute_metrics(sums);
}

MetricSums LanguageModelTrial::measure(int count) {
  MetricSums all;
  all.heads.resize(head_gates_.size());
  const auto fill = [&](int row, int i) { probe_plan_.fill(row, window(held_out(i))); };
  run_in_batches(probe_plan_.plan, probe_count_, count, fill, [&](int first, int rows) {
    for (int row = 0; row < rows; ++row) {
      all.baseline_bits += baseline_bits_[static_cast<std::size_t>(first + row)];
      all.add(probe_plan_, row, corpus_, held_out(first + row));
    }
  });
  all.tokens = static_cast<double>(count) * length_;
  all.bits = all.loss / std::numbers::ln2;
  return all;
}

std::vector<std::int32_t> LanguageModelTrial::generate(std::vector<std::int32_t> tokens, double temperature,
                                                       int draw) {
  Generator random(seed_, "language-model/sample", static_cast<std::uint32_t>(draw));
  const auto T = static_cast<std::size_t>(length_);
  std::size_t position = std::min(tokens.size(), T);
  tokens.resize(T + 1, Vocabulary::kPadding);
  for (; position < T; ++position) {
    run_predict_plan(tokens);
    tokens[position] =
        draw_token(predict_plan_.batch_first_row(predict_plan_.logits, 0, static_cast<int>(position) - 1),
                   temperature, random);
  }
  run_predict_plan(tokens);
  return tokens;
}

AttentionMap LanguageModelTrial::make_map(std::span<const std::int32_t> tokens,
                                          std::optional<std::size_t> start) const {
  const std::vector<std::string> words = list_words(tokens.first(static_cast<std::size_t>(length_)));
  const int heads = model_.settings.heads;
  const int all = model_.attention_count() * heads;
  AttentionMap map{.name = kMaps[0].name,
                   .shape = {model_.settings.layers, heads, length_, length_},
                   .weights = std::vector<float>(Shape{all, length_, length_}.size()),
                   .scores = std::vector<float>(Shape{all, length_, length_}.size()),
                   .row_labels = words,
                   .column_labels = words};
  predict_plan_.copy_maps(false, 0, map.weights);
  predict_plan_.copy_maps(true, 0, map.scores);
  if (start && corpus_.has_truth()) {
    map.truth.resize(static_cast<std::size_t>(length_) * static_cast<std::size_t>(length_));
    mark(*start, map.truth);
  }
  return map;
}

LanguageModelTrial::ReadWindow LanguageModelTrial::read_window(Fields input) {
  const bool is_example = input.contains("example");
  if (take_true_prefix(input, is_example) != is_example)
    throw_bad_parameter(
        "prefix", is_example ? "own" : "true",
        is_example ? "true: an example is read as it is" : "own: the true continuation is not known");
  if (const std::optional<Value> example = take_field(input, "example")) {
    read_settings(std::span(kInputs).subspan(1), input);
    const std::size_t start = find_start(read_example(*example, watchable_count()));
    const auto tokens = window(start);
    return {{tokens.begin(), tokens.end()}, start};
  }
  const Values read = read_settings(kInputs, input);
  std::vector<std::int32_t> prompt = corpus_.encode(clean_text(read.text("prompt")));
  if (prompt.size() > static_cast<std::size_t>(length_)) prompt.erase(prompt.begin(), prompt.end() - length_);
  const int prompt_length = static_cast<int>(prompt.size());
  return {
      generate(std::move(prompt), read.real("temperature"), read.integer("sampleSeed")), {}, prompt_length};
}

ExplainedAnswer LanguageModelTrial::make_explained_answer(const Fields& request) {
  Fields input = request, heads;
  if (const std::string map = take_text(input, "map"); !map.empty() && map != kMaps[0].name)
    throw_bad_parameter("map", map, kMaps[0].name);
  for (const char* name : {"layer", "head"})
    if (const auto number = take_field(input, name)) heads.emplace(name, *number);
  const std::optional<Value> row = take_field(input, "row");
  const int t = row ? read_example(*row, length_, "row") : 0;
  const auto [tokens, start, prompt_length] = read_window(input);
  std::vector<std::string> words = list_words(std::span(tokens).first(static_cast<std::size_t>(t) + 1));
  ExplainedAnswer explained{
      .plan = &predict_plan_.plan,
      .labels = words,
      .row_label = words.back(),
      .rows = length_,
      .fill =
          [this, tokens = tokens](int left_out) {
            predict_plan_.fill(0, tokens);
            if (left_out != ExplainedAnswer::kNone)
              predict_plan_.plan.ids(predict_plan_.x)[static_cast<std::size_t>(left_out)] =
                  Vocabulary::kUnknown;
          },
      .answer =
          [this, t] {
            const auto p = predict_plan_.batch_first_row(predict_plan_.loss.probabilities, 0, t);
            return std::vector<double>(p.begin(), p.end());
          },
      .answer_label = [this](std::size_t token) { return corpus_.labels()[token]; }};
  if (start && corpus_.has_truth()) {
    const std::size_t next = *start + static_cast<std::size_t>(t) + 1;
    explained.truth.resize(words.size());
    for (const int s : corpus_.find_true_positions(*start, next))
      explained.truth[static_cast<std::size_t>(s)] = 1;
    for (std::size_t s = 0; s < words.size(); ++s)
      explained.expected.push_back(corpus_.find_named_token(*start + s, next));
  }
  choose_heads(explained, list_weights(), heads, t);
  return explained;
}

Answer LanguageModelTrial::predict(const Fields& input, HeldWeights& held) {
  held.check({{{.name = kMaps[0].name,
                .layers = model_.settings.layers,
                .heads = model_.settings.heads,
                .rows = length_,
                .columns = length_,
                .is_causal = true}}});
  if (!held.empty()) hold_heads(predict_plan_.plan, list_weights(), held, {.map = kMaps[0].name});
  Answer answer;
  auto [tokens, start, prompt_length] = read_window(input);
  if (start) run_predict_plan(tokens);
  answer.attention = make_map(tokens, start);
  std::vector<int> output(tokens.begin(), tokens.end() - 1);
  if (start) {
    for (int t = 0; t < length_; ++t)
      output[static_cast<std::size_t>(t)] = predict_plan_.predicted_token(0, t);
    constexpr int kMinCandidateTokens = 5;
    if (corpus_.vocabulary().size() >= kMinCandidateTokens) {
      std::vector<std::vector<Candidate>> candidate_lists;
      for (int t = 0; t < length_; ++t) {
        candidate_lists.push_back(list_top_candidates(
            predict_plan_.batch_first_row(predict_plan_.loss.probabilities, 0, t),
            [&](std::int32_t id) { return corpus_.labels()[static_cast<std::size_t>(id)]; }));
      }
      answer.fields.add("candidates", std::move(candidate_lists));
    }
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
