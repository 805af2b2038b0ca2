#include "lab/experiments/self_attention_trial.hpp"

#include <array>
#include <string>

#include "files/labelled_text.hpp"
#include "lab/experiments/self_attention_measure.hpp"
#include "lab/experiments/self_attention_path.hpp"
#include "lab/experiments/self_attention_setup.hpp"
#include "lab/trial_helpers.hpp"
#include "nn/gradients.hpp"
#include "tasks/pair_table.hpp"

namespace attento {
namespace {

[[noreturn]] void refuse(const char* input, std::string value, std::string expected) {
  throw Error(Code::kBadParameter, input, std::move(value), std::move(expected));
}

constexpr int kCandidates = 5;  // of each token, that predict() tells

std::vector<std::string> labels(const Lexicon& lexicon, Tokens ids) {
  std::vector<std::string> labels;
  for (const std::int32_t id : ids) labels.emplace_back(lexicon.label(id));
  return labels;
}

constexpr const char* kPerHead[] = {".entropy", ".distance", ".alignment"};

class SelfAttentionTrial final : public Trial {
 public:
  SelfAttentionTrial(std::uint64_t seed, const Values& values)
      : values_(values),
        task_(make_pair_task(seed, values)),
        layout_(pair_layout(*task_, values)),
        model_(Transformer::declare(parameters_, transformer_settings(*task_, layout_, values))),
        initialised_(initialise(seed)),
        pairs_(*task_, values.integer("examples")),
        epochs_(seed, values.integer("examples"), values.integer("batchSize")),
        training_(model_, parameters_, layout_, values.integer("batchSize"), true),
        looking_(model_, parameters_, layout_, kAttentionProbed),
        single_(model_, parameters_, layout_, 1) {
    training_.plan.memory().seed = seed;
    for (TransformerReader* reader : {&looking_, &single_}) reader->plan.memory().training = false;
    for (int i = 0; i < kAttentionHeldOut; ++i) {
      held_out_.push_back(task_->held_out(static_cast<std::uint32_t>(i)));
    }
    set(values);
  }

  Parameters<float>& parameters() override { return parameters_; }
  Plan<float>& plan() override { return training_.plan; }
  std::vector<Node> losses() const override { return {training_.loss.loss}; }
  std::int64_t steps_per_epoch() const override { return epochs_.steps(); }

  void fill(std::int64_t step) override {
    int row = 0;
    for (const std::int32_t i : epochs_.batch(step))
      training_.fill(row++, pairs_.source(i), pairs_.target(i));
  }

  void adjust_gradients() override {
    if (const double limit = values_.real("clip"); limit > 0) clip_gradients(parameters_, limit);
  }

  double pace(std::int64_t step) const override {
    const double warm = values_.real("warmup");
    const double now = static_cast<double>(step) + 1;
    return warm == 0 ? 1 : std::min(now / warm, std::sqrt(warm / now));
  }

  void set(const Values& values) override {
    const auto heads = static_cast<std::size_t>(model_.settings.heads);
    std::vector<float> on(static_cast<std::size_t>(model_.attentions()) * heads, 1.0F);
    for (const int off : values.integers("headsOff")) {
      if (off >= static_cast<int>(on.size())) {
        refuse("headsOff", std::to_string(off),
               "numbers of heads, from 0 to " + std::to_string(on.size() - 1));
      }
      on[static_cast<std::size_t>(off)] = 0;
    }
    on_ = std::move(on);
    values_ = values;
    const std::size_t width = static_cast<std::size_t>(model_.settings.width) / heads;
    for (TransformerReader* reader : {&looking_, &single_}) {
      const auto gates = reader->plan.value(reader->gates);
      for (std::size_t i = 0; i < gates.size(); ++i) gates[i] = on_[i / width];
    }
  }

  void declare(Frame& frame) override;

  void describe(Json& json) const override {
    const auto list = [&](const char* name, std::initializer_list<const Lexicon*> lexicons) {
      json.name(name).array([&] {
        for (const Lexicon* lexicon : lexicons) {
          for (std::int32_t id = 0; id < lexicon->size(); ++id) json.value(lexicon->label(id));
        }
      });
    };
    const Lexicon* target = &task_->target_words();
    list("sourceWords", {&task_->source_words()});
    if (layout_.shift > 0) {
      list("targetWords", {&task_->source_words(), target});
    } else {
      list("targetWords", {target});
    }
    json.field("train", values_.integer("examples")).field("heldOut", kAttentionHeldOut);
    json.field("layers", model_.settings.layers).field("heads", model_.settings.heads);
    json.field("truthMap", kAttentionMaps[looking_truth()].name);
  }

  std::vector<double> probe(Frame& frame) override;

  double evaluate(std::span<double> all) override {
    const Measured measured = measure(kAttentionHeldOut);
    const std::vector<double> better = measured.metrics(heads_on(measured.heads.truth_map()));
    std::copy(better.begin(), better.end(), all.begin());
    return measured.loss / measured.tokens;
  }

  void predict(const Fields& input, Json& json) override;

  void attention(const Fields& request, Json& json) override {
    const bool named =
        std::any_of(request.begin(), request.end(), [](const auto& field) { return field.first == "map"; });
    const MapRequest read = read_map_request(request, kAttentionMaps, kAttentionHeldOut);
    int map = looking_truth();
    for (int i = 0; named && i < kMapKinds; ++i) {
      if (kAttentionMaps[i].name == read.map) map = i;
    }
    if (!single_.attention(static_cast<MapKind>(map), 0)) {
      refuse("map", read.map,
             "a map of this kind of model: " + std::string(kAttentionMaps[looking_truth()].name));
    }
    const Pair& pair = read.example < 0 ? watched() : held_out_[static_cast<std::size_t>(read.example)];
    look_at(pair.source, pair.target);
    write_map(json, static_cast<MapKind>(map), pair, labels(task_->source_words(), pair.source), true);
  }

 private:
  bool initialise(std::uint64_t seed) {
    parameters_.allocate();
    model_.initialise(parameters_, seed);
    return true;
  }

  const Pair& watched() const { return held_out_[static_cast<std::size_t>(values_.integer("watched"))]; }
  MapKind looking_truth() const { return HeadTallies(model_, layout_).truth_map(); }

  /// Whether each head of a map is on, [layers · heads].
  std::vector<float> heads_on(MapKind map) const {
    const std::size_t count = static_cast<std::size_t>(model_.settings.layers * model_.settings.heads);
    const std::size_t first = layout_.crosses() ? static_cast<std::size_t>(map) * count : 0;
    return {on_.begin() + static_cast<std::ptrdiff_t>(first),
            on_.begin() + static_cast<std::ptrdiff_t>(first + count)};
  }

  /// Reads a source with the single reader and tells it what to answer.
  void look_at(Tokens source, Tokens target) {
    single_.fill(0, source, target);
    single_.plan.forward();
  }

  /// What the model answers, token after token or in place.
  std::vector<std::int32_t> answer(Tokens source);

  Measured measure(int count);

  /// The part in use of a tensor [1, heads, rows, columns] of each layer.
  std::vector<float> cropped(MapKind map, bool scores, int rows, int columns) const;

  /// The labels of the rows of a map, and of the columns of the decoder's.
  std::vector<std::string> row_labels(MapKind map, const Pair& pair,
                                      const std::vector<std::string>& source) const;

  /// A map of the single reader that was told the target of `pair`; with the truth, if that is the right one.
  void write_map(Json& json, MapKind map, const Pair& pair, const std::vector<std::string>& source,
                 bool right) const;

  void write_candidates(Json& json, const Pair& pair) const;

  /// A map's tensors in the frame: weights, scores, what each head does.
  struct Shown {
    FrameTensor weights, scores;
    std::array<FrameTensor, std::size(kPerHead)> per_head;
  };

  Values values_;
  std::unique_ptr<PairTask> task_;
  PairLayout layout_;
  Parameters<float> parameters_;
  Transformer model_;
  bool initialised_;
  PairTable pairs_;
  ShuffledEpochs epochs_;
  TransformerReader training_, looking_, single_;
  std::vector<Pair> held_out_;
  std::vector<float> on_;  // whether each head is, in the order of Transformer::attentions()
  std::array<Shown, kMapKinds> shown_;
  FrameTensor truth_, lengths_, best_, read_tokens_, written_tokens_, said_;
};

void SelfAttentionTrial::declare(Frame& frame) {
  const HeadTallies heads(model_, layout_);
  const int all = model_.settings.layers * model_.settings.heads;
  for (int map = 0; map < kMapKinds; ++map) {
    if (!looking_.attention(static_cast<MapKind>(map), 0)) continue;
    const std::string name(kAttentionMaps[map].name);
    const int rows = heads.rows(static_cast<MapKind>(map));
    const int columns = heads.columns(static_cast<MapKind>(map));
    const bool judged = map == heads.truth_map();
    Shown& shown = shown_[static_cast<std::size_t>(map)];
    shown.weights = frame.declare(name, {all, rows, columns}, {"head", "query", "key"});
    shown.scores = frame.declare(name + ".scores", {all, rows, columns}, {"head", "query", "key"});
    if (judged) truth_ = frame.declare(name + ".truth", {rows, columns}, {"query", "key"});
    for (std::size_t i = 0; i < shown.per_head.size(); ++i)
      shown.per_head[i] = frame.declare(name + kPerHead[i], {all}, {"head"});
    frame.maps.push_back({name, name, name + ".scores", judged ? name + ".truth" : ""});
  }
  lengths_ = frame.declare("lengths", {2}, {"side"});
  best_ = frame.declare("best", {1}, {"head"});
  if (layout_.reads()) read_tokens_ = frame.declare("encoder.tokens", {layout_.S}, {"position"});
  if (layout_.writes())
    written_tokens_ = frame.declare("decoder.tokens", {layout_.decoder_length()}, {"position"});
  said_ = frame.declare("said", {layout_.answer_length()}, {"position"});
  for (int t = 0; t < layout_.answer_length(); ++t) frame.row_labels.push_back(std::to_string(t + 1));
  const int columns = heads.columns(heads.truth_map());
  for (int s = 0; s < columns; ++s) frame.column_labels.push_back(std::to_string(s + 1));
}

std::vector<double> SelfAttentionTrial::probe(Frame& frame) {
  const std::span<float> all = frame.all();
  std::fill(all.begin(), all.end(), 0.0F);
  const Measured measured = measure(kAttentionProbed);
  const HeadTallies& heads = measured.heads;
  const Pair& pair = watched();
  const int source = static_cast<int>(pair.source.size());
  const int target = static_cast<int>(pair.target.size());
  look_at(pair.source, pair.target);
  const auto C = static_cast<std::size_t>(heads.columns(heads.truth_map()));
  for (const MapKind map : {kEncoderMap, kDecoderMap, kCrossMap}) {
    if (!single_.attention(map, 0)) continue;
    const int rows = heads.used_rows(map, source, target);
    const int columns = heads.used_columns(map, source, target);
    const auto width = static_cast<std::size_t>(heads.columns(map));
    const Shown& shown = shown_[map];
    for (const bool scores : {false, true}) {
      const std::vector<float> used = cropped(map, scores, rows, columns);
      const std::span<float> to = frame.values(scores ? shown.scores : shown.weights);
      for (std::size_t i = 0; i < used.size(); ++i) {
        const std::size_t row = i / static_cast<std::size_t>(columns);
        const std::size_t head = row / static_cast<std::size_t>(rows);
        to[(head * static_cast<std::size_t>(heads.rows(map)) + row % static_cast<std::size_t>(rows)) * width +
           i % static_cast<std::size_t>(columns)] = used[i];
      }
    }
    for (std::size_t i = 0; i < heads.heads(map).size(); ++i) {
      const HeadTally& head = heads.heads(map)[i];
      const double numbers[] = {head.entropy(), head.reach(), head.alignment()};
      for (std::size_t k = 0; k < shown.per_head.size(); ++k)
        frame.values(shown.per_head[k])[i] = static_cast<float>(numbers[k]);
    }
  }
  for (int t = 0; t < target; ++t) {
    const auto row = static_cast<std::size_t>(layout_.place(source, target, t));
    const int from = true_place(pair, static_cast<std::size_t>(t));
    if (from >= 0) frame.values(truth_)[row * C + static_cast<std::size_t>(from)] = 1;
    frame.values(said_)[row] = static_cast<float>(single_.said(0, static_cast<int>(row)) + layout_.shift);
  }
  const int written = layout_.written(source, target);
  frame.values(lengths_)[0] = static_cast<float>(layout_.reads() ? source : 0);
  frame.values(lengths_)[1] = static_cast<float>(written);
  const std::vector<float> on = heads_on(heads.truth_map());
  frame.values(best_)[0] = static_cast<float>(heads.best(on));
  if (layout_.reads()) {
    std::copy(pair.source.begin(), pair.source.end(), frame.values(read_tokens_).begin());
  }
  if (layout_.writes()) {
    std::copy_n(single_.plan.ids(single_.y).begin(), written, frame.values(written_tokens_).begin());
  }
  return measured.metrics(on);
}

Measured SelfAttentionTrial::measure(int count) {
  Measured all{HeadTallies(model_, layout_)};
  for (int first = 0; first < count; first += kAttentionProbed) {
    const Pair* pairs = held_out_.data() + first;
    for (int row = 0; row < kAttentionProbed; ++row) {
      looking_.fill(row, pairs[row].source, pairs[row].target);
    }
    looking_.plan.forward();
    double tokens = 0;
    for (int row = 0; row < kAttentionProbed; ++row) {
      const Pair& pair = pairs[row];
      const int target = static_cast<int>(pair.target.size());
      int right = 0;
      for (int t = 0; t < target; ++t) {
        const int place = layout_.place(static_cast<int>(pair.source.size()), target, t);
        right += looking_.said(row, place) == pair.target[static_cast<std::size_t>(t)];
      }
      // What is written without help is right in every token if and only if each is right after the true ones.
      all.exact += right == target;
      all.right += right;
      tokens += target;
      all.heads.add(looking_, row, pair);
    }
    all.loss += static_cast<double>(looking_.plan.value(looking_.loss.loss)[0]) * tokens;
    all.tokens += tokens;
  }
  all.pairs = count;
  return all;
}

std::vector<std::int32_t> SelfAttentionTrial::answer(Tokens source) {
  const int read = static_cast<int>(source.size());
  const int most = layout_.T;
  if (!layout_.writes()) {
    const int count = most == layout_.S ? read : most;
    std::vector<std::int32_t> said(static_cast<std::size_t>(count), token::kPadding);
    look_at(source, said);
    for (int t = 0; t < count; ++t)
      said[static_cast<std::size_t>(t)] = single_.said(0, layout_.place(read, count, t));
    return said;
  }
  std::vector<std::int32_t> said;
  while (static_cast<int>(said.size()) < most && (said.empty() || said.back() != token::kEnd)) {
    said.push_back(token::kPadding);  // what is asked for
    look_at(source, said);
    const int count = static_cast<int>(said.size());
    said.back() = single_.said(0, layout_.place(read, count, count - 1));
  }
  return said;
}

std::vector<float> SelfAttentionTrial::cropped(MapKind map, bool scores, int rows, int columns) const {
  std::vector<float> cells;
  const HeadTallies sizes(model_, layout_);
  const auto R = static_cast<std::size_t>(sizes.rows(map));
  const auto C = static_cast<std::size_t>(sizes.columns(map));
  for (int layer = 0; layer < model_.settings.layers; ++layer) {
    const Attention& attention = *single_.attention(map, layer);
    const auto all = single_.plan.value(scores ? attention.scores : attention.weights);
    for (std::size_t row = 0; row < all.size() / C; ++row) {
      if (row % R >= static_cast<std::size_t>(rows)) continue;
      const auto from = all.subspan(row * C, static_cast<std::size_t>(columns));
      cells.insert(cells.end(), from.begin(), from.end());
    }
  }
  return cells;
}

std::vector<std::string> SelfAttentionTrial::row_labels(MapKind map, const Pair& pair,
                                                        const std::vector<std::string>& source) const {
  if (map == kEncoderMap) return source;
  const auto target = labels(task_->target_words(), pair.target);
  if (map == kCrossMap) return target;
  std::vector<std::string> all;  // what the decoder reads
  if (!layout_.reads()) all.assign(source.begin(), source.end() - 1);
  all.emplace_back(task_->target_words().label(token::kStart));
  all.insert(all.end(), target.begin(), target.end() - 1);
  return all;
}

void SelfAttentionTrial::write_map(Json& json, MapKind map, const Pair& pair,
                                   const std::vector<std::string>& source, bool right) const {
  const auto rows = row_labels(map, pair, source);
  const auto& columns = map == kDecoderMap ? rows : source;
  const int R = static_cast<int>(rows.size());
  const int C = static_cast<int>(columns.size());
  json.field("name", kAttentionMaps[map].name);
  Frame::write_shape(json, {model_.settings.layers, model_.settings.heads, R, C});
  json.field("weights", cropped(map, false, R, C)).field("scores", cropped(map, true, R, C));
  if (right && map == looking_truth()) {
    std::vector<float> marked(rows.size() * columns.size());
    for (std::size_t t = 0; t < pair.target.size(); ++t) {
      const int from = true_place(pair, t);
      const int row = layout_.place(static_cast<int>(pair.source.size()),
                                    static_cast<int>(pair.target.size()), static_cast<int>(t));
      if (from >= 0) marked[static_cast<std::size_t>(row * C + from)] = 1;
    }
    json.field("truth", marked);
  }
  json.field("rowLabels", rows).field("columnLabels", columns);
}

void SelfAttentionTrial::write_candidates(Json& json, const Pair& pair) const {
  const auto lexicon = [&](std::int32_t id) {
    return id < layout_.shift ? task_->source_words().label(id)
                              : task_->target_words().label(id - layout_.shift);
  };
  const int target = static_cast<int>(pair.target.size());
  json.name("candidates").array([&] {
    for (int t = 0; t < target; ++t) {
      const int place = layout_.place(static_cast<int>(pair.source.size()), target, t);
      const auto p = single_.answer(single_.loss.probabilities, 0, place);
      std::vector<float> left(p.begin(), p.end());
      json.array([&] {
        for (int i = 0; i < kCandidates; ++i) {
          const auto best = std::max_element(left.begin(), left.end());
          json.object([&] {
            json.field("token", lexicon(static_cast<std::int32_t>(best - left.begin())));
            json.field("probability", *best);
          });
          *best = -1;
        }
      });
    }
  });
}

void SelfAttentionTrial::predict(const Fields& input, Json& json) {
  Fields rest;
  Pair pair;
  Encoded read;
  const Pair* asked = nullptr;
  const std::span<const Setting> inputs = kAttentionInputs;
  for (const auto& field : input) {
    if (field.first == "example") {
      asked = &held_out_[static_cast<std::size_t>(read_example(field.second, kAttentionHeldOut))];
    } else {
      rest.push_back(field);
    }
  }
  const Values values = read_settings(asked ? inputs.subspan(1) : inputs, rest);
  if (asked) {
    read.ids = asked->source;
    read.words = labels(task_->source_words(), read.ids);
    json.field("target", asked->target).field("targetText", task_->decode(asked->target));
  } else {
    const std::string text = well_formed(values.text("source"));
    read = task_->encode(text);
    if (read.ids.size() < 3) {
      refuse("source", text.substr(0, 80), "a text with at least two tokens of the task");
    }
    for (std::string& word : read.words) word = word == " " ? "␣" : word;
  }
  pair.source = read.ids;
  pair.target = answer(pair.source);
  const bool right = asked && pair.target == asked->target;
  if (right) pair.alignment = asked->alignment;
  look_at(pair.source, pair.target);

  const int source = static_cast<int>(pair.source.size());
  const int written = layout_.written(source, static_cast<int>(pair.target.size()));
  const bool encoder = !layout_.writes() || (layout_.reads() && values.choice("side") == "source");
  const PathRequest path{.encoder = encoder,
                         .layer = values.integer("layer"),
                         .position = values.integer("position"),
                         .rows = encoder ? source : written,
                         .source = source,
                         .on = heads_on(encoder ? kEncoderMap : kDecoderMap),
                         .cross_on = layout_.crosses() ? heads_on(kCrossMap) : std::vector<float>()};
  if (path.layer >= model_.settings.layers) {
    refuse("layer", std::to_string(path.layer),
           "a number below layers, " + std::to_string(model_.settings.layers));
  }
  if (path.position >= path.rows) {
    refuse("position", std::to_string(path.position),
           "a number below that of the tokens, " + std::to_string(path.rows));
  }
  json.field("text", task_->decode(pair.target)).field("output", pair.target);
  json.name("attention").object([&] { write_map(json, looking_truth(), pair, read.words, right); });
  json.field("unknown", read.unknown).field("cut", read.cut);
  write_candidates(json, pair);
  write_path(json, model_, single_, path);
}

}  // namespace

std::unique_ptr<Trial> start_self_attention(std::uint64_t seed, const Values& values, Data) {
  return std::make_unique<SelfAttentionTrial>(seed, values);
}

}  // namespace attento
