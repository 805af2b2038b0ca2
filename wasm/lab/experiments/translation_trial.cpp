#include "lab/experiments/translation_trial.hpp"

#include <array>
#include <numeric>
#include <string>

#include "lab/experiments/cell_choice.hpp"
#include "lab/experiments/drawn_pairs.hpp"
#include "lab/experiments/pair_words.hpp"
#include "lab/experiments/translation_reader.hpp"
#include "lab/experiments/translation_subject.hpp"
#include "lab/metrics.hpp"
#include "lab/trial_helpers.hpp"
#include "models/decoding.hpp"
#include "nn/gradients.hpp"
#include "tasks/dates.hpp"

namespace attento {
namespace {

constexpr int kBeam = 5;    // the widest
constexpr int kBeyond = 4;  // tokens that a decoder may write beyond the longest target

std::unique_ptr<PairTask> make_task(std::uint64_t seed, const Values& values) {
  if (auto common = make_common_task(seed, values, values.integer("largest"))) return common;
  return std::make_unique<Dates>(seed);
}

EncoderDecoder::Settings model_settings(const PairTask& task, const Values& values) {
  return {.source_words = task.source_words().size(),
          .target_words = task.target_words().size(),
          .embedding = values.integer("embedding"),
          .hidden = values.integer("hidden"),
          .cell = cell_of(values.choice("cell")),
          .bidirectional = values.boolean("bidirectional"),
          .score = read_choice<Score>(values, "score", {"none", "dot", "general", "concat", "additive"}),
          .reach = read_choice<Reach>(values, "reach", {"global", "local-m", "local-p"}),
          .window = values.real("window"),
          .input_feeding = values.boolean("inputFeeding"),
          .dropout = values.real("dropout"),
          .fault = read_choice<Fault>(values, "fault", {"none", "no-source", "no-tanh", "no-mask"})};
}

void append(std::vector<float>& to, std::span<const float> from) {
  to.insert(to.end(), from.begin(), from.end());
}

/// What is measured on some held-out pairs: their maps, one row for each target token, and counts.
struct Measured {
  std::vector<float> weights, truth, near, mask;
  double loss = 0, tokens = 0, right = 0, exact = 0, pairs = 0;

  /// In the order of the experiment's description.
  std::vector<double> metrics(int S) const {
    return {exact / pairs,
            right / tokens,
            alignment_accuracy(weights, truth, S),
            alignment_accuracy(weights, near, S),
            mass_on_truth(weights, truth, S),
            normalised_entropy(weights, S, mask)};
  }
};

enum Slot { kWeights, kScores, kTruth, kLengths, kTokens, kPosition, kSlots };
constexpr const char* kSlotNames[kSlots] = {"weights", "weights.scores", "truth",
                                            "lengths", "tokens",         "position"};

class TranslationTrial final : public Trial {
 public:
  TranslationTrial(std::uint64_t seed, const Values& values)
      : values_(values),
        task_(make_task(seed, values)),
        S_(task_->longest_source()),
        T_(task_->longest_target()),
        model_(EncoderDecoder::declare(parameters_, model_settings(*task_, values))),
        initialised_(initialise(seed)),
        epochs_(seed, values.integer("examples"), values.integer("batchSize")),
        pairs_(*task_, values.integer("examples")),
        training_(model_, parameters_, values.integer("batchSize"), S_, T_, true,
                  values.real("teacherForcing")),
        looking_(model_, parameters_, kTranslationProbed, S_, T_),
        single_(model_, parameters_, 1, S_, T_ + kBeyond),
        decoding_(model_, parameters_, kTranslationProbed, S_),
        beam_(model_, parameters_, kBeam, S_) {
    training_.plan.memory().training = true;
    training_.plan.memory().seed = seed;
    for (int i = 0; i < kTranslationHeldOut; ++i) {
      held_out_.push_back(task_->held_out(static_cast<std::uint32_t>(i)));
    }
  }

  Parameters<float>& parameters() override { return parameters_; }
  Plan<float>& plan() override { return training_.plan; }
  std::vector<Node> losses() const override { return {training_.loss.loss}; }
  std::int64_t steps_per_epoch() const override { return epochs_.steps(); }

  std::span<const std::int32_t> examples(std::int64_t step) override { return epochs_.batch(step); }

  void fill(std::span<const std::int32_t> examples) override {
    int row = 0;
    for (const std::int32_t example : examples) {
      const auto [source, target] = pairs_[example];
      training_.fill(row++, source, target);
    }
  }

  TrueMaps true_maps(std::span<const std::int32_t> examples) const override {
    return true_alignments(*task_, examples);
  }

  void adjust_gradients() override {
    if (const double limit = values_.real("clip"); limit > 0) clip_gradients(parameters_, limit);
  }

  double pace(std::int64_t step) const override {
    const double rest = values_.real("steady") / static_cast<double>(std::max<std::int64_t>(step, 1));
    return rest > 0 && rest < 1 ? rest * rest : 1;
  }

  void set(const Values& values) override { values_ = values; }

  void declare(Frame& frame) override {
    for (std::size_t slot = 0; slot < kSlots; ++slot) {
      const bool map = slot < kLengths;
      std::vector<std::string> axes = {slot == kLengths ? "side" : "target"};
      if (map) axes.emplace_back("source");
      const Shape shape = map ? Shape{T_, S_} : Shape{slot == kLengths ? 2 : T_};
      tensors_[slot] = frame.declare(kSlotNames[slot], shape, std::move(axes));
    }
    frame.maps.push_back({"weights", "weights", "weights.scores", "truth"});
    for (int t = 0; t < T_; ++t) frame.row_labels.push_back(std::to_string(t + 1));
    for (int s = 0; s < S_; ++s) frame.column_labels.push_back(std::to_string(s + 1));
  }

  void describe(Json& json) const override {
    write_words(json.name("sourceWords"), {&task_->source_words()});
    write_words(json.name("targetWords"), {&task_->target_words()});
    json.field("train", values_.integer("examples")).field("heldOut", kTranslationHeldOut);
  }

  std::vector<double> probe(Frame& frame) override {
    const std::span<float> all = frame.all();
    std::fill(all.begin(), all.end(), 0.0F);
    const Pair& pair = watched();
    look_at(pair.source, pair.target);
    const std::size_t rows = pair.target.size();
    const auto put = [&](Slot slot, std::span<const float> from) {
      std::copy(from.begin(), from.end(), frame.values(tensors_[slot]).begin());
    };
    put(kWeights, map_rows(single_.written.attention.weights, rows));
    put(kScores, map_rows(single_.written.attention.scores, rows));
    put(kLengths, std::array{static_cast<float>(rows), static_cast<float>(pair.source.size())});
    for (std::size_t t = 0; t < rows; ++t) {
      const int from = true_place(pair, t);
      if (from >= 0) frame.values(tensors_[kTruth])[t * columns() + static_cast<std::size_t>(from)] = 1;
      frame.values(tensors_[kTokens])[t] = static_cast<float>(single_.said(0, static_cast<int>(t)));
    }
    const std::span<float> position = frame.values(tensors_[kPosition]);
    std::fill(position.begin(), position.end(), -1.0F);
    put(kPosition, positions(rows));
    return measure(kTranslationProbed, 1).metrics(S_);
  }

  double evaluate(std::span<double> all) override {
    const Measured measured = measure(kTranslationHeldOut, values_.integer("beam"));
    const std::vector<double> better = measured.metrics(S_);
    std::copy(better.begin(), better.end(), all.begin());
    return measured.loss / measured.tokens;
  }

  void predict(const Fields& input, Json& json) override;
  std::unique_ptr<Subject> subject(const Fields& request) override;

  void attention(const Fields& request, Json& json) override {
    const int example = read_map_request(request, kTranslationMaps, kTranslationHeldOut).example;
    const Pair& pair = example < 0 ? watched() : held_out_[static_cast<std::size_t>(example)];
    look_at(pair.source, pair.target);
    write_map(json, pair.target, labels(task_->source_words(), pair.source), &pair);
  }

 private:
  using Tokens = std::span<const std::int32_t>;

  AskedPair read_input(const Fields& input) const {
    return read_asked_pair(*task_, held_out_, input, kTranslationInputs, 1);
  }

  /// What the decoder makes of a source.
  std::vector<std::int32_t> translate(Tokens source);

  bool initialise(std::uint64_t seed) {
    parameters_.allocate();
    model_.initialise(parameters_, seed);
    return true;
  }

  const Pair& watched() const { return held_out_[static_cast<std::size_t>(values_.integer("watched"))]; }
  std::size_t columns() const { return static_cast<std::size_t>(S_); }

  /// Reads a source with the single reader and tells it what to write.
  void look_at(Tokens source, Tokens target) {
    single_.fill(0, source, target);
    single_.plan.forward();
  }

  /// So many rows of a map of the single reader; none without attention.
  std::span<const float> map_rows(Node map, std::size_t rows) const {
    if (!map.valid()) return {};
    return single_.plan.value(map).first(rows * columns());
  }

  /// The centres of the window in the single reader; none where attention is global.
  std::vector<float> positions(std::size_t rows) const {
    std::vector<float> centres;
    if (single_.written.position.valid()) {
      append(centres, single_.plan.value(single_.written.position).first(rows));
    } else if (model_.attends() && model_.settings.reach == Reach::kLocalMonotonic) {
      centres.resize(rows);
      std::iota(centres.begin(), centres.end(), 0.0F);
    }
    return centres;
  }

  Measured measure(int count, int beam);

  /// The map of the single reader that was told `target`; with the truth, if that is the target of a pair.
  void write_map(Json& json, Tokens target, const std::vector<std::string>& source, const Pair* pair) const;

  Values values_;
  std::unique_ptr<PairTask> task_;
  int S_, T_;
  Parameters<float> parameters_;
  EncoderDecoder model_;
  bool initialised_;
  ShuffledEpochs epochs_;
  DrawnPairs pairs_;
  TranslationReader training_, looking_, single_;
  Decoding decoding_, beam_;
  std::vector<Pair> held_out_;
  std::array<FrameTensor, kSlots> tensors_;
};

Measured TranslationTrial::measure(int count, int beam) {
  Measured all;
  for (int first = 0; first < count; first += kTranslationProbed) {
    const Pair* pairs = held_out_.data() + first;
    for (int row = 0; row < kTranslationProbed; ++row) {
      looking_.fill(row, pairs[row].source, pairs[row].target);
      decoding_.read(row, pairs[row].source);
    }
    looking_.plan.forward();
    std::vector<Translation> said;
    if (beam == 1) said = greedy(decoding_, T_ + kBeyond);
    double tokens = 0;
    for (int row = 0; row < kTranslationProbed; ++row) {
      const Pair& pair = pairs[row];
      if (beam > 1) said.push_back(beam_search(beam_, pair.source, beam, T_ + kBeyond));
      all.exact += said[static_cast<std::size_t>(row)].tokens == pair.target;
      tokens += static_cast<double>(pair.target.size());
      for (int t = 0; t < static_cast<int>(pair.target.size()); ++t) {
        all.right += looking_.said(row, t) == pair.target[static_cast<std::size_t>(t)];
        append(all.weights, looking_.step(looking_.written.attention.weights, row, t));
        const int from = true_place(pair, static_cast<std::size_t>(t));
        for (int s = 0; s < S_; ++s) {
          const bool real = s < static_cast<int>(pair.source.size());
          all.truth.push_back(s == from);
          all.near.push_back(real && from >= 0 && s >= from - 1 && s <= from + 1);
          all.mask.push_back(real);
        }
      }
    }
    all.loss += static_cast<double>(looking_.plan.value(looking_.loss.loss)[0]) * tokens;
    all.tokens += tokens;
  }
  all.pairs = count;
  return all;
}

void TranslationTrial::write_map(Json& json, Tokens target, const std::vector<std::string>& source,
                                 const Pair* pair) const {
  const std::size_t n = target.size();
  const std::size_t s = source.size();
  const auto cropped = [&](Node map) {
    std::vector<float> cells(n * s);
    const auto rows = map_rows(map, n);
    for (std::size_t i = 0; i < cells.size() && !rows.empty(); ++i)
      cells[i] = rows[i / s * columns() + i % s];
    return cells;
  };
  json.field("name", kTranslationMaps[0].name);
  Frame::write_shape(json, {static_cast<int>(n), static_cast<int>(s)});
  json.field("weights", cropped(single_.written.attention.weights));
  json.field("scores", cropped(single_.written.attention.scores));
  if (pair) {
    std::vector<float> marked(n * s);
    for (std::size_t t = 0; t < n; ++t) {
      const int from = true_place(*pair, t);
      if (from >= 0) marked[t * s + static_cast<std::size_t>(from)] = 1;
    }
    json.field("truth", marked);
  }
  json.field("position", positions(n));
  json.field("rowLabels", labels(task_->target_words(), target)).field("columnLabels", source);
}

std::vector<std::int32_t> TranslationTrial::translate(Tokens source) {
  return beam_search(beam_, source, values_.integer("beam"), T_ + kBeyond).tokens;
}

std::unique_ptr<Subject> TranslationTrial::subject(const Fields& request) {
  Fields input = request;
  take_field(input, "map");
  const std::string row = take_field(input, "row");
  const AskedPair asked = read_input(input);
  if (!model_.attends()) {
    throw Error(Code::kBadParameter, "score", values_.choice("score"), "a decoder with attention");
  }
  // As attention() shows it: a pair with its true target, a typed source with what is made of it.
  const std::vector<std::int32_t> target = asked.pair ? asked.pair->target : translate(asked.read.ids);
  const int t = row.empty() ? 0 : read_example(row, static_cast<int>(target.size()), "row");
  return std::make_unique<TranslationSubject>(single_, asked.read.ids, target, t, asked.read.words,
                                              task_->target_words());
}

void TranslationTrial::predict(const Fields& input, Json& json) {
  const AskedPair asked = read_input(input);
  const Encoded& read = asked.read;
  const Pair* pair = asked.pair;
  if (pair) json.field("target", pair->target).field("targetText", task_->decode(pair->target));
  const std::vector<std::int32_t> said = translate(read.ids);
  look_at(read.ids, said);
  const bool right = pair && said == pair->target;
  json.field("text", task_->decode(said)).field("output", said);
  json.name("attention").object([&] { write_map(json, said, read.words, right ? pair : nullptr); });
  json.field("unknown", read.unknown).field("cut", read.cut);
  const int n = static_cast<int>(said.size());
  json.name("candidates").array([&] {
    for (int t = 0; t < n; ++t) {
      write_candidates(json, single_.time_step(single_.loss.probabilities, 0, t),
                       [&](std::int32_t id) { return task_->target_words().label(id); });
    }
  });
  json.name("steps").array([&] {
    const std::span<const float> states = single_.plan.value(single_.read.states);
    write_step(json, "encoder states", "h", states.first(states.size() / columns() * read.ids.size()));
    if (model_.attends()) {
      const std::span<const float> keys = single_.plan.value(single_.read.keys);
      write_step(json, "keys", model_.key.id < 0 ? "k = h" : "k = U h",
                 keys.first(keys.size() / columns() * read.ids.size()));
      if (model_.key.id >= 0) write_step(json, "score vector", "v", parameters_.values(model_.v));
    }
    for (int t = 0; t < n; ++t) {
      const auto step = [&](const char* name, const char* formula, std::span<const float> values) {
        write_step(json, std::string(name) + " " + std::to_string(t), formula, values);
      };
      const EncoderDecoder::Written& written = single_.written;
      const auto state = [&](int i) {
        return i < 0 ? std::span<const float>(single_.plan.value(single_.read.start.state.hidden))
                     : single_.time_step(written.states, 0, i);
      };
      if (model_.attends()) {
        const int asking = model_.looks_first() ? t - 1 : t;
        step("query", asking < t ? "z[t−1]" : "z[t]", state(asking));
        step("asked", model_.query.id < 0 ? "q = z" : "q = W z",
             asking < 0 ? std::span<const float>(single_.plan.value(single_.asked_first))
                        : single_.time_step(single_.asked, 0, asking));
        step("context", "c = Σ a h", single_.time_step(written.attention.context, 0, t));
      }
      step("state", "z", state(t));
    }
  });
}

}  // namespace

std::unique_ptr<Trial> start_translation(std::uint64_t seed, const Values& values, Data) {
  return std::make_unique<TranslationTrial>(seed, values);
}

double translation_bytes(const Values& values) {
  const auto task = make_task(0, values);
  const EncoderDecoder::Settings model = model_settings(*task, values);
  const double S = task->longest_source();
  const double T = task->longest_target();
  const double gates = gates_of(model.cell);
  const bool by_steps = values.real("teacherForcing") < 1 || model.dropout > 0 ||
                        (model.input_feeding && model.score != Score::kNone);
  // In states of H numbers: what a token of either side takes, without its gradients.
  const double read = 2 * gates + 6;
  const double written = gates + 8 + (model.score == Score::kNone ? 0 : 16) + (by_steps ? 18 : 0);
  const double row = S * (2 * model.embedding + read * model.hidden) +
                     T * (3 * model.embedding + written * model.hidden + 3 * model.target_words + 6 * S);
  const double hidden_scores =
      model.score < Score::kConcat ? 0 : T * S * model.hidden;  // one layer, in training
  const double batch = values.real("batchSize");
  return 4 * ((2 * batch + 1.5 * kTranslationProbed) * row + batch * hidden_scores) +
         values.integer("examples") * (S + T);
}

}  // namespace attento
