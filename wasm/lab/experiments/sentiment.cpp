#include "lab/experiments/sentiment.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <numeric>
#include <optional>
#include <string>

#include "lab/experiments/sentence_corpus.hpp"
#include "lab/metrics.hpp"
#include "models/sentence_classifier.hpp"
#include "nn/gradients.hpp"
#include "ops/binary_cross_entropy.hpp"
#include "ops/dropout.hpp"

namespace attento {
namespace {

constexpr int kProbed = 200;  // held-out sentences that a probe reads
constexpr int kShown = 8;     // of these, so many in the frame
constexpr int kRanges = 6;    // of length, for the accuracy by length

constexpr std::string_view kNames[] = {"first", "rival"};

std::size_t offset(int row, int width) {
  return static_cast<std::size_t>(row) * static_cast<std::size_t>(width);
}

double probability(float logit) { return 1 / (1 + std::exp(-static_cast<double>(logit))); }

/// A pooling by its name in the settings; nothing for "none".
std::optional<Pooling> pooling_of(std::string_view name) {
  if (name == "last-padded") return Pooling::kLastPadded;
  if (name == "last") return Pooling::kLast;
  if (name == "mean") return Pooling::kMean;
  if (name == "article") return Pooling::kArticle;
  if (name == "additive") return Pooling::kAdditive;
  return {};
}

Cell cell_of(std::string_view name) {
  return name == "rnn" ? Cell::kRnn : name == "gru" ? Cell::kGru : Cell::kLstm;
}

using Models = std::vector<SentenceClassifier>;  // one, or two as twins

/// Dropout of a training plan.
struct Rates {
  double input = 0, state = 0;
};

/// A recording of the models for one batch size.
struct Reader {
  int batch, length;
  Ids words;
  Node mask, target;
  std::vector<SentenceClassifier::Reading> readings;
  std::vector<Node> losses;
  Plan<float> plan;

  Reader(const Models& models, const Parameters<float>& parameters, const SentenceClassifier::Size& size,
         int batch, bool trains, Rates rates = {})
      : batch(batch), length(size.length), plan(record(models, parameters, size, trains, rates)) {}

  void fill(int row, std::span<const std::int32_t> ids, int real, bool positive) {
    const std::span<std::int32_t> words_in = plan.ids(words);
    const std::span<float> mask_row = plan.value(mask).subspan(offset(row, length));
    for (int t = 0; t < length; ++t) {
      words_in[offset(t, batch) + static_cast<std::size_t>(row)] = ids[static_cast<std::size_t>(t)];
      mask_row[static_cast<std::size_t>(t)] = t < real ? 1.0F : 0.0F;
    }
    plan.value(target)[static_cast<std::size_t>(row)] = positive ? 1.0F : 0.0F;
  }
  void fill(int row, const SentenceCorpus& corpus, int sentence) {
    fill(row, corpus.ids(sentence), corpus.length(sentence), corpus.positive(sentence));
  }

 private:
  Plan<float> record(const Models& models, const Parameters<float>& parameters,
                     const SentenceClassifier::Size& size, bool trains, Rates rates) {
    Tape<float> tape(parameters);
    words = tape.ids("words", {length, batch}, size.vocabulary);
    mask = tape.input("mask", {batch, length});
    target = tape.input("target", {batch, 1});
    SentenceClassifier::Input in{.words = words, .mask = mask};
    if (rates.input > 0) in.input_dropout = dropout_mask(tape, {batch, size.embedding}, rates.input);
    if (rates.state > 0) in.state_dropout = dropout_mask(tape, {batch, size.hidden}, rates.state);
    for (const SentenceClassifier& model : models) {
      readings.push_back(model(tape, in));
      losses.push_back(binary_cross_entropy(tape, readings.back().logit, target).loss);
    }
    const Node loss = losses.size() == 2 ? add(tape, losses[0], losses[1]) : losses[0];
    return std::move(tape).freeze(trains ? loss : Node{});
  }
};

/// What one model did with some sentences, one row for each.
struct Look {
  std::vector<float> weights, scores;  // [n, T]
  std::vector<float> logits;           // [n]
};

class SentimentTrial final : public Trial {
 public:
  SentimentTrial(std::uint64_t seed, const Values& values, Data data)
      : seed_(seed),
        l2_(values.real("l2")),
        clip_(values.real("clip")),
        corpus_(seed, values, data),
        batch_(std::min(values.integer("batchSize"), corpus_.training())),
        probed_(std::min(kProbed, corpus_.held_out())),
        size_{.cell = cell_of(values.choice("cell")),
              .vocabulary = corpus_.vocabulary().size(),
              .length = corpus_.maximum_length(),
              .embedding = values.integer("embedding"),
              .hidden = values.integer("hidden")},
        models_(declare_models(values)),
        training_(models_, parameters_, size_, batch_, true,
                  {values.real("dropout"), values.real("recurrentDropout")}),
        looking_(models_, parameters_, size_, probed_, false),
        single_(models_, parameters_, size_, 1, false) {
    training_.plan.memory().training = true;
    training_.plan.memory().seed = seed;
    // Sentences of all lengths: the n-th shortest of those that are probed, at even distances.
    std::vector<int> by_length(static_cast<std::size_t>(probed_));
    std::iota(by_length.begin(), by_length.end(), 0);
    std::stable_sort(by_length.begin(), by_length.end(),
                     [&](int a, int b) { return corpus_.length(held_out(a)) < corpus_.length(held_out(b)); });
    const int shown = std::min(kShown, probed_);
    for (int i = 0; i < shown; ++i) {
      shown_.push_back(by_length[static_cast<std::size_t>((2 * i + 1) * probed_ / (2 * shown))]);
    }
    shortest_ = longest_ = corpus_.length(held_out(0));
    for (int i = 1; i < corpus_.held_out(); ++i) {
      shortest_ = std::min(shortest_, corpus_.length(held_out(i)));
      longest_ = std::max(longest_, corpus_.length(held_out(i)));
    }
  }

  Parameters<float>& parameters() override { return parameters_; }
  Plan<float>& plan() override { return training_.plan; }
  std::vector<Node> losses() const override { return training_.losses; }
  std::int64_t steps_per_epoch() const override { return corpus_.training() / batch_; }

  void fill(std::int64_t step) override {
    const std::int64_t epoch = step / steps_per_epoch();
    if (epoch != epoch_) {
      epoch_ = epoch;
      places_.resize(static_cast<std::size_t>(corpus_.training()));
      std::iota(places_.begin(), places_.end(), 0);
      Generator(seed_, "task/sentiment/epoch", static_cast<std::uint32_t>(epoch)).shuffle(std::span(places_));
    }
    const std::size_t first = offset(static_cast<int>(step % steps_per_epoch()), batch_);
    for (int row = 0; row < batch_; ++row) {
      training_.fill(row, corpus_, corpus_.at(places_[first + static_cast<std::size_t>(row)]));
    }
  }

  void adjust_gradients() override {
    for (std::size_t m = 0; m < models_.size(); ++m) {
      if (l2_ > 0) add_l2(parameters_, std::span(&models_[m].words.weight, 1), l2_);
      if (clip_ > 0) clip_gradients(parameters_, own_[m], clip_);
    }
  }

  void set(const Values&) override {}

  void declare(Frame& frame) override {
    const int rows = static_cast<int>(shown_.size());
    const int count = static_cast<int>(models_.size());
    const Shape shape{rows, size_.length};
    const std::vector<std::string> axes = {"sentence", "word"};
    for (std::size_t m = 0; m < models_.size(); ++m) {
      const std::string name(kNames[m]);
      weights_[m] = frame.declare(name, shape, axes);
      scores_[m] = frame.declare(name + ".scores", shape, axes);
      frame.maps.push_back({name, name, name + ".scores", "truth"});
    }
    truth_ = frame.declare("truth", shape, axes);
    verdicts_ = frame.declare("verdicts", {rows, count}, {"sentence", "model"});
    labels_ = frame.declare("labels", {rows}, {"sentence"});
    lengths_ = frame.declare("lengths", {rows}, {"sentence"});
    by_length_ = frame.declare("accuracyByLength", {count, kRanges}, {"model", "length"});
    by_length_counts_ = frame.declare("accuracyByLength.counts", {kRanges}, {"length"});
    for (int row = 0; row < rows; ++row) {
      frame.row_labels.push_back("sentence " + std::to_string(row + 1));
      frame.cell_labels.push_back(corpus_.review(shown(row)).words);
    }
    for (int t = 0; t < size_.length; ++t) frame.column_labels.push_back(std::to_string(t + 1));
  }

  void describe(Json& json) const override {
    corpus_.describe(json);
    json.name("lengthRanges").array([&] {
      for (int i = 0; i <= kRanges; ++i) {
        json.value(shortest_ + static_cast<double>(i) * (longest_ + 1 - shortest_) / kRanges);
      }
    });
  }

  std::vector<double> probe(Frame& frame) override {
    const std::vector<Look> looks = look(probed_);
    std::array<float, kRanges> counts{};
    for (int i = 0; i < probed_; ++i) ++counts[range(held_out(i))];
    std::copy(counts.begin(), counts.end(), frame.values(by_length_counts_).begin());
    for (std::size_t m = 0; m < models_.size(); ++m) {
      const Look& look = looks[m];
      std::array<float, kRanges> right{};
      for (int i = 0; i < probed_; ++i) right[range(held_out(i))] += is_right(look, i);
      for (std::size_t r = 0; r < kRanges; ++r)
        frame.values(by_length_)[m * kRanges + r] = counts[r] > 0 ? right[r] / counts[r] : 0;
      for (std::size_t row = 0; row < shown_.size(); ++row) {
        const auto copy = [&](const std::vector<float>& from, FrameTensor to) {
          std::copy_n(from.data() + offset(shown_[row], size_.length), size_.length,
                      frame.values(to).data() + offset(static_cast<int>(row), size_.length));
        };
        copy(look.weights, weights_[m]);
        copy(look.scores, scores_[m]);
        frame.values(verdicts_)[row * models_.size() + m] =
            static_cast<float>(probability(look.logits[static_cast<std::size_t>(shown_[row])]));
      }
    }
    const std::span<float> truth = frame.values(truth_);
    std::fill(truth.begin(), truth.end(), 0.0F);
    for (std::size_t row = 0; row < shown_.size(); ++row) {
      const int sentence = shown(static_cast<int>(row));
      mark(sentence, truth.subspan(offset(static_cast<int>(row), size_.length)));
      frame.values(labels_)[row] = corpus_.positive(sentence) ? 1.0F : 0.0F;
      frame.values(lengths_)[row] = static_cast<float>(corpus_.length(sentence));
    }
    return metrics(looks, probed_);
  }

  double evaluate(std::span<double> all) override {
    const std::vector<Look> looks = look(corpus_.held_out());
    const std::vector<double> better = metrics(looks, corpus_.held_out());
    std::copy(better.begin(), better.end(), all.begin());
    double loss = 0;
    for (int i = 0; i < corpus_.held_out(); ++i) {
      const auto x = static_cast<double>(looks[0].logits[static_cast<std::size_t>(i)]);
      loss += std::max(x, 0.0) - (corpus_.positive(held_out(i)) ? x : 0) + std::log1p(std::exp(-std::abs(x)));
    }
    return loss / corpus_.held_out();
  }

  void predict(const Fields& input, Json& json) override {
    const Chosen chosen = choose(input);
    json.field("output", probability(single_.plan.value(single_.readings[0].logit)[0]));
    if (models_.size() == 2)
      json.field("rival", probability(single_.plan.value(single_.readings[1].logit)[0]));
    if (!chosen.typed) json.field("target", chosen.review.positive ? 1 : 0);
    for (std::size_t m = 0; m < models_.size(); ++m) {
      json.name(m == 0 ? "attention" : "rivalAttention").object([&] { write_row(json, m, chosen); });
    }
    json.name("unknown").array([&] {
      for (const std::string& word : chosen.review.words) {
        if (corpus_.vocabulary().id(word) == Vocabulary::kUnknown) json.value(word);
      }
    });
    json.field("cut", chosen.cut);
    json.name("steps").array([&] {
      const auto step = [&](const char* name, const char* formula, auto&& values) {
        json.object([&] { json.field("name", name).field("formula", formula).field("values", values); });
      };
      const Look look = row_of(single_, 0, 0, static_cast<int>(chosen.review.words.size()));
      const auto& reading = single_.readings[0];
      const bool weighs = reading.attention.weights.valid();
      if (weighs) step("scores", "e", look.scores);
      step("weights", weighs ? "a = softmax(e)" : "a", look.weights);
      step("context", "c = Σ a h", single_.plan.value(reading.context));
      step("logit", "y = c · w + b", single_.plan.value(reading.logit));
      step("output", "p = 1 / (1 + e^−y)", std::vector<double>{probability(look.logits[0])});
    });
  }

  void attention(const Fields& request, Json& json) override {
    std::size_t model = 0;
    std::optional<Chosen> chosen;
    for (const auto& [name, text] : request) {
      if (name != "map") {
        chosen = choose({{name, text}});
        continue;
      }
      const std::span names(kNames, models_.size());
      const auto found = std::find(names.begin(), names.end(), text);
      if (found == names.end()) {
        throw Error(Code::kBadParameter, "map", text.substr(0, 80),
                    models_.size() == 2 ? "one of first, rival" : "first; this run has no rival");
      }
      model = static_cast<std::size_t>(found - names.begin());
    }
    if (chosen) return write_row(json, model, *chosen);
    Frame frame;
    declare(frame);
    frame.allocate();
    probe(frame);
    json.field("name", kNames[model]);
    Frame::write_shape(json, {static_cast<int>(shown_.size()), size_.length});
    json.field("weights", frame.values(weights_[model])).field("scores", frame.values(scores_[model]));
    json.field("truth", frame.values(truth_));
    json.field("rowLabels", frame.row_labels).field("columnLabels", frame.column_labels);
    json.field("cellLabels", frame.cell_labels);
  }

 private:
  /// A sentence that stands in the single reader, read.
  struct Chosen {
    Review review;
    int cut = 0;  // words beyond the longest that is read
    bool typed = false;
  };

  Models declare_models(const Values& values) {
    Models models;
    for (const std::string_view setting : {"pooling", "rival"}) {
      const std::optional<Pooling> pooling = pooling_of(values.choice(setting));
      if (!pooling) continue;
      models.push_back(SentenceClassifier::declare(parameters_, std::string(kNames[models.size()]), *pooling,
                                                   values.boolean("mask"), size_));
    }
    parameters_.allocate();
    for (int id = 0; id < static_cast<int>(parameters_.entries().size()); ++id) {
      own_[parameters_.entries()[static_cast<std::size_t>(id)].name.starts_with(kNames[1])].push_back({id});
    }
    for (const SentenceClassifier& model : models) model.initialise(parameters_, seed_);
    // Where the twins are alike they start alike.
    for (const auto& entry : parameters_.entries()) {
      if (!entry.name.starts_with("rival.")) continue;
      for (const auto& other : parameters_.entries()) {
        if (other.shape != entry.shape || other.name != "first." + entry.name.substr(6)) continue;
        const auto values_of = [&](const auto& one) {
          return parameters_.all_values().subspan(one.offset, one.shape.size());
        };
        std::copy_n(values_of(other).begin(), entry.shape.size(), values_of(entry).begin());
      }
    }
    return models;
  }

  int held_out(int i) const { return corpus_.at(corpus_.training() + i); }
  int shown(int row) const { return held_out(shown_[static_cast<std::size_t>(row)]); }

  std::size_t range(int sentence) const {
    return static_cast<std::size_t>((corpus_.length(sentence) - shortest_) * kRanges /
                                    (longest_ + 1 - shortest_));
  }

  bool is_right(const Look& look, int i) const {
    return (look.logits[static_cast<std::size_t>(i)] > 0) == corpus_.positive(held_out(i));
  }

  /// What a model did with one row of a reader, `real` words long. A pooling that takes one state has all its weight
  /// there.
  Look row_of(Reader& reader, std::size_t model, int row, int real) const {
    const auto& reading = reader.readings[model];
    const auto width = static_cast<std::size_t>(size_.length);
    Look look;
    if (reading.attention.weights.valid()) {
      const auto part = [&](Node node) {
        return reader.plan.value(node).subspan(offset(row, size_.length), width);
      };
      const auto weights = part(reading.attention.weights);
      const auto scores = part(reading.attention.scores);
      look.weights.assign(weights.begin(), weights.end());
      look.scores.assign(scores.begin(), scores.end());
    } else {
      look.weights.assign(width, 0.0F);
      const int last = models_[model].pooling == Pooling::kLast ? real : size_.length;
      look.weights[static_cast<std::size_t>(last) - 1] = 1;
      look.scores = look.weights;
    }
    look.logits = {reader.plan.value(reading.logit)[static_cast<std::size_t>(row)]};
    return look;
  }

  /// Reads the first `count` held-out sentences.
  std::vector<Look> look(int count) {
    std::vector<Look> looks(models_.size());
    for (int first = 0; first < count; first += probed_) {
      const int rows = std::min(probed_, count - first);
      for (int row = 0; row < rows; ++row) looking_.fill(row, corpus_, held_out(first + row));
      looking_.plan.forward();
      for (int row = 0; row < rows; ++row) {
        for (std::size_t m = 0; m < models_.size(); ++m) {
          const Look one = row_of(looking_, m, row, corpus_.length(held_out(first + row)));
          const auto append = [](std::vector<float>& to, const std::vector<float>& from) {
            to.insert(to.end(), from.begin(), from.end());
          };
          append(looks[m].weights, one.weights);
          append(looks[m].scores, one.scores);
          append(looks[m].logits, one.logits);
        }
      }
    }
    return looks;
  }

  /// Marks the cue of a sentence; its words share 1.
  void mark(int sentence, std::span<float> row) const {
    const std::vector<int> cues = corpus_.review(sentence).cues;
    for (const int cue : cues) row[static_cast<std::size_t>(cue)] = 1.0F / static_cast<float>(cues.size());
  }

  /// In the order of kMetrics; not-a-number for a rival that there is not.
  std::vector<double> metrics(const std::vector<Look>& looks, int count) const {
    constexpr double kNone = std::numeric_limits<double>::quiet_NaN();
    const int T = size_.length;
    std::vector<float> truth(offset(count, T), 0.0F);
    for (int i = 0; i < count; ++i) mark(held_out(i), std::span(truth).subspan(offset(i, T)));
    std::array<double, 2> accuracy{kNone, kNone}, on_cues{kNone, kNone}, on_padding{kNone, kNone};
    for (std::size_t m = 0; m < looks.size(); ++m) {
      int right = 0;
      for (int i = 0; i < count; ++i) right += is_right(looks[m], i);
      accuracy[m] = static_cast<double>(right) / count;
      on_cues[m] = mass_on_truth(looks[m].weights, truth, T);
      double padding = 0;
      for (int i = 0; i < count; ++i) padding += padding_of(looks[m], i, corpus_.length(held_out(i)));
      on_padding[m] = padding / count;
    }
    std::vector<float> real = looks[0].weights;  // what padding takes does not count
    std::vector<float> mask(real.size(), 1.0F);
    for (int i = 0; i < count; ++i) {
      const int length = corpus_.length(held_out(i));
      std::fill_n(real.begin() + static_cast<std::ptrdiff_t>(offset(i, T)) + length, T - length, 0.0F);
      std::fill_n(mask.begin() + static_cast<std::ptrdiff_t>(offset(i, T)) + length, T - length, 0.0F);
    }
    return {accuracy[0],   accuracy[1],
            on_cues[0],    alignment_accuracy(looks[0].weights, truth, T),
            on_padding[0], normalised_entropy(real, T, mask),
            on_cues[1],    on_padding[1]};
  }

  /// The weight that a row has on positions from `real` on.
  double padding_of(const Look& look, int row, int real) const {
    const float* weights = look.weights.data() + offset(row, size_.length);
    return std::accumulate(weights + real, weights + size_.length, 0.0,
                           [](double sum, float weight) { return sum + static_cast<double>(weight); });
  }

  /// Reads "example" or a typed "sentence" with the single reader.
  Chosen choose(const Fields& input);

  void write_row(Json& json, std::size_t model, const Chosen& chosen) {
    const int n = static_cast<int>(chosen.review.words.size());
    const Look look = row_of(single_, model, 0, n);
    std::vector<float> truth(static_cast<std::size_t>(n), 0.0F);
    for (const int cue : chosen.review.cues) {
      truth[static_cast<std::size_t>(cue)] = 1.0F / static_cast<float>(chosen.review.cues.size());
    }
    const auto read = static_cast<std::size_t>(n);
    json.field("name", kNames[model]);
    Frame::write_shape(json, {1, n});
    json.field("weights", std::span(look.weights).first(read))
        .field("scores", std::span(look.scores).first(read));
    json.field("truth", truth).field("onPadding", padding_of(look, 0, n));
    json.field("rowLabels", std::vector<std::string>{"sentence"}).field("columnLabels", chosen.review.words);
  }

  std::uint64_t seed_;
  double l2_, clip_;
  SentenceCorpus corpus_;
  int batch_, probed_;
  SentenceClassifier::Size size_;
  Parameters<float> parameters_;
  std::array<std::vector<Parameter>, 2> own_;  // the parameters of each model
  Models models_;
  Reader training_, looking_, single_;
  std::vector<int> shown_;          // among the probed
  int shortest_ = 0, longest_ = 0;  // held-out sentences
  std::int64_t epoch_ = -1;         // of the order below
  std::vector<int> places_;         // training sentences, shuffled
  std::array<FrameTensor, 2> weights_, scores_;
  FrameTensor truth_, verdicts_, labels_, lengths_, by_length_, by_length_counts_;
};

constexpr Setting kInputs[] = {
    {.name = "sentence",
     .label = "Sentence",
     .type = Type::kText,
     .minimum = 1,
     .maximum = 2000,
     .help = "Any sentence. Words that training has not seen are all read as one unknown word."}};

SentimentTrial::Chosen SentimentTrial::choose(const Fields& input) {
  Chosen chosen;
  if (input.size() == 1 && input[0].first == "example") {
    const Setting example{.name = "example",
                          .label = "Example",
                          .type = Type::kInteger,
                          .maximum = static_cast<double>(corpus_.size() - 1)};
    const int sentence = static_cast<int>(read_setting(example, input[0].second, {}).number);
    chosen.review = corpus_.review(sentence);
    chosen.cut = corpus_.cut(sentence);
    single_.fill(0, corpus_, sentence);
  } else {
    const std::string text = well_formed(read_settings(kInputs, input).at("sentence").word);
    chosen.typed = true;
    chosen.review.words = split_words(text);
    if (chosen.review.words.empty()) {
      throw Error(Code::kBadParameter, "sentence", text.substr(0, 80), "a sentence with at least one word");
    }
    const auto most = static_cast<std::size_t>(size_.length);
    if (chosen.review.words.size() > most) {
      chosen.cut = static_cast<int>(chosen.review.words.size() - most);
      chosen.review.words.resize(most);
    }
    std::vector<std::int32_t> ids(most, Vocabulary::kPadding);
    std::transform(chosen.review.words.begin(), chosen.review.words.end(), ids.begin(),
                   [&](const std::string& word) { return corpus_.vocabulary().id(word); });
    single_.fill(0, ids, static_cast<int>(chosen.review.words.size()), false);
  }
  single_.plan.forward();
  return chosen;
}

constexpr Setting kSettings[] = {
    {.name = "sentences",
     .label = "Sentences",
     .type = Type::kInteger,
     .minimum = 500,
     .maximum = 20000,
     .step = 100,
     .standard = "4000",
     .help = "How many reviews the grammar writes; a fifth is held out. Own data bring their own number."},
    {.name = "maximumLength",
     .label = "Longest sentence",
     .type = Type::kInteger,
     .minimum = 8,
     .maximum = 64,
     .standard = "48",
     .unit = "words",
     .help = "Every sentence is padded to this length at its end; what is longer is cut there."},
    {.name = "neutralClauses",
     .label = "Neutral clauses",
     .type = Type::kInteger,
     .maximum = 4,
     .standard = "4",
     .help =
         "At most so many clauses without any opinion stand around the verdict, and at least half as many."},
    {.name = "reported",
     .label = "Reported opinions",
     .maximum = 1,
     .step = 0.05,
     .standard = "0.5",
     .help = "The chance of a clause with somebody else's opinion, which does not count."},
    {.name = "negation",
     .label = "Negation",
     .maximum = 1,
     .step = 0.05,
     .standard = "0.3",
     .help = "The chance that a clause is negated: not bad is good."},
    {.name = "intensifiers",
     .label = "Intensifiers",
     .maximum = 1,
     .step = 0.05,
     .standard = "0.3",
     .help = "The chance of a word like very, which changes nothing."},
    {.name = "contrast",
     .label = "Contrast",
     .maximum = 1,
     .step = 0.05,
     .standard = "0.3",
     .help =
         "The chance that the verdict follows its opposite: the screen is fine but the battery is terrible."},
    {.name = "positive",
     .label = "Positive reviews",
     .minimum = 0.1,
     .maximum = 0.9,
     .step = 0.05,
     .standard = "0.5",
     .help = "The share of reviews with a good verdict."},
    {.name = "vocabulary",
     .label = "Richness of words",
     .type = Type::kInteger,
     .minimum = 40,
     .maximum = 400,
     .step = 20,
     .standard = "100",
     .help = "400 uses every word that the grammar knows, 100 the commonest quarter of each kind."},
    {.name = "cell",
     .label = "Cell",
     .type = Type::kChoice,
     .standard = "lstm",
     .help = "What reads the words one after the other.",
     .choices = {{"rnn", "simple"}, {"gru", "GRU"}, {"lstm", "LSTM"}}},
    {.name = "embedding",
     .label = "Embedding",
     .type = Type::kInteger,
     .minimum = 4,
     .maximum = 64,
     .standard = "16",
     .unit = "numbers",
     .help = "How many numbers stand for a word."},
    {.name = "hidden",
     .label = "Hidden state",
     .type = Type::kInteger,
     .minimum = 4,
     .maximum = 128,
     .standard = "32",
     .unit = "numbers",
     .help = "How much the cell remembers."},
    {.name = "pooling",
     .label = "Pooling",
     .type = Type::kChoice,
     .standard = "additive",
     .help = "How the states of all words become one verdict.",
     .choices = {{"last-padded", "last state, padding read too"},
                 {"last", "last real state"},
                 {"mean", "mean"},
                 {"article", "attention of the article"},
                 {"additive", "additive attention"}}},
    {.name = "rival",
     .label = "Rival",
     .type = Type::kChoice,
     .standard = "last-padded",
     .help = "The pooling of a second network with the same start, which learns beside the first from the "
             "same batches.",
     .choices = {{"last-padded", "last state, padding read too"},
                 {"last", "last real state"},
                 {"mean", "mean"},
                 {"article", "attention of the article"},
                 {"additive", "additive attention"},
                 {"none", "none"}}},
    {.name = "mask",
     .label = "Mask padding",
     .type = Type::kBoolean,
     .standard = "true",
     .help = "Padding gets no weight in the mean and in both kinds of attention."},
    {.name = "dropout",
     .label = "Dropout",
     .maximum = 0.8,
     .step = 0.05,
     .standard = "0",
     .help = "The share of the embedding's numbers that is dropped, the same at all words of a sentence."},
    {.name = "recurrentDropout",
     .label = "Recurrent dropout",
     .maximum = 0.8,
     .step = 0.05,
     .standard = "0",
     .help =
         "The share of the state's numbers that the gates do not see, the same at all words of a sentence."},
    {.name = "l2",
     .label = "L2 of the embedding",
     .maximum = 0.1,
     .step = 0.0005,
     .standard = "0",
     .help = "λ: training also makes λ times the sum of the squared embedding small. The losses shown are "
             "without it."},
    {.name = "clip",
     .label = "Clip the gradient",
     .maximum = 10,
     .step = 0.1,
     .standard = "0.5",
     .help = "The gradient of each network is made no longer than this; 0 leaves it as it is. It keeps a "
             "recurrent "
             "network from leaping when it has nearly learned."},
    {.name = "batchSize",
     .label = "Batch size",
     .type = Type::kInteger,
     .minimum = 1,
     .maximum = 512,
     .standard = "32",
     .unit = "sentences",
     .help = "How many sentences are averaged for one step, at most all that there are."},
    {.name = "learningRate",
     .label = "Learning rate",
     .minimum = 1e-6,
     .maximum = 1,
     .step = 1e-6,
     .standard = "0.01",
     .help = "The size of a step of Adam.",
     .restart = false,
     .logarithmic = true},
    {.name = "epochs",
     .label = "Epochs",
     .type = Type::kInteger,
     .minimum = 1,
     .maximum = 1000,
     .standard = "5",
     .help = "After how many passes over the sentences a run stops by itself.",
     .restart = false}};

constexpr Metric kMetrics[] = {
    {"loss", "Loss", "Cross-entropy of the training sentences, averaged over about the last hundred steps.",
     "−Σ (t ln p + (1 − t) ln(1 − p)) / B", false, 0.05},
    {"epochLoss", "Loss of the last epoch", "Cross-entropy over the last complete epoch.", "Σ loss / steps",
     false, 0.05},
    {"rivalLoss", "Loss of the rival", "The same for the second network.",
     "−Σ (t ln p + (1 − t) ln(1 − p)) / B", false, 0.05},
    {"rivalEpochLoss", "Rival's loss of the last epoch", "The same for the second network.", "Σ loss / steps",
     false, 0.05},
    {"accuracy", "Accuracy", "Share of held-out sentences with the right verdict.", "mean [(p > ½) = t]",
     true, 0.99},
    {"rivalAccuracy", "Accuracy of the rival", "The same for the second network.", "mean [(p > ½) = t]", true,
     0.99},
    {"massOnCues", "Weight on the cue",
     "Mean weight on the words that make the verdict: the word of sentiment and its negation.",
     "mean Σ_cue a", true, 0.6},
    {"cueFound", "Cues found", "Share of held-out sentences whose largest weight is on a word of the cue.",
     "mean [argmax a ∈ cue]", true, 0.6},
    {"massOnPadding", "Weight on padding", "Mean weight on what is not part of the sentence.",
     "mean Σ_padding a", false, 0},
    {"normalisedEntropy", "Spread of the weight",
     "How evenly the real words share the weight: 0 for one word only, 1 for all alike.", "H(a) / ln n",
     false, 0.5},
    {"rivalMassOnCues", "Rival's weight on the cue", "The same for the second network.", "mean Σ_cue a", true,
     0.6},
    {"rivalMassOnPadding", "Rival's weight on padding", "The same for the second network.",
     "mean Σ_padding a", false, 0}};

constexpr MapDescription kMaps[] = {
    {"first", "What it reads",
     "The weight of each word's state in the verdict. A pooling that takes one state has all its weight "
     "there.",
     "a"},
    {"rival", "What the rival reads", "The same for the second network.", "a"}};

constexpr std::string_view kViews[] = {"sentences", "accuracy-by-length", "loss-curve"};

constexpr Preset kPresets[] = {
    {"default", "Attention against forgetting",
     "Additive attention beside the last state as a network gives it that reads the padding too.", ""},
    {"article", "As in the article",
     "The article's sizes, its attention without a mask and its rival. Give it your own sentences: how much "
     "of the "
     "weight lies on padding?",
     "embedding=32;hidden=100;l2=0.001;dropout=0.3;recurrentDropout=0.2;maximumLength=32;pooling=article;"
     "mask=false;"
     "rival=last-padded;learningRate=0.001;epochs=10;clip=0;batchSize=100"},
    {"masked", "The article with a mask", "The same, but padding gets no weight.",
     "embedding=32;hidden=100;l2=0.001;dropout=0.3;recurrentDropout=0.2;maximumLength=32;pooling=article;"
     "mask=true;"
     "rival=last-padded;learningRate=0.001;epochs=10;clip=0;batchSize=100"},
    {"last-real", "Stop where the sentence ends",
     "The rival takes the state after the last real word: is attention still needed?", "rival=last"},
    {"mean", "Attention against the mean", "The rival averages all states.", "rival=mean"}};

/// What the plans of a run take: the values and gradients of each word's embedding, gates and states.
double planned_bytes(const Values& values) {
  const double embedding = values.real("embedding");
  const double hidden = values.real("hidden");
  const double gates = gates_of(cell_of(values.choice("cell")));
  const double word = 2 * embedding + (2 * gates + 12) * hidden + 8;
  const double models = values.choice("rival") == "none" ? 1 : 2;
  const double rows = values.real("batchSize") + kProbed;
  const double corpus = values.real("sentences") * (values.real("maximumLength") + 16);
  return 4 * (models * rows * values.real("maximumLength") * word + corpus);
}

}  // namespace

const Experiment kSentiment = {
    .name = "sentiment",
    .title = "Which words make the verdict?",
    .summary =
        "A network reads a review word by word and says whether it is good or bad. One clause decides; "
        "others "
        "are neutral, or only report what somebody else thinks. Two networks that differ in nothing but how "
        "they gather what they read learn side by side.",
    .article = "LSTM with and without attention pooling",
    .paper = "Yang et al. 2016, Hierarchical attention networks for document classification",
    .settings = kSettings,
    .twins = true,
    .metrics = kMetrics,
    .inputs = kInputs,
    .maps = kMaps,
    .views = kViews,
    .presets = kPresets,
    .data = {"Your own sentences",
             "A text file in UTF-8, on each line a sentence, a tab and its label, 0 for bad or 1 for good; "
             "at least 20 "
             "of them, of both kinds.",
             kMaxLabelledBytes},
    .bytes = planned_bytes,
    .start = [](std::uint64_t seed, const Values& values, Data data) -> std::unique_ptr<Trial> {
      return std::make_unique<SentimentTrial>(seed, values, data);
    },
};

}  // namespace attento
