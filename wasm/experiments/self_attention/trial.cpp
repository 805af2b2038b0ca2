#include "experiments/self_attention/trial.hpp"

#include <array>
#include <cmath>
#include <string>

#include "experiments/self_attention/maps.hpp"
#include "experiments/self_attention/measure.hpp"
#include "experiments/self_attention/path.hpp"
#include "experiments/self_attention/setup.hpp"
#include "lab/held_heads.hpp"

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
        predict_plan_(parameters_, false, model_, layout_, 1),
        maps_(model_, *task_, predict_plan_) {
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
    const Lexicon* source = &task_->source_words();
    const Lexicon* target = &task_->target_words();
    write_words(json.name("sourceWords"), {source});
    json.name("targetWords");
    if (layout_.shift > 0) {
      write_words(json, {source, target});
    } else {
      write_words(json, {target});
    }
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
    const MapKind map = maps_.read_map(request.contains("map") ? read.map : "");
    const Pair& pair = this->pair(read.example);
    fill_and_run(predict_plan_, pair.source, pair.target);
    return maps_.make_map(map, pair, get_word_labels(task_->source_words(), pair.source), true);
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

  RequestedSource read_input(const Fields& input, bool is_prefix_true_by_default = false) const {
    RequestedSource requested_source = read_requested_source(input, kInputs, 2, is_prefix_true_by_default);
    if (const int layer = requested_source.values.integer("layer"); layer >= model_.settings.layers) {
      throw_bad_parameter("layer", layer, "a number below layers, " + std::to_string(model_.settings.layers));
    }
    return requested_source;
  }

  /// Checks the held weights against a target of at most `lengths.target` tokens.
  void check_held(HeldWeights& held, const PairLengths& lengths) const {
    held.check(maps_.list_holdable_maps(lengths), lengths.source - (layout_.has_encoder() ? 0 : 1));
  }

  /// The gates of all heads of a map, [layers · heads].
  std::span<const float> select_head_gates(MapKind map) const {
    const auto count = static_cast<std::size_t>(model_.settings.layers * model_.settings.heads);
    return std::span(head_gates_).subspan(layout_.has_cross_attention() ? map * count : 0, count);
  }

  MetricSums measure(std::span<const Pair> pairs);

  /// Metrics of held-out pairs and, for the user's own data, the exact match on training pairs.
  MetricValues compute_metrics(const MetricSums& held_out) {
    MetricValues all = held_out.metrics(select_head_gates(layout_.truth_map()));
    if (!measured_training_pairs_.empty())
      all.emplace_back("trainingExactMatch", measure(measured_training_pairs_).exact_match());
    return all;
  }

  PairLayout layout_;
  Transformer model_;
  std::vector<TransformerRecording> training_plans_;  // one plan for each of plan_lengths_
  TransformerRecording probe_plan_, predict_plan_;
  PairMaps maps_;
  std::vector<float> head_gates_;  // 1 for each head that is on, ordered as in Transformer::attention_count()
};

void SelfAttentionTrial::declare(Frame& frame) {
  const Axis heads{"head", model_.settings.layers * model_.settings.heads};
  for (const MapKind map : layout_.maps()) {
    const Axis /* translated */ rows{"query", layout_.rows(map)}, columns{"key", layout_.columns(map)};
    add_head_map(frame, std::string(kMaps[map].name), {heads, rows, columns}, map == layout_.truth_map());
  }
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
  for (const MapKind map : layout_.maps()) {
    const int height = layout_.rows(map), width = layout_.columns(map);
    const std::string name(kMaps[map].name);
    for (const bool scores : {false, true}) {
      const std::vector<float> all = maps_.copy_used_cells(map, scores, height, width);
      const std::span<float> to = frame[scores ? name + ".scores" : name];
      for (std::size_t i = 0; i < all.size(); ++i) {
        const int cell = static_cast<int>(i);
        if (cell % width < used.columns(map) && cell / width % height < used.rows(map)) to[i] = all[i];
      }
    }
    write_head_statistics(frame, name, sums.heads.heads(map));
  }
  mark_true_map(pair, static_cast<std::size_t>(layout_.columns(layout_.truth_map())),
                frame[std::string(kMaps[layout_.truth_map()].name) + ".truth"], used.answer_row(0));
  for (int t = 0; t < used.T; ++t) {
    const int row = used.answer_row(t);
    frame["predicted"][static_cast<std::size_t>(row)] =
        static_cast<float>(predict_plan_.predicted_token(0, row) + layout_.shift);
  }
  frame.write("lengths", std::array{used.encoder_length(), used.decoder_length()});
  // If the truth is not known, no head is the best.
  const std::vector<HeadStatistics>& truth_heads = sums.heads.heads(layout_.truth_map());
  const std::size_t best = find_best_head(truth_heads, select_head_gates(layout_.truth_map()));
  const bool has_truth = !std::isnan(truth_heads[best].mass_on_truth());
  frame["best"][0] = has_truth ? static_cast<float>(best) : -1.0F;
  if (layout_.has_encoder()) frame.write("encoder.tokens", pair.source);
  if (layout_.has_decoder()) {
    const auto tokens = predict_plan_.plan.ids(predict_plan_.y);
    frame.write("decoder.tokens", tokens.first(static_cast<std::size_t>(used.decoder_length())));
  }
  return compute_metrics(sums);
}

MetricSums SelfAttentionTrial::measure(std::span<const Pair> pairs) {
  MetricSums all{{}, HeadStatisticsByMap(model_, layout_)};
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
  const RequestedSource requested_source = read_input(input);
  const EncodedText& encoded = requested_source.source;
  const int source = static_cast<int>(encoded.ids.size());
  const bool has_true_prefix = requested_source.has_true_prefix;
  std::vector<std::int32_t> output =
      has_true_prefix ? find_true_target(requested_source) : maps_.decode_answer(encoded.ids);
  const std::size_t learned = output.size();
  check_held(held, {source, has_true_prefix ? static_cast<int>(learned) : layout_.T});
  if (!held.empty()) {
    for (const MapKind map : layout_.maps())
      hold_heads(predict_plan_.plan, maps_.list_weights(map), held,
                 {.map = kMaps[map].name, .has_sources = map != kDecoderMap || !layout_.has_encoder()});
    if (!has_true_prefix) output = maps_.decode_answer(encoded.ids);
    check_held(held, {source, static_cast<int>(std::max(learned, output.size()))});
  }
  Pair pair{encoded.ids, output, {}};
  fill_and_run(predict_plan_, pair.source, pair.target);
  if (has_true_prefix) output = maps_.predicted_tokens(pair.source, pair.target);
  const std::optional<Pair> true_pair = find_true_pair(requested_source);
  const bool right = true_pair && is_correct(output, true_pair->target);
  if (true_pair && (right || has_true_prefix)) pair = *true_pair;

  const bool encoder =
      !layout_.has_decoder() || (layout_.has_encoder() && requested_source.values.choice("side") == "source");
  const int rows = layout_.for_pair(encoded.ids, output).rows(encoder ? kEncoderMap : kDecoderMap);
  const bool all = requested_source.values.boolean("allTokens");
  const TokenPathRequest path{.encoder = encoder,
                              .layer = requested_source.values.integer("layer"),
                              .position = all ? 0 : requested_source.values.integer("position"),
                              .tokens = all ? rows : 1,
                              .rows = rows,
                              .source = source,
                              .head_gates = select_head_gates(encoder ? kEncoderMap : kDecoderMap),
                              .cross_head_gates = layout_.has_cross_attention() ? select_head_gates(kCrossMap)
                                                                                : std::span<const float>()};
  if (path.position >= path.rows) {
    throw_bad_parameter("position", path.position,
                        "a number below that of the tokens, " + std::to_string(path.rows));
  }
  return {list_answer_fields(requested_source, output, true_pair, maps_.list_candidates(pair)),
          maps_.make_map(maps_.read_map(held.rows.empty() ? "" : held.rows.front().map), pair, encoded.words,
                         right || has_true_prefix),
          {},
          list_path_steps(model_, predict_plan_, path)};
}

ExplainedAnswer SelfAttentionTrial::make_explained_answer(const Fields& request) {
  Fields input = request;
  const MapKind map = maps_.read_map(take_text(input, "map"));
  const std::optional<Value> row_value = take_field(input, "row");
  for (const char* name : {"layer", "head"}) input.erase(name);  // see choose_heads()
  const RequestedSource requested_source = read_input(input, true);
  // By default, as in attention(), a pair of the task has its true target, and a typed source has the model's answer.
  const Pair pair{requested_source.source.ids,
                  requested_source.has_true_prefix ? find_true_target(requested_source)
                                                   : maps_.decode_answer(requested_source.source.ids),
                  {}};
  const PairLayout used = layout_.for_pair(pair.source, pair.target);
  const int row = row_value ? read_example(*row_value, used.rows(map), "row") : 0;
  const auto row_labels = maps_.list_row_labels(map, pair.target, requested_source.source.words);
  std::vector<std::string> words = map == kDecoderMap ? row_labels : requested_source.source.words;
  words.resize(static_cast<std::size_t>(is_causal(model_, map) ? row + 1 : used.columns(map)));
  // The answer is the token at the position of the row, given the tokens before it. If no token is answered there, as
  // in an encoder before a decoder or in a source, all tokens of the target are the answers.
  const int begin = used.answer_row(0);
  const bool answers = layout_.has_cross_attention() ? map != kEncoderMap : row >= begin;
  const int first = answers ? row - begin : 0, count = answers ? 1 : used.T;
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
      .expected = knows ? maps_.find_expected_tokens(*true_pair, is_recall) : std::vector<int>(),
      // To leave out a token, it is replaced by the unknown token, so that all other tokens keep their positions.
      .fill =
          [this, map, pair](int left_out) {
            predict_plan_.fill(0, pair.source, pair.target);
            if (left_out == ExplainedAnswer::kNone) return;
            predict_plan_.plan.ids(map == kDecoderMap ? predict_plan_.y
                                                      : predict_plan_.x)[static_cast<std::size_t>(left_out)] =
                token::kUnknown;
          },
      .answer =
          [read = read_probabilities(maps_.predictions(pair, first, count)), count] {
            std::vector<double> all = read();
            for (double& p : all) p /= count;
            return all;
          },
      .answer_label = maps_.token_label(),
      .answers = static_cast<std::size_t>(count)};
  choose_heads(explained, maps_.list_weights(map), request, row);
  return explained;
}

}  // namespace

std::unique_ptr<Trial> make_trial(std::uint64_t seed, const Values& values, Data data) {
  return std::make_unique<SelfAttentionTrial>(seed, values, data);
}

}  // namespace attento::self_attention
