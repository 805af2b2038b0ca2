#include "experiments/sentiment/trial.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>
#include <string>

#include "experiments/sentiment/corpus.hpp"
#include "experiments/sentiment/reader.hpp"
#include "lab/metrics.hpp"
#include "lab/trial_helpers.hpp"
#include "nn/gradients.hpp"

namespace attento::sentiment {
namespace {

constexpr int kShown = 8;         // sentences in the frame
constexpr int kRanges = 6;        // of length, for the accuracy by length
constexpr std::size_t kBack = 2;  // of kMaps

double probability(float logit) { return 1 / (1 + std::exp(-static_cast<double>(logit))); }

class SentimentTrial final : public Trial {
 public:
  SentimentTrial(std::uint64_t seed, const Values& values, Data data)
      : Trial(values),
        corpus_(seed, values, data),
        batch_(std::min(values.integer("batchSize"), corpus_.training())),
        probed_(std::min(kProbed, corpus_.held_out())),
        sentences_(static_cast<std::size_t>(batch_)),
        epochs_(seed, corpus_.training(), batch_, values.boolean(kParted)),
        size_{.vocabulary = corpus_.vocabulary().size(),
              .length = corpus_.maximum_length(),
              .embedding = values.integer("embedding"),
              .hidden = values.integer("hidden")},
        models_(declare_models(parameters_, values, size_)),
        training_(parameters_, true, models_, size_, epochs_.rows(),
                  DropoutRates{values.real("dropout"), values.real("recurrentDropout")}),
        looking_(parameters_, false, models_, size_, probed_),
        single_(parameters_, false, models_, size_, 1) {
    hold({&training_.plan, &looking_.plan, &single_.plan});
    for (int id = 0; id < static_cast<int>(parameters_.entries().size()); ++id) {
      const bool rival = parameters_.entry(Parameter{id}).name.starts_with(kTwinNames[1]);
      own_[rival].push_back({id});
    }
    // Sentences of all lengths: the n-th shortest of those that are probed, at even distances.
    std::vector<std::pair<int, int>> by_length;
    by_length.reserve(static_cast<std::size_t>(probed_));
    for (int i = 0; i < probed_; ++i) by_length.emplace_back(corpus_.length(held_out(i)), i);
    std::sort(by_length.begin(), by_length.end());
    const int shown = std::min(kShown, probed_);
    for (int i = 0; i < shown; ++i) {
      shown_.push_back(by_length[static_cast<std::size_t>((2 * i + 1) * probed_ / (2 * shown))].second);
    }
    shortest_ = longest_ = corpus_.length(held_out(0));
    for (int i = 1; i < corpus_.held_out(); ++i) {
      shortest_ = std::min(shortest_, corpus_.length(held_out(i)));
      longest_ = std::max(longest_, corpus_.length(held_out(i)));
    }
  }

  std::vector<Node> losses() const override { return training_.losses; }
  std::int64_t steps_per_epoch() const override { return epochs_.steps(); }
  int parts() const override { return epochs_.parts(); }

  std::span<const std::int32_t> examples(std::int64_t step) override {
    const auto places = epochs_.batch(step);
    std::transform(places.begin(), places.end(), sentences_.begin(),
                   [&](int place) { return corpus_.at(place); });
    return sentences_;
  }

  void fill(std::span<const std::int32_t> examples) override {
    int row = 0;
    for (const std::int32_t sentence : examples) training_.fill(row++, corpus_, sentence);
  }

  TrueMaps true_maps(std::span<const std::int32_t> examples) const override {
    const auto width = static_cast<std::size_t>(size_.length);
    TrueMaps maps{{static_cast<int>(examples.size()), size_.length},
                  std::vector<float>(examples.size() * width)};
    for (std::size_t row = 0; row < examples.size(); ++row)
      mark(examples[row], std::span(maps.marks).subspan(row * width, width));
    return maps;
  }

  void adjust_gradients() override {
    const double l2 = values_.real("l2");
    const double clip = values_.real("clip");
    for (std::size_t m = 0; m < models_.size(); ++m) {
      if (l2 > 0) add_l2(parameters_, std::span(&models_[m].words.weight, 1), l2);
      if (clip > 0) clip_gradients(parameters_, own_[m], clip);
    }
  }

  void declare(Frame& frame) override {
    const int rows = static_cast<int>(shown_.size());
    const int count = static_cast<int>(models_.size());
    const Shape shape{rows, size_.length};
    const std::vector<std::string> axes = {"sentence", "word"};
    for (std::size_t m = 0; m < models_.size(); ++m) {
      const std::string name(kTwinNames[m]);
      weights_[m] = frame.declare(name, shape, axes);
      scores_[m] = frame.declare(name + ".scores", shape, axes);
      frame.maps.push_back({name, name, name + ".scores", "truth"});
    }
    if (looks_back()) {
      const Shape square{rows, size_.length, size_.length};
      const std::vector<std::string> words = {"sentence", "word", "earlier word"};
      const std::string name(kMaps[kBack].name);
      back_ = frame.declare(name, square, words);
      back_scores_ = frame.declare(name + ".scores", square, words);
      back_truth_ = frame.declare(name + ".truth", square, words);
      frame.maps.push_back({name, name, name + ".scores", name + ".truth"});
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

  MetricValues probe(Frame& frame) override {
    const Looked looked = look(probed_);
    const std::vector<SentenceLook>& looks = looked.models;
    std::array<float, kRanges> counts{};
    for (int i = 0; i < probed_; ++i) ++counts[range(held_out(i))];
    std::copy(counts.begin(), counts.end(), frame.values(by_length_counts_).begin());
    for (std::size_t m = 0; m < models_.size(); ++m) {
      const SentenceLook& look = looks[m];
      std::array<float, kRanges> right{};
      for (int i = 0; i < probed_; ++i) right[range(held_out(i))] += is_right(look, i);
      for (std::size_t r = 0; r < kRanges; ++r)
        frame.values(by_length_)[m * kRanges + r] = counts[r] > 0 ? right[r] / counts[r] : 0;
      for (std::size_t row = 0; row < shown_.size(); ++row) {
        const auto copy = [&](const std::vector<float>& from, FrameTensor to) {
          std::copy_n(from.data() + row_offset(shown_[row], size_.length), size_.length,
                      frame.values(to).data() + row_offset(static_cast<int>(row), size_.length));
        };
        copy(look.weights, weights_[m]);
        copy(look.scores, scores_[m]);
        frame.values(verdicts_)[row * models_.size() + m] =
            static_cast<float>(probability(look.logits[static_cast<std::size_t>(shown_[row])]));
      }
    }
    if (looks_back()) show_looks(frame);
    const std::span<float> truth = frame.values(truth_);
    std::fill(truth.begin(), truth.end(), 0.0F);
    for (std::size_t row = 0; row < shown_.size(); ++row) {
      const int sentence = shown(static_cast<int>(row));
      mark(sentence, truth.subspan(row_offset(static_cast<int>(row), size_.length)));
      frame.values(labels_)[row] = corpus_.positive(sentence) ? 1.0F : 0.0F;
      frame.values(lengths_)[row] = static_cast<float>(corpus_.length(sentence));
    }
    return metrics(looked, probed_);
  }

  Evaluation evaluate() override {
    const Looked looked = look(corpus_.held_out());
    double loss = 0;
    for (int i = 0; i < corpus_.held_out(); ++i) {
      const auto x = static_cast<double>(looked.models[0].logits[static_cast<std::size_t>(i)]);
      loss += std::max(x, 0.0) - (corpus_.positive(held_out(i)) ? x : 0) + std::log1p(std::exp(-std::abs(x)));
    }
    return {loss / corpus_.held_out(), metrics(looked, corpus_.held_out())};
  }

  Answer predict(const Fields& input) override {
    const Chosen chosen = choose(input);
    const auto& reading = single_.readings[0];
    const SentenceLook look = single_.look(models_, 0, 0, static_cast<int>(chosen.review.words.size()));
    const double p = probability(look.logits[0]);
    std::vector<std::string> unknown;
    for (const std::string& word : chosen.review.words) {
      if (corpus_.vocabulary().id(word) == Vocabulary::kUnknown) unknown.push_back(word);
    }
    Answer answer;
    answer.told.tell("output", p);
    answer.told.tell("unknown", unknown);
    answer.told.tell("cut", chosen.cut);
    answer.attention = row_map(0, chosen);
    if (!chosen.typed) answer.told.tell("target", chosen.review.positive ? 1 : 0);
    if (models_.size() == 2) {
      answer.told.tell("rival", probability(single_.plan.value(single_.readings[1].logit)[0]));
      answer.rival = row_map(1, chosen);
    }
    const bool weighs = reading.attention.weights.valid();
    if (looks_back()) answer.steps.add(kMaps[kBack].name, kMaps[kBack].formula, back_map(chosen).weights);
    if (weighs) answer.steps.add("scores", "e", look.scores);
    answer.steps.add("weights", weighs ? "a = softmax(e)" : "a", look.weights);
    answer.steps.add("context", "c = Σ a h", single_.plan.value(reading.context));
    answer.steps.add("logit", "y = c · w + b", look.logits);
    const auto rounded = static_cast<float>(p);
    answer.steps.add("output", "p = 1 / (1 + e^−y)", {&rounded, 1});
    return answer;
  }

  std::unique_ptr<Subject> subject(const Fields& request) override;

  AttentionMap attention(const Fields& request) override {
    std::vector<MapDescription> maps(kMaps, kMaps + models_.size());
    if (looks_back()) maps.push_back(kMaps[kBack]);
    const MapRequest wanted = read_map_request(request, maps, corpus_.size());
    if (wanted.map == kMaps[kBack].name) {
      return wanted.example >= 0 ? back_map(read(wanted.example)) : shown_map(kMaps[kBack].name);
    }
    const std::size_t model = wanted.map == kTwinNames[0] ? 0 : 1;
    return wanted.example >= 0 ? row_map(model, read(wanted.example)) : shown_map(kTwinNames[model]);
  }

 private:
  void initialise(std::uint64_t seed) override {
    start_models(models_, parameters_, values_.real("spread"), seed);
  }

  /// A sentence that stands in the single reader, read.
  struct Chosen {
    Review review;
    int cut = 0;  // words beyond the longest that is read
    bool typed = false;
  };

  /// Is the first a machine reader?
  bool looks_back() const { return models_[0].looks_back; }

  int held_out(int i) const { return corpus_.at(corpus_.training() + i); }
  int shown(int row) const { return held_out(shown_[static_cast<std::size_t>(row)]); }

  std::size_t range(int sentence) const {
    return static_cast<std::size_t>((corpus_.length(sentence) - shortest_) * kRanges /
                                    (longest_ + 1 - shortest_));
  }

  bool is_right(const SentenceLook& look, int i) const {
    return (look.logits[static_cast<std::size_t>(i)] > 0) == corpus_.positive(held_out(i));
  }

  /// What is read of some sentences, model by model, and sums over the looks back of the first.
  struct Looked {
    std::vector<SentenceLook> models;
    double on_modifier = 0;  // of sentences that have one
    int modified = 0;
    double on_previous = 0;  // of words that have a choice
    int choosing = 0;
  };

  /// Reads the first `count` held-out sentences.
  Looked look(int count) {
    Looked looked{std::vector<SentenceLook>(models_.size())};
    std::vector<SentenceLook>& looks = looked.models;
    for (int first = 0; first < count; first += probed_) {
      const int rows = std::min(probed_, count - first);
      for (int row = 0; row < rows; ++row) looking_.fill(row, corpus_, held_out(first + row));
      looking_.plan.forward();
      for (int row = 0; row < rows; ++row) {
        for (std::size_t m = 0; m < models_.size(); ++m) {
          const SentenceLook one = looking_.look(models_, m, row, corpus_.length(held_out(first + row)));
          const auto append = [](std::vector<float>& to, const std::vector<float>& from) {
            to.insert(to.end(), from.begin(), from.end());
          };
          append(looks[m].weights, one.weights);
          append(looks[m].scores, one.scores);
          append(looks[m].logits, one.logits);
        }
        if (looks_back()) add_looks(looked, row, held_out(first + row));
      }
    }
    return looked;
  }

  void add_looks(Looked& looked, int row, int sentence) const {
    const auto look = [&](int t) {
      return looking_.row(looking_.readings[0].looks[static_cast<std::size_t>(t) - 1].weights, row, probed_);
    };
    for (int t = 2; t < corpus_.length(sentence); ++t, ++looked.choosing)
      looked.on_previous += static_cast<double>(look(t).back());
    const Review review = corpus_.review(sentence);
    if (review.modifiers.empty()) return;
    ++looked.modified;
    for (const int modifier : review.modifiers)
      looked.on_modifier += static_cast<double>(look(review.cues.back())[static_cast<std::size_t>(modifier)]);
  }

  /// The looks back in the sentences that are shown.
  void show_looks(Frame& frame) const {
    std::size_t at = 0;
    for (std::size_t row = 0; row < shown_.size(); ++row) {
      const int sentence = shown(static_cast<int>(row));
      const LooksBack back = looking_.looks_back(shown_[row], corpus_.length(sentence));
      const std::size_t size = back.weights.size();
      std::copy(back.weights.begin(), back.weights.end(), frame.values(back_).subspan(at, size).begin());
      std::copy(back.scores.begin(), back.scores.end(), frame.values(back_scores_).subspan(at, size).begin());
      const std::span<float> truth = frame.values(back_truth_).subspan(at, size);
      std::fill(truth.begin(), truth.end(), 0.0F);
      mark_modifiers(corpus_.review(sentence), size_.length, truth);
      at += size;
    }
  }

  /// Marks in a map of so many columns where the word of sentiment ought to look; its modifiers share 1.
  static void mark_modifiers(const Review& review, int columns, std::span<float> map) {
    for (const int modifier : review.modifiers) {
      map[row_offset(review.cues.back(), columns) + static_cast<std::size_t>(modifier)] =
          1.0F / static_cast<float>(review.modifiers.size());
    }
  }

  /// Marks the cue of a sentence; its words share 1.
  void mark(int sentence, std::span<float> row) const {
    const std::vector<int> cues = corpus_.review(sentence).cues;
    for (const int cue : cues) row[static_cast<std::size_t>(cue)] = 1.0F / static_cast<float>(cues.size());
  }

  MetricValues metrics(const Looked& looked, int count) const {
    const std::vector<SentenceLook>& looks = looked.models;
    constexpr std::string_view kNames[][3] = {{"accuracy", "massOnCues", "massOnPadding"},
                                              {"rivalAccuracy", "rivalMassOnCues", "rivalMassOnPadding"}};
    const int T = size_.length;
    std::vector<float> truth(row_offset(count, T), 0.0F);
    for (int i = 0; i < count; ++i) mark(held_out(i), std::span(truth).subspan(row_offset(i, T)));
    MetricValues all;
    for (std::size_t m = 0; m < looks.size(); ++m) {
      int right = 0;
      for (int i = 0; i < count; ++i) right += is_right(looks[m], i);
      double padding = 0;
      for (int i = 0; i < count; ++i) padding += padding_of(looks[m], i, corpus_.length(held_out(i)));
      all.insert(all.end(), {{kNames[m][0], static_cast<double>(right) / count},
                             {kNames[m][1], mass_on_truth(looks[m].weights, truth, T)},
                             {kNames[m][2], padding / count}});
    }
    std::vector<float> real = looks[0].weights;  // what padding takes does not count
    std::vector<float> mask(real.size(), 1.0F);
    for (int i = 0; i < count; ++i) {
      const int length = corpus_.length(held_out(i));
      std::fill_n(real.begin() + static_cast<std::ptrdiff_t>(row_offset(i, T)) + length, T - length, 0.0F);
      std::fill_n(mask.begin() + static_cast<std::ptrdiff_t>(row_offset(i, T)) + length, T - length, 0.0F);
    }
    all.emplace_back("cueFound", alignment_accuracy(looks[0].weights, truth, T));
    all.emplace_back("normalisedEntropy", normalised_entropy(real, T, mask));
    if (looked.modified > 0) all.emplace_back("massOnModifier", looked.on_modifier / looked.modified);
    if (looked.choosing > 0) all.emplace_back("massOnPrevious", looked.on_previous / looked.choosing);
    return all;
  }

  /// The weight that a row has on positions from `real` on.
  double padding_of(const SentenceLook& look, int row, int real) const {
    const float* weights = look.weights.data() + row_offset(row, size_.length);
    return std::accumulate(weights + real, weights + size_.length, 0.0,
                           [](double sum, float weight) { return sum + static_cast<double>(weight); });
  }

  /// Reads one sentence of the corpus with the single reader.
  Chosen read(int sentence) {
    single_.fill(0, corpus_, sentence);
    single_.plan.forward();
    return {corpus_.review(sentence), corpus_.cut(sentence), false};
  }

  /// Reads "example" or a typed "sentence" with the single reader.
  Chosen choose(const Fields& input);

  AttentionMap row_map(std::size_t model, const Chosen& chosen) const {
    const int n = static_cast<int>(chosen.review.words.size());
    SentenceLook look = single_.look(models_, model, 0, n);
    const double on_padding = padding_of(look, 0, n);
    const auto read = static_cast<std::size_t>(n);
    look.weights.resize(read);
    look.scores.resize(read);
    std::vector<float> truth(read, 0.0F);
    for (const int cue : chosen.review.cues) {
      truth[static_cast<std::size_t>(cue)] = 1.0F / static_cast<float>(chosen.review.cues.size());
    }
    AttentionMap map{.name = kTwinNames[model],
                     .shape = {1, n},
                     .weights = look.weights,
                     .scores = look.scores,
                     .truth = truth,
                     .row_labels = {"sentence"},
                     .column_labels = chosen.review.words,
                     .cell_labels = {},
                     .more = {}};
    map.more.tell("onPadding", on_padding);
    return map;
  }

  /// How a sentence that stands in the single reader looks back.
  AttentionMap back_map(const Chosen& chosen) const {
    const int n = static_cast<int>(chosen.review.words.size());
    const LooksBack back = single_.looks_back(0, n);
    const auto cut = [&](const std::vector<float>& all) {
      std::vector<float> square;
      for (int t = 0; t < n; ++t) {
        const auto row = all.begin() + static_cast<std::ptrdiff_t>(row_offset(t, size_.length));
        square.insert(square.end(), row, row + n);
      }
      return square;
    };
    std::vector<float> truth(row_offset(n, n), 0.0F);
    mark_modifiers(chosen.review, n, truth);
    return {.name = kMaps[kBack].name,
            .shape = {n, n},
            .weights = cut(back.weights),
            .scores = cut(back.scores),
            .truth = truth,
            .row_labels = chosen.review.words,
            .column_labels = chosen.review.words,
            .cell_labels = {},
            .more = {}};
  }

  SentenceCorpus corpus_;
  int batch_, probed_;
  std::vector<std::int32_t> sentences_;  // of a step
  ShuffledEpochs epochs_;
  SentenceClassifier::Size size_;
  std::array<std::vector<Parameter>, 2> own_;  // the parameters of each model
  SentenceModels models_;
  SentenceReader training_, looking_, single_;
  std::vector<int> shown_;          // among the probed
  int shortest_ = 0, longest_ = 0;  // held-out sentences
  std::array<FrameTensor, 2> weights_, scores_;
  FrameTensor back_, back_scores_, back_truth_;
  FrameTensor truth_, verdicts_, labels_, lengths_, by_length_, by_length_counts_;
};

/// A word is left out by reading the sentence without it.
class SentenceSubject final : public Subject {
 public:
  /// `over` are the weights of the first words of a sentence.
  SentenceSubject(SentenceReader& reader, std::size_t model, std::vector<std::string> words, Node over)
      : reader_(reader), logit_(reader.readings[model].logit) {
    plan = &reader.plan;
    weights = over;
    for (std::size_t t = 0; t < words.size(); ++t) ids_.push_back(plan->ids(reader.words)[t]);
    labels = std::move(words);
    labels.resize(std::min(labels.size(), plan->value(over).size()));
  }

  void fill(int without) override {
    std::vector<std::int32_t> left = ids_;
    if (without != kNone) left.erase(left.begin() + without);
    const int real = static_cast<int>(left.size());
    left.resize(static_cast<std::size_t>(reader_.length), Vocabulary::kPadding);
    reader_.fill(0, left, real, false);
  }

  std::vector<double> answer() const override {
    const double p = probability(plan->value(logit_)[0]);
    return {1 - p, p};
  }

  std::string said(std::size_t answer) const override { return answer == 1 ? "good" : "bad"; }

 private:
  SentenceReader& reader_;
  Node logit_;
  std::vector<std::int32_t> ids_;
};

std::unique_ptr<Subject> SentimentTrial::subject(const Fields& request) {
  Fields input = request;
  const std::string map = take_field(input, "map");
  const bool back = map == kMaps[kBack].name && looks_back();
  const std::string row = back ? take_field(input, "row") : "";
  const std::size_t model = map == kTwinNames[1] && models_.size() == 2 ? 1 : 0;
  const Chosen chosen = choose(input);
  const auto& reading = single_.readings[model];
  Node weights = reading.attention.weights;
  if (back) {
    const int words = static_cast<int>(chosen.review.words.size());
    const int t = row.empty() ? words - 1 : read_example(row, words, "row");
    if (t == 0) bad_parameter("row", row, "a word that has others before it");
    weights = reading.looks[static_cast<std::size_t>(t) - 1].weights;
  }
  if (!weights.valid()) bad_parameter("map", map, "a network that weighs its words");
  return std::make_unique<SentenceSubject>(single_, model, chosen.review.words, weights);
}

SentimentTrial::Chosen SentimentTrial::choose(const Fields& input) {
  if (input.size() == 1 && input[0].first == "example") {
    return read(read_example(input[0].second, corpus_.size()));
  }
  const std::string text = well_formed(read_settings(kInputs, input).at("sentence").word);
  const auto most = static_cast<std::size_t>(size_.length);
  Chosen chosen{{split_words(text), {}, {}, false}, 0, true};
  std::vector<std::string>& words = chosen.review.words;
  if (words.empty()) {
    bad_parameter("sentence", text, "a sentence with at least one word");
  }
  chosen.cut = static_cast<int>(words.size() - std::min(words.size(), most));
  words.resize(std::min(words.size(), most));
  std::vector<std::int32_t> ids(most, Vocabulary::kPadding);
  std::transform(words.begin(), words.end(), ids.begin(),
                 [&](const std::string& word) { return corpus_.vocabulary().id(word); });
  single_.fill(0, ids, static_cast<int>(words.size()), false);
  single_.plan.forward();
  return chosen;
}

}  // namespace

std::unique_ptr<Trial> start(std::uint64_t seed, const Values& values, Data data) {
  return std::make_unique<SentimentTrial>(seed, values, data);
}

}  // namespace attento::sentiment
