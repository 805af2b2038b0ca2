#include "lab/experiments/pair_words.hpp"

#include "files/labelled_text.hpp"
#include "lab/trial_helpers.hpp"
#include "tasks/french.hpp"
#include "tasks/number_words.hpp"
#include "tasks/reversal.hpp"

namespace attento {

Lengths read_lengths(const Values& values) {
  const Lengths lengths{values.integer("minimumLength"), values.integer("maximumLength")};
  if (lengths.shortest > lengths.longest) {
    throw Error(Code::kBadParameter, "minimumLength", std::to_string(lengths.shortest),
                "at most maximumLength, " + std::to_string(lengths.longest));
  }
  return lengths;
}

std::unique_ptr<PairTask> make_common_task(std::uint64_t seed, const Values& values, int largest_number) {
  const std::string& task = values.choice("task");
  if (task == "french") return std::make_unique<French>(seed);
  if (task == "number-words") return std::make_unique<NumberWords>(seed, largest_number);
  if (task != "reversal" && task != "copy") return nullptr;
  const Lengths lengths = read_lengths(values);
  return std::make_unique<Reversal>(seed, lengths.shortest, lengths.longest, task == "copy");
}

TrueMaps true_alignments(const PairTask& task, std::span<const std::int32_t> examples) {
  const auto S = static_cast<std::size_t>(task.longest_source());
  const auto T = static_cast<std::size_t>(task.longest_target());
  TrueMaps maps{{static_cast<int>(examples.size()), task.longest_target(), task.longest_source()},
                std::vector<float>(examples.size() * T * S)};
  for (std::size_t row = 0; row < examples.size(); ++row) {
    const Pair pair = task.pair(static_cast<std::uint32_t>(examples[row]));
    for (std::size_t t = 0; t < pair.target.size(); ++t) {
      const int place = true_place(pair, t);
      if (place >= 0) maps.marks[(row * T + t) * S + static_cast<std::size_t>(place)] = 1;
    }
  }
  return maps;
}

AskedPair read_asked_pair(const PairTask& task, std::span<const Pair> held_out, const Fields& input,
                          std::span<const Setting> inputs, std::size_t least) {
  AskedPair asked;
  Fields rest = input;
  if (const std::string example = take_field(rest, "example"); !example.empty()) {
    asked.pair =
        &held_out[static_cast<std::size_t>(read_example(example, static_cast<int>(held_out.size())))];
    inputs = inputs.subspan(1);
  }
  asked.values = read_settings(inputs, rest);
  if (asked.pair) {
    asked.read.ids = asked.pair->source;
    asked.read.words = labels(task.source_words(), asked.read.ids);
    return asked;
  }
  const std::string text = well_formed(asked.values.text("source"));
  asked.read = task.encode(text);
  if (asked.read.ids.size() <= least) {
    throw Error(Code::kBadParameter, "source", text.substr(0, 80),
                least == 1 ? "a text with at least one word" : "a text with at least two tokens of the task");
  }
  for (std::string& word : asked.read.words) word = word == " " ? "␣" : word;
  return asked;
}

std::vector<std::string> labels(const Lexicon& lexicon, std::span<const std::int32_t> ids) {
  std::vector<std::string> labels;
  for (const std::int32_t id : ids) labels.emplace_back(lexicon.label(id));
  return labels;
}

void write_words(Json& json, std::initializer_list<const Lexicon*> lexicons) {
  json.array([&] {
    for (const Lexicon* lexicon : lexicons) {
      for (std::int32_t id = 0; id < lexicon->size(); ++id) json.value(lexicon->label(id));
    }
  });
}

}  // namespace attento
