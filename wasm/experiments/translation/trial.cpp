#include "experiments/translation/trial.hpp"

#include <algorithm>
#include <array>
#include <string>

#include "experiments/translation/measure.hpp"
#include "lab/cell_choice.hpp"
#include "lab/hard_settings.hpp"
#include "models/translation_decoder.hpp"
#include "tasks/dates.hpp"

namespace attento::translation {
namespace {

constexpr int kMaxBeamWidth = 5;  // largest width of beam search
constexpr int kExtraTokens = 4;   // tokens that a decoded target may have beyond the longest true one

std::unique_ptr<PairTask> make_task(std::uint64_t seed, const Values& values, Data data) {
  if (auto common = make_common_task(seed, values, values.integer("largestNumber"), data)) return common;
  return std::make_unique<Dates>(seed);
}

EncoderDecoder::Settings make_model_settings(const PairTask& task, const Values& values) {
  if (values.choice("attention") == "hard" && values.choice("locality") != "global")
    throw_bad_parameter("locality", values.choice("locality"), "global, as attention is hard");
  return {.source_words = task.source_words().size(),
          .target_words = task.target_words().size(),
          .embedding = values.integer("embedding"),
          .hidden = values.integer("hidden"),
          .cell = NamedChoice<kCells>(values.choice("cell"))->value,
          .bidirectional = values.boolean("bidirectional"),
          .score = values.choice("score"),
          .formula = values.text("formula"),
          .locality = values.choice("locality"),
          .window = values.real("window"),
          .attention_kind = values.choice("attention"),
          .input_feeding = values.boolean("inputFeeding"),
          .dropout = values.real("dropout"),
          .fault = values.choice("fault")};
}

constexpr std::size_t kMaxShorterPlans = 8;  // maximum number of plans for shorter pairs; they share memory

class TranslationTrial final : public PairTrial {
 public:
  TranslationTrial(std::uint64_t seed, const Values& values, Data data)
      : PairTrial(seed, values, make_task(seed, values, data), supports_micro_batches(values),
                  values.choice("fault") == "no-mask" ? 0 : kMaxShorterPlans),  // "no-mask" needs padding
        S_(task_->max_source_length()),
        T_(task_->max_target_length()),
        model_(EncoderDecoder::declare(parameters_, make_model_settings(*task_, values))),
        probe_plan_(parameters_, false, model_, probe_count_, S_, T_),
        predict_plan_(parameters_, false, model_, 1, S_, T_ + kExtraTokens),
        greedy_decoder_(model_, parameters_, probe_count_, S_),
        beam_decoder_(model_, parameters_, kMaxBeamWidth, S_) {
    training_plans_.reserve(plan_lengths_.size());
    for (const PairLengths& lengths : plan_lengths_) {
      training_plans_.emplace_back(parameters_, true, model_, epochs_.micro_batch_size(), lengths.source,
                                   lengths.target, epochs_.micro_batches() > 1,
                                   values.real("teacherForcing") < 1,
                                   read_hard_attention_options(values, model_.is_hard()));
    }
    register_alternative_plans(training_plans_);
    register_plans({&probe_plan_.plan, &predict_plan_.plan});
    register_plans(greedy_decoder_.plans());
    register_plans(beam_decoder_.plans());
  }

  std::vector<Node> model_losses() const override { return {training_plan().loss.loss}; }

  std::span<const std::int32_t> examples(std::int64_t step) override {
    soft_share_ = soft_share(values_, step);
    return PairTrial::examples(step);
  }

  void fill(std::span<const std::int32_t> examples) override {
    PairTrial::fill(examples);
    if (const Node share = training_plan().encoded_source.soft_share; share.valid())
      training_plan().plan.value(share)[0] = static_cast<float>(soft_share_);
  }

  void declare(Frame& frame) override {
    const Axis /* translated */ source{"source", S_}, target{"target", T_};
    // The shown pair: its map, predictions after the true tokens, positions of windows or of hard attention.
    frame.add_map("weights", {target, source});
    frame.add("truth", {target, source});
    frame.add("lengths", {{"side", 2}});
    frame.add("tokens", {target});
    frame.add("position", {target});
    frame.add("example", {{"pair", 1}});
    frame.add("source", {source});
    frame.add("target", {target});
    // For each number of source words: how many measured pairs have it and how many of these are right; and, of the
    // first such pair, the hidden state that the decoder gets, source, target and the freely decoded output.
    if (!model_.has_attention()) frame.add("byLength", {source, {"pair", by_length_width()}});
    frame.row_labels = number_labels(T_);
    frame.column_labels = number_labels(S_);
  }

  void describe_details(Json& json) const override {
    write_words(json.name("sourceWords"), {&task_->source_words()});
    write_words(json.name("targetWords"), {&task_->target_words()});
    if (model_.settings.score->own) {
      json.name("ownScore").object([&] {
        json.field("code", model_.own.format_python())
            .field("requiresSameWidth", model_.own.requires_same_width);
      });
    }
  }

  MetricValues probe(Frame& frame) override {
    frame.clear();
    const Pair& pair = this->pair(-1);
    fill_and_run(predict_plan_, pair.source, pair.target);
    const std::size_t rows = pair.target.size();
    const Attention& attention = predict_plan_.decoder_output.attention;
    frame.write("weights", predict_plan_.batch_first_rows(attention.weights, rows));
    frame.write("weights.scores", predict_plan_.batch_first_rows(attention.scores, rows));
    frame.write("lengths", std::array{rows, pair.source.size()});
    frame.write("tokens", predict_plan_.predicted_tokens(rows));
    mark_true_map(pair, columns(), frame["truth"]);
    const std::span<float> position = frame["position"];
    std::fill(position.begin(), position.end(), -1.0F);
    frame.write("position", find_centers(predict_plan_, rows));
    frame["example"][0] = static_cast<float>(values_.integer("probeExample"));
    frame.write("source", pair.source);
    frame.write("target", pair.target);
    return measure_held_out(probe_count_, 1, model_.has_attention() ? nullptr : frame["byLength"].data())
        .metrics;
  }

  Evaluation evaluate() override { return measure_held_out(held_out_count(), values_.integer("beam")); }

  Answer predict(const Fields& input, HeldWeights& held) override;
  ExplainedAnswer make_explained_answer(const Fields& request) override;

  bool has_attention(std::string_view /*map*/) const override { return model_.has_attention(); }

  AttentionMap attention(const Fields& request) override {
    const Pair& pair = this->pair(read_map_request(request, kMaps, watchable_count()).example);
    fill_and_run(predict_plan_, pair.source, pair.target);
    return make_map(predict_plan_, *task_, pair.target, get_word_labels(task_->source_words(), pair.source),
                    &pair);
  }

 private:
  using Tokens = std::span<const std::int32_t>;

  const TranslationRecording& training_plan() const { return training_plans_[chosen_plan()]; }

  void fill_pair(int row, TrainingPairs::Tokens source, TrainingPairs::Tokens target) override {
    training_plans_[chosen_plan()].fill(row, source, target);
  }
  void set_mean_tokens(double tokens) override {
    for (const TranslationRecording& one : training_plans_)
      one.plan.value(one.count)[0] = static_cast<float>(tokens * one.samples);
  }

  /// Decodes the translation of a source.
  std::vector<std::int32_t> translate(Tokens source) {
    return beam_search(beam_decoder_, source, values_.integer("beam"), T_ + kExtraTokens).tokens;
  }

  void initialize(std::uint64_t seed) override {
    model_.initialize(parameters_, seed);
    for (const TranslationRecording& one : training_plans_) {
      if (one.teacher_forcing.valid())
        one.plan.value(one.teacher_forcing)[0] = static_cast<float>(values_.real("teacherForcing"));
    }
  }

  int by_length_width() const { return 2 + model_.settings.hidden + S_ + 2 * T_ + kExtraTokens; }

  std::size_t columns() const { return static_cast<std::size_t>(S_); }

  /// Makes the plan for single inputs and the decoding use the held weights until clear_edits().
  void hold(HeldWeights& held, int rows, int source) {
    predict_plan_.hold(held,
                       {.name = kMaps[0].name,
                        .rows = rows,
                        .columns = source,
                        .has_partial_rows = model_.settings.locality != "global"},
                       beam_decoder_);
  }

  /// Fills the tensor "byLength" of the frame, unless it is null.
  MetricSums measure(std::span<const Pair> pairs, int beam, float* by_length = nullptr);

  /// Adds a pair, which is in row `row` of the probe's batch, to the tensor "byLength" of the frame.
  void write_by_length(float* by_length, int row, const Pair& pair, Tokens output, bool right) const;

  /// Loss and metrics of the first `count` held-out pairs, and, for the user's own data, the exact match on training pairs.
  Evaluation measure_held_out(int count, int beam, float* by_length = nullptr) {
    const MetricSums sums =
        measure(std::span(held_out_).first(static_cast<std::size_t>(count)), beam, by_length);
    Evaluation all{sums.loss / sums.tokens, sums.metrics(S_)};
    if (!measured_training_pairs_.empty())
      all.metrics.emplace_back("trainingExactMatch", measure(measured_training_pairs_, beam).exact_match());
    return all;
  }

  int S_, T_;
  EncoderDecoder model_;
  std::vector<TranslationRecording> training_plans_;  // one plan for each of plan_lengths_
  TranslationRecording probe_plan_, predict_plan_;
  TranslationDecoder greedy_decoder_, beam_decoder_;
  double soft_share_ = 0;
};

MetricSums TranslationTrial::measure(std::span<const Pair> pairs, int beam, float* by_length) {
  MetricSums all;
  all.pairs = static_cast<double>(pairs.size());
  const auto fill = [&](int row, int i) {
    const Pair& pair = pairs[static_cast<std::size_t>(i)];
    probe_plan_.fill(row, pair.source, pair.target);
    greedy_decoder_.set_source(row, pair.source);
  };
  run_in_batches(probe_plan_.plan, probe_count_, static_cast<int>(pairs.size()), fill,
                 [&](int first, int rows) {
                   std::vector<Translation> output;
                   if (beam == 1) output = greedy(greedy_decoder_, T_ + kExtraTokens);
                   const double tokens = all.tokens;
                   for (int row = 0; row < rows; ++row) {
                     const Pair& pair = pairs[static_cast<std::size_t>(first + row)];
                     if (beam > 1)
                       output.push_back(beam_search(beam_decoder_, pair.source, beam, T_ + kExtraTokens));
                     const Tokens written = output[static_cast<std::size_t>(row)].tokens;
                     const bool right = is_correct(written, pair.target);
                     all.correct_pairs += right;
                     if (by_length) write_by_length(by_length, row, pair, written, right);
                     all.tokens += static_cast<double>(pair.target.size());
                     all.add(probe_plan_, row, pair);
                   }
                   all.loss += probe_plan_.number(probe_plan_.loss.loss) * (all.tokens - tokens);
                 });
  return all;
}

void TranslationTrial::write_by_length(float* by_length, int row, const Pair& pair, Tokens output,
                                       bool right) const {
  const std::size_t length = pair.source.size() - 1;  // without the end token
  float* at = by_length + length * static_cast<std::size_t>(by_length_width());
  at[1] += static_cast<float>(right);
  if (at[0]++ > 0) return;
  at += 2;
  for (const float number :
       probe_plan_.row(probe_plan_.encoded_source.start.state.hidden, row, probe_plan_.rows))
    *at++ = number;
  // Source and target end with the end token.
  for (const Tokens tokens : {Tokens(pair.source), Tokens(pair.target), output})
    for (const std::int32_t token : tokens) *at++ = static_cast<float>(token);
}

ExplainedAnswer TranslationTrial::make_explained_answer(const Fields& request) {
  Fields input = request;
  take_field(input, "map");
  const std::optional<Value> row = take_field(input, "row");
  const RequestedSource requested_source = read_requested_source(input, kInputs, 1, true);
  if (!model_.has_attention()) {
    throw_bad_parameter("score", values_.choice("score"), "a decoder with attention");
  }
  // The default is that of attention(): a pair's true target, or a typed source's translation.
  const std::vector<std::int32_t> target = requested_source.has_true_prefix
                                               ? find_true_target(requested_source)
                                               : translate(requested_source.source.ids);
  const std::optional<Pair> pair = find_true_pair(requested_source);
  std::vector<float> truth(pair && requested_source.has_true_prefix ? requested_source.source.ids.size() : 0);
  const int t = row ? read_example(*row, static_cast<int>(target.size()), "row") : 0;
  const std::vector<Node>& step_weights = predict_plan_.decoder_output.step_weights;
  if (!truth.empty()) mark_truth(*pair, static_cast<std::size_t>(t), truth);
  const bool has_step_nodes = step_weights.size() > 1;  // each step has its own node of weights
  // The answer is the next token, given the tokens before it. To leave out a source token, it is replaced by the
  // unknown token, so that all other tokens keep their positions.
  return {.plan = &predict_plan_.plan,
          .weights = has_step_nodes ? step_weights[static_cast<std::size_t>(t)]
                                    : predict_plan_.decoder_output.attention.weights,
          .first = has_step_nodes ? 0 : static_cast<std::size_t>(t) * columns(),
          .labels = requested_source.source.words,
          .row_label = std::string(task_->target_words().label(target[static_cast<std::size_t>(t)])),
          .rows = static_cast<int>(target.size()),
          .truth = truth,
          .expected = pair ? find_aligned_tokens(*pair) : std::vector<int>(),
          .fill =
              [this, target, source = requested_source.source.ids](int left_out) {
                predict_plan_.fill(0, source, target);
                if (left_out != ExplainedAnswer::kNone)
                  predict_plan_.plan.ids(predict_plan_.source)[static_cast<std::size_t>(left_out)] =
                      token::kUnknown;
              },
          .answer = read_probabilities(predict_plan_.time_first_row(predict_plan_.probabilities, 0, t)),
          .answer_label = make_token_label(task_->target_words())};
}

Answer TranslationTrial::predict(const Fields& input, HeldWeights& held) {
  const RequestedSource requested_source = read_requested_source(input, kInputs, 1);
  const EncodedText& encoded = requested_source.source;
  const std::optional<Pair> pair = find_true_pair(requested_source);
  std::vector<std::int32_t> output;
  if (requested_source.has_true_prefix) {
    output = find_true_target(requested_source);
    hold(held, static_cast<int>(output.size()), static_cast<int>(encoded.ids.size()));
  } else {
    hold(held, T_ + kExtraTokens, static_cast<int>(encoded.ids.size()));
    output = translate(encoded.ids);
  }
  fill_and_run(predict_plan_, encoded.ids, output);
  const int n = static_cast<int>(output.size());
  if (held.last_row() >= n) {  // beyond the end, unless the output is only shorter because of the held rows
    clear_edits();
    held.require_rows(std::max(n, static_cast<int>(translate(encoded.ids).size())));
  }
  if (requested_source.has_true_prefix) output = predict_plan_.predicted_tokens(output.size());
  const bool has_truth = pair && (requested_source.has_true_prefix || is_correct(output, pair->target));
  return {list_answer_fields(requested_source, output, pair,
                             list_candidates(predict_plan_.predictions(output.size()), output.size(),
                                             make_token_label(task_->target_words()))),
          make_map(predict_plan_, *task_, output, encoded.words, has_truth ? &*pair : nullptr),
          {},
          list_steps(predict_plan_, parameters_, encoded.ids.size(), n)};
}

}  // namespace

std::unique_ptr<Trial> make_trial(std::uint64_t seed, const Values& values, Data data) {
  return std::make_unique<TranslationTrial>(seed, values, data);
}

}  // namespace attento::translation
