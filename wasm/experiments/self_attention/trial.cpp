#include "experiments/self_attention/trial.hpp"

#include <array>
#include <cmath>
#include <string>

#include "experiments/self_attention/measure.hpp"

namespace attento::self_attention {
namespace {

constexpr std::size_t kMaxShorterPlans = 16;  // maximum number of plans for shorter pairs; they share memory

class SelfAttentionTrial final : public PairTrial {
 public:
  SelfAttentionTrial(std::uint64_t seed, const Values& values, Data data)
      : PairTrial(seed, values, make_pair_task(seed, values, data), values.boolean(kUseMicroBatches),
                  kMaxShorterPlans),
        layout_(make_pair_layout(*task_, values, !data.empty())),
        model_(Transformer::declare(parameters_, make_transformer_settings(*task_, layout_, values))),
        probe_plan_(parameters_, false, model_, layout_, probe_count_),
        predict_plan_(parameters_, false, model_, layout_, 1) {
    training_plans_.reserve(plan_lengths_.size());
    for (const PairLengths& lengths : plan_lengths_)
      training_plans_.emplace_back(parameters_, true, model_, layout_.with_lengths(lengths),
                                   epochs_.micro_batch_size(), epochs_.micro_batches() > 1);
    register_alternative_plans(training_plans_);
    register_plans({&probe_plan_.plan, &predict_plan_.plan});
  }

  std::vector<Node> model_losses() const override { return {training_plans_[chosen_plan()].objective}; }

  void set(const Values& values) override {
    check_watched_pair(values);
    head_gates_ = set_head_gates(values, model_, probe_plan_, predict_plan_);
    values_ = values;
  }

  void declare(Frame& frame) override;

  void describe(Json& json) const override {
    PairTrial::describe(json);
    json.field("truthMap", kMaps[layout_.truth_map()].name);
  }

  void describe_details(Json& json) const override {
    const Lexicon *source = &task_->source_words(), *target = &task_->target_words();
    write_words(json.name("sourceWords"), {source});
    json.name("targetWords");
    layout_.shift > 0 ? write_words(json, {source, target}) : write_words(json, {target});
    json.field("layers", model_.settings.layers).field("heads", model_.settings.heads);
  }

  MetricValues probe(Frame& frame) override;

  Evaluation evaluate() override {
    const MetricSums sums = measure(held_out_);
    return {sums.loss / sums.tokens, compute_metrics(sums)};
  }

  Answer predict(const Fields& input, HeldWeights& held) override;
  ExplainedAnswer make_explained_answer(const Fields& request) override;

  AttentionMap attention(const Fields& request) override {
    const MapRequest read = read_map_request(request, kMaps, watchable_count());
    const MapKind map = layout_.read_map(request.contains("map") ? read.map : "");
    const Pair& pair = this->pair(read.example);
    fill_and_run(predict_plan_, pair.source, pair.target);
    return predict_plan_.make_map(map, pair, get_word_labels(task_->source_words(), pair.source), true);
  }

 private:
  void fill_pair(int row, TrainingPairs::Tokens source, TrainingPairs::Tokens target) override {
    training_plans_[chosen_plan()].fill(row, source, target);
  }
  void set_mean_tokens(double tokens) override {
    for (const TransformerRecording& one : training_plans_)
      one.plan.value(one.count)[0] = static_cast<float>(tokens);
  }

  void initialize(std::uint64_t seed) override {
    model_.initialize(parameters_, seed);
    set(values_);
  }

  /// Checks the held weights against a target of at most `lengths.target` tokens.
  void check_held(HeldWeights& held, const PairLengths& lengths) {
    std::vector<HoldableMap> maps;  // the map with the truth is the first
    for (const MapKind map : layout_.maps())
      maps.insert(map == layout_.truth_map() ? maps.begin() : maps.end(),
                  predict_plan_.map(map).make_holdable(
                      layout_.with_lengths(lengths).rows(map),
                      layout_.with_lengths({lengths.source, layout_.T}).columns(map)));
    held.check(maps, lengths.source - (layout_.has_encoder() ? 0 : 1));
  }

  /// The gates of the heads of the map with the truth.
  std::span<const float> truth_gates() const {
    return layout_.select_gates(layout_.truth_map(), head_gates_);
  }

  MetricSums measure(std::span<const Pair> pairs);

  /// Metrics of held-out pairs and, for the user's own data, the exact match on training pairs.
  MetricValues compute_metrics(const MetricSums& held_out) {
    MetricValues all = held_out.metrics(layout_.truth_map(), truth_gates());
    if (!measured_training_pairs_.empty())
      all.emplace_back("trainingExactMatch", measure(measured_training_pairs_).exact_match());
    return all;
  }

  PairLayout layout_;
  Transformer model_;
  std::vector<TransformerRecording> training_plans_;  // one plan for each of plan_lengths_
  TransformerRecording probe_plan_, predict_plan_;
  std::vector<float> head_gates_;  // 1 for each head that is on, ordered as in Transformer::attention_count()
};

void SelfAttentionTrial::declare(Frame& frame) {
  for (const MapKind map : layout_.maps()) predict_plan_.map(map).declare(frame, map == layout_.truth_map());
  const auto position = [](int count) { return std::vector<Axis>{{"position", count}}; };
  frame.add("lengths", {{"side", 2}});
  frame.add("best", {{"head", 1}});
  if (layout_.has_encoder()) frame.add("encoder.tokens", position(layout_.S));
  if (layout_.has_decoder()) frame.add("decoder.tokens", position(layout_.decoder_length()));
  frame.add("predicted", position(layout_.answer_length()));
  frame.row_labels = number_labels(layout_.answer_length());
  frame.column_labels = number_labels(layout_.columns(layout_.truth_map()));
}

MetricValues SelfAttentionTrial::probe(Frame& frame) {
  frame.clear();
  const MetricSums sums = measure(std::span(held_out_).first(static_cast<std::size_t>(probe_count_)));
  const Pair& pair = this->pair(-1);
  const PairLayout used = layout_.for_pair(pair.source, pair.target);
  fill_and_run(predict_plan_, pair.source, pair.target);
  for (const MapKind map : layout_.maps())
    predict_plan_.map(map).write(frame, used.rows(map), used.columns(map), sums.heads[map]);
  const MapKind truth_map = layout_.truth_map();
  mark_true_map(pair, static_cast<std::size_t>(layout_.columns(truth_map)),
                frame[std::string(kMaps[truth_map].name) + ".truth"], used.answer_row(0));
  auto row = static_cast<std::size_t>(used.answer_row(0));
  for (const std::int32_t token : predict_plan_.predicted_tokens(used))
    frame["predicted"][row++] = static_cast<float>(token + layout_.shift);
  frame.write("lengths", std::array{used.encoder_length(), used.decoder_length()});
  // If the truth is not known, no head is the best.
  const std::size_t best = find_best_head(sums.heads[truth_map], truth_gates());
  const bool has_truth = !std::isnan(sums.heads[truth_map][best].mass_on_truth());
  frame["best"][0] = has_truth ? static_cast<float>(best) : -1.0F;
  if (layout_.has_encoder()) frame.write("encoder.tokens", pair.source);
  if (layout_.has_decoder())
    frame.write(
        "decoder.tokens",
        predict_plan_.plan.ids(predict_plan_.y).first(static_cast<std::size_t>(used.decoder_length())));
  return compute_metrics(sums);
}

MetricSums SelfAttentionTrial::measure(std::span<const Pair> pairs) {
  MetricSums all;
  all.pairs = static_cast<double>(pairs.size());
  const auto fill = [&](int row, int i) {
    const Pair& pair = pairs[static_cast<std::size_t>(i)];
    probe_plan_.fill(row, pair.source, pair.target);
  };
  run_in_batches(
      probe_plan_.plan, probe_count_, static_cast<int>(pairs.size()), fill, [&](int first, int rows) {
        const double tokens = all.tokens;
        for (int row = 0; row < rows; ++row)
          all.add(probe_plan_, row, pairs[static_cast<std::size_t>(first + row)]);
        all.loss +=
            static_cast<double>(probe_plan_.plan.value(probe_plan_.loss.loss)[0]) * (all.tokens - tokens);
      });
  return all;
}

Answer SelfAttentionTrial::predict(const Fields& input, HeldWeights& held) {
  const RequestedSource requested_source = read_requested_source(input, kInputs, 2);
  const Values& inputs = requested_source.values;
  if (const int layer = inputs.integer("layer"); layer >= model_.settings.layers)
    throw_bad_parameter("layer", layer, "a number below layers, " + std::to_string(model_.settings.layers));
  const EncodedText& encoded = requested_source.source;
  const int source = static_cast<int>(encoded.ids.size());
  const bool has_true_prefix = requested_source.has_true_prefix;
  std::vector<std::int32_t> output =
      has_true_prefix ? find_true_target(requested_source) : predict_plan_.decode_answer(encoded.ids);
  const std::size_t learned = output.size();
  check_held(held, {source, has_true_prefix ? static_cast<int>(learned) : layout_.T});
  if (!held.empty()) {
    for (const MapKind map : layout_.maps())
      predict_plan_.map(map).hold(held, map != kDecoderMap || !layout_.has_encoder());
    if (!has_true_prefix) output = predict_plan_.decode_answer(encoded.ids);
    check_held(held, {source, static_cast<int>(std::max(learned, output.size()))});
  }
  Pair pair{encoded.ids, output, {}};
  fill_and_run(predict_plan_, pair.source, pair.target);
  const PairLayout used = layout_.for_pair(pair.source, pair.target);
  if (has_true_prefix) output = predict_plan_.predicted_tokens(used);
  const std::optional<Pair> true_pair = find_true_pair(requested_source);
  const bool right = true_pair && is_correct(output, true_pair->target);
  if (true_pair && (right || has_true_prefix)) pair = *true_pair;

  return {list_answer_fields(requested_source, output, true_pair,
                             list_candidates(predict_plan_.predictions(used.answer_row(0), used.T),
                                             output.size(), layout_.token_label())),
          predict_plan_.make_map(layout_.read_map(held.rows.empty() ? "" : held.rows.front().map), pair,
                                 encoded.words, right || has_true_prefix),
          {},
          list_path_steps(predict_plan_, used, inputs, head_gates_)};
}

ExplainedAnswer SelfAttentionTrial::make_explained_answer(const Fields& request) {
  Fields input = without_row(request, {"layer", "head"});  // see choose_row()
  const MapKind map = layout_.read_map(take_text(input, "map"));
  const RequestedSource requested_source = read_requested_source(input, kInputs, 2, true);
  // By default, as in attention(), a pair of the task has its true target, and a typed source has the model's answer.
  const Pair pair{requested_source.source.ids,
                  requested_source.has_true_prefix ? find_true_target(requested_source)
                                                   : predict_plan_.decode_answer(requested_source.source.ids),
                  {}};
  const PairLayout used = layout_.for_pair(pair.source, pair.target);
  const int row = read_row(request, used.rows(map));
  const auto row_labels = layout_.list_row_labels(map, pair.target, requested_source.source.words);
  const HeadMap head_map = predict_plan_.map(map);
  std::vector<std::string> words = map == kDecoderMap ? row_labels : requested_source.source.words;
  words.resize(static_cast<std::size_t>(head_map.is_causal ? row + 1 : used.columns(map)));
  // The answer is the token at the position of the row, given the tokens before it. If no token is answered there, as
  // in an encoder before a decoder or in a source, all tokens of the target are the answers.
  const int begin = used.answer_row(0);
  const bool answers = layout_.has_cross_attention() ? map != kEncoderMap : row >= begin;
  const int first = answers ? row : begin, count = answers ? 1 : used.T;
  const std::optional<Pair> true_pair = find_true_pair(requested_source);
  const bool knows = true_pair && answers && map == layout_.truth_map();
  const bool is_recall = !task_->is_own() && values_.choice("task") == "recall";
  std::vector<float> truth(knows && requested_source.has_true_prefix ? pair.source.size() : 0);
  if (!truth.empty()) mark_truth(*true_pair, static_cast<std::size_t>(row - begin), truth);
  ExplainedAnswer explained{
      .plan = &predict_plan_.plan,
      .labels = std::move(words),
      .row_label = row_labels[static_cast<std::size_t>(row)],
      .rows = used.rows(map),
      .truth = truth,
      .expected = knows ? layout_.find_expected_tokens(*true_pair, is_recall) : std::vector<int>(),
      .fill = make_fill(predict_plan_, map == kDecoderMap ? predict_plan_.y : predict_plan_.x,
                        token::kUnknown, pair.source, pair.target),
      .answer =
          [read = read_probabilities(predict_plan_.predictions(first, count)), count] {
            std::vector<double> all = read();
            for (double& p : all) p /= count;
            return all;
          },
      .answer_label = layout_.token_label(),
      .answers = static_cast<std::size_t>(count)};
  head_map.choose_row(explained, request, row);
  return explained;
}

}  // namespace

std::unique_ptr<Trial> make_trial(std::uint64_t seed, const Values& values, Data data) {
  return std::make_unique<SelfAttentionTrial>(seed, values, data);
}

}  // namespace attento::self_attention
