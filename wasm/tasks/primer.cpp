#include "tasks/primer.hpp"

#include <array>
#include <iterator>
#include <span>
#include <string_view>

#include "core/generator.hpp"

namespace attento {
namespace {

constexpr std::string_view kNames[] = {"Ada",   "Bruno", "Clara", "David", "Emil", "Frida",
                                       "Greta", "Hugo",  "Ines",  "Jonas", "Lena", "Mira"};
constexpr std::string_view kThings[] = {"apple", "boat",   "coat",   "drum", "fiddle", "hammer",
                                        "kite",  "ladder", "mirror", "pen",  "ring",   "vase"};
constexpr std::string_view kColors[] = {"black", "green", "orange", "red", "white", "yellow"};
constexpr std::string_view kPlaces[] = {"attic", "barn", "cellar", "garden", "kitchen", "market"};

/// A letter of a pattern and the words it may stand for; letters with the same list get different words.
struct Slot {
  char letter;
  std::span<const std::string_view> words;
};
constexpr Slot kSlots[] = {{'A', kNames},  {'B', kNames},  {'T', kThings},
                           {'U', kThings}, {'C', kColors}, {'P', kPlaces}};

constexpr std::string_view kPatterns[] = {
    "%A has a %C %T. The %T of %A is %C.",          "\"Where is %A?\" asks %B. %A is in the %P.",
    "%A gave %B a %T. Now %B has the %T.",          "%A lost a %T in the %P. The %T is still in the %P.",
    "%A wants a %C %T. \"Is the %T %C?\" asks %A.", "%B calls %A. \"I am in the %P,\" says %A to %B.",
    "%A sells a %T and a %U. %B takes the %T.",     "The %P is %C. %A likes the %C %P.",
};

}  // namespace

void Primer::add_line(std::uint32_t index, AnnotatedText& text) const {
  Generator random(seed_, "task/primer", index);
  const std::string_view pattern = kPatterns[random.integer(std::size(kPatterns))];
  std::array<std::string_view, std::size(kSlots)> words;
  for (std::size_t i = 0; i < words.size(); ++i) {
    const auto choices = kSlots[i].words;
    do {
      words[i] = choices[random.integer(static_cast<std::uint32_t>(choices.size()))];
    } while (i > 0 && choices.data() == kSlots[i - 1].words.data() && words[i] == words[i - 1]);
  }
  std::array<std::vector<std::uint32_t>, std::size(kSlots)> slot_mentions;
  for (std::size_t at = 0; at < pattern.size(); ++at) {
    if (pattern[at] != '%') {
      text.text += pattern[at];
      continue;
    }
    ++at;
    std::size_t slot = 0;
    while (kSlots[slot].letter != pattern[at]) ++slot;
    const auto begin = static_cast<std::uint32_t>(text.text.size());
    text.text += words[slot];
    std::size_t kind = 0;
    while (kSlots[kind].words.data() != kSlots[slot].words.data()) ++kind;
    text.mentions.push_back({begin, static_cast<std::uint32_t>(text.text.size()), kind, slot_mentions[slot]});
    slot_mentions[slot].push_back(static_cast<std::uint32_t>(text.mentions.size()) - 1);
  }
  text.text += '\n';
}

}  // namespace attento
