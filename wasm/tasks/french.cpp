#include "tasks/french.hpp"

#include <array>

namespace attento {
namespace {

using Text = std::string_view;

// Each noun: kind and gender, French singular and plural, English singular and plural. Kinds: p people, a animals, t
// things, z countries and their parts, j other places, d agreements, l letters and books.
constexpr Text kNouns =
    "pf femme femmes woman women pm homme hommes man men pf fille filles girl girls "
    "pm garçon garçons boy boys pm enfant enfants child children pm ministre ministres minister ministers "
    "am chat chats cat cats am oiseau oiseaux bird birds "
    "tf voiture voitures car cars tf maison maisons house houses tm arbre arbres tree trees "
    "zf zone zones area areas zf ville villes city cities zm pays pays country countries "
    "jf école écoles school schools jm jardin jardins garden gardens "
    "dm accord accords agreement agreements df loi lois law laws "
    "lf lettre lettres letter letters lm livre livres book books";
constexpr std::size_t kNounFields = 5;

// Each adjective: its rank and the kinds of nouns that it fits, the French masculine and feminine (singular and
// plural each), and the English. Adjectives of rank 0 precede the noun; the others follow it by rank, and in English
// precede it in reverse order.
constexpr Text kAdjectives =
    "0ptazjl beau beaux belle belles beautiful 0ptazj petit petits petite petites small "
    "0tzj grand grands grande grandes large 0pa jeune jeunes jeune jeunes young "
    "1zd économique économiques économique économiques economic "
    "1zdl politique politiques politique politiques political "
    "2ptazjdl européen européens européenne européennes european "
    "2ptazjdl français français française françaises french "
    "3ta rouge rouges rouge rouges red 3ta noir noirs noire noires black "
    "4ptazjdl célèbre célèbres célèbre célèbres famous";
constexpr std::size_t kAdjectiveFields = 6;
constexpr int kBefore = 0;
constexpr int kNearest = 1;
constexpr int kFamous = 4;

// Each verb: the kinds of its objects, French singular and plural, English singular and plural. The subject of the
// last verb may be an agreement or a law.
constexpr Text kVerbs =
    "ptazjdl cherche cherchent looks look ptazjl regarde regardent watches watch ptazjl aime aiment loves "
    "love ptazjl voit voient sees see pad suit suivent follows follow ptazj protège protègent protects "
    "protect";
constexpr std::size_t kVerbFields = 5;

constexpr Text kFrench =
    "le la l' les un une des de du d' et est sont ne n' pas souvent toujours dans avec sur a ont été signé "
    "signés signée signées en mai juin août 1957 1992 2004 bel";
constexpr Text kEnglish =
    "the a an of and is are does do not often always in with on for was were signed may june august 1957 "
    "1992 2004";

constexpr Text kSigned[] = {"signé", "signés", "signée", "signées"};
constexpr Text kYears[] = {"1957", "1992", "2004"};

constexpr std::size_t kMaxWords = 16;

bool begins_with_vowel(Text word) { return Text("aeiouh\xC3").find(word[0]) != Text::npos; }

Lexicon lexicon(Text words, std::span<const Text> nouns, std::size_t noun, std::span<const Text> adjectives,
                std::size_t adjective, std::span<const Text> verbs, std::size_t verb) {
  auto all = split(words);
  const auto add = [&](std::span<const Text> table, std::size_t fields, std::size_t first,
                       std::size_t count) {
    for (; first < table.size(); first += fields) {
      for (std::size_t i = 0; i < count; ++i) all.push_back(table[first + i]);
    }
  };
  add(nouns, kNounFields, noun, 2);
  add(adjectives, kAdjectiveFields, adjective, adjective == 1 ? 4 : 1);
  add(verbs, kVerbFields, verb, 2);
  return Lexicon(all);
}

/// A list that allocates nothing. Its fixed capacity is twice what any sentence needs.
template <class T>
class FixedList {
 public:
  void push_back(T item) { items_[size_++] = item; }
  std::size_t size() const { return size_; }
  T& operator[](std::size_t i) { return items_[i]; }
  const T* begin() const { return items_.data(); }
  const T* end() const { return items_.data() + size_; }

 private:
  std::array<T, 128> items_;
  std::size_t size_ = 0;
};

}  // namespace

/// Writes a sentence in both languages at once, with its alignment.
class French::Writer {
 public:
  Writer(Generator& random, const Grammar& grammar) : random_(random), grammar_(grammar) {}

  FixedList<Text> french;
  FixedList<Text> english;
  FixedList<std::int32_t> from;

  void write_sentence() {
    const std::uint32_t form = random_.integer(8);
    if (form < 4) {
      write_action();
    } else if (form == 4) {
      write_quality();
    } else if (form == 5) {
      write_signature();
    } else {
      write_noun_phrase("ptazjdl", kWhole);
    }
  }

 private:
  /// What a noun phrase must be: with a definite article; after "of"; without a complement; or anything.
  enum Scope : int { kDefinite = 1, kOf = 2, kBare = 4, kWhole = 0 };

  struct Phrase {
    std::size_t noun = 0;
    bool feminine;
    bool plural;
    Text kind;
    std::uint32_t adjectives = 0;  // a bit for each adjective of the phrase
  };

  bool chance(std::uint32_t one_in) { return random_.integer(one_in) == 0; }

  std::int32_t write_french(Text word) {
    french.push_back(word);
    return static_cast<std::int32_t>(french.size()) - 1;
  }
  void write_english(Text word, std::int32_t place) {
    english.push_back(word);
    from.push_back(place);
  }
  void write_both(Text word, Text translation) { write_english(translation, write_french(word)); }
  /// Writes a French word and its English translation, which are separated by a space in `words`.
  void write_both(const char* words) {
    const Text text = words;
    const std::size_t space = text.find(' ');
    write_both(text.substr(0, space), text.substr(space + 1));
  }

  /// Draws an adjective of rank `low` to `high` that fits the noun and is not yet in the phrase; −1 if there is none.
  int adjective(Phrase& phrase, int low, int high) {
    FixedList<int> fit;
    for (std::size_t i = 0; i * kAdjectiveFields < grammar_.adjectives.size(); ++i) {
      const Text about = grammar_.adjectives[i * kAdjectiveFields];
      const int rank = about[0] - '0';
      const bool had = (phrase.adjectives >> i & 1) != 0;
      if (rank >= low && rank <= high && !had && about.find(phrase.kind) != Text::npos) {
        fit.push_back(static_cast<int>(i));
      }
    }
    if (fit.size() == 0) return -1;
    const int chosen = fit[random_.integer(static_cast<std::uint32_t>(fit.size()))];
    phrase.adjectives |= 1U << chosen;
    return chosen;
  }
  Text adjective_field(int adjective, std::size_t field) const {
    return grammar_.adjectives[static_cast<std::size_t>(adjective) * kAdjectiveFields + field];
  }
  Text inflect(int adjective, const Phrase& phrase) const {
    return adjective_field(adjective, 1U + 2U * phrase.feminine + phrase.plural);
  }
  int rank(int adjective) const { return adjective_field(adjective, 0)[0] - '0'; }

  /// Writes a noun phrase with a noun of one of the given kinds, but not noun number `other`.
  Phrase write_noun_phrase(Text kinds, int scope, std::size_t other = SIZE_MAX) {
    const auto& nouns = grammar_.nouns;
    std::size_t noun = 0;
    do {
      noun = random_.integer(static_cast<std::uint32_t>(nouns.size() / kNounFields));
    } while (noun == other || kinds.find(nouns[noun * kNounFields][0]) == Text::npos);
    const Text* field = nouns.data() + noun * kNounFields;
    Phrase phrase{noun, field[0][1] == 'f', random_.integer(5) < 2, field[0].substr(0, 1)};
    const bool definite = (scope & kDefinite) != 0 || !chance(3) || ((scope & kOf) != 0 && phrase.plural);

    const int before = chance(3) ? adjective(phrase, kBefore, kBefore) : -1;
    const int most = before < 0 ? kFamous : kFamous - 1;
    const int near = chance(2) ? adjective(phrase, kNearest, most) : -1;
    const int far = near >= 0 && !chance(3) ? adjective(phrase, rank(near) + 1, most) : -1;

    // The French noun phrase.
    const bool elided = before < 0 && begins_with_vowel(field[1]);
    const bool of = (scope & kOf) != 0;
    std::int32_t preposition = -1;
    std::int32_t article = -1;
    if (definite && of && (phrase.plural || (!phrase.feminine && !elided))) {
      article = preposition = write_french(phrase.plural ? "des" : "du");
    } else if (definite) {
      if (of) preposition = write_french("de");
      article = write_french(phrase.plural ? "les" : elided ? "l'" : phrase.feminine ? "la" : "le");
    } else {
      if (of) preposition = write_french("d'");
      article = write_french(!phrase.plural ? (phrase.feminine ? "une" : "un") : before < 0 ? "des" : "de");
    }
    std::int32_t before_place = -1, near_place = -1, far_place = -1;
    if (before >= 0) {
      const bool bel = inflect(before, phrase) == "beau" && begins_with_vowel(field[1]);
      before_place = write_french(bel ? "bel" : inflect(before, phrase));
    }
    const std::int32_t place = write_french(field[1 + phrase.plural]);
    if (near >= 0) near_place = write_french(inflect(near, phrase));
    if (far >= 0) far_place = write_french(inflect(far, phrase));

    // The English noun phrase.
    if (of) write_english("of", preposition);
    const std::size_t determined = english.size();
    if (definite || !phrase.plural) write_english("the", article);
    if (before >= 0) write_english(adjective_field(before, 5), before_place);
    if (far >= 0) write_english(adjective_field(far, 5), far_place);
    if (near >= 0) write_english(adjective_field(near, 5), near_place);
    write_english(field[3 + phrase.plural], place);
    if (!definite && !phrase.plural) {
      const Text next = english[determined + 1];
      english[determined] = Text("aeiou").find(next[0]) != Text::npos && next != "european" ? "an" : "a";
    }

    const bool paper = phrase.kind == "d" || phrase.kind == "l";
    if ((scope & (kBare | kOf)) == 0) {
      if (paper && chance(3)) {
        write_both("sur on");
        write_noun_phrase("ptazjdl", kBare, noun);
      } else if (chance(4)) {
        write_noun_phrase(Text("pzd").find(phrase.kind) != Text::npos ? "z" : "p", kOf, noun);
      }
    }
    return phrase;
  }

  /// Writes "ne" or "n'" and returns its index.
  std::int32_t write_ne(Text before) { return write_french(begins_with_vowel(before) ? "n'" : "ne"); }

  /// Writes a sentence with a transitive verb, possibly negated.
  void write_action() {
    const std::uint32_t verbs = static_cast<std::uint32_t>(grammar_.verbs.size() / kVerbFields);
    const std::uint32_t verb = random_.integer(verbs);
    const bool law = verb == verbs - 1 && chance(2);
    const bool two = !law && chance(5);
    Phrase subject = write_noun_phrase(law ? "d" : two ? "p" : "pa", two ? kBare | kDefinite : kWhole);
    if (two) {
      write_both("et and");
      write_noun_phrase("p", kBare | kDefinite, subject.noun);
      subject.plural = true;
    }
    const Text* field = grammar_.verbs.data() + verb * kVerbFields;
    const Text word = field[1 + subject.plural];
    const bool is_negated = chance(4);
    std::int32_t place = -1;
    if (is_negated) {
      write_english(subject.plural ? "do" : "does", write_ne(word));
      place = write_french(word);
      write_both("pas not");
    } else {
      place = write_french(word);
      if (chance(4)) write_adverb();
    }
    write_english(field[is_negated || subject.plural ? 4 : 3], place);
    if (verb == 0) write_english("for", place);
    write_noun_phrase(field[0], is_negated ? kDefinite : kWhole, subject.noun);
    if (chance(3)) {
      const bool in = chance(2);
      write_both(in ? "dans in" : "avec with");
      write_noun_phrase(in ? "zj" : "p", kBare, subject.noun);
    }
  }

  void write_adverb() { write_both(chance(2) ? "souvent often" : "toujours always"); }

  /// Writes a sentence with a predicate adjective, possibly negated.
  void write_quality() {
    Phrase subject = write_noun_phrase("ptazjdl", kDefinite);
    const bool is_negated = chance(3);
    if (is_negated) write_ne("est");
    write_both(subject.plural ? "sont are" : "est is");
    if (is_negated) {
      write_both("pas not");
    } else if (chance(3)) {
      write_adverb();
    }
    int chosen = chance(2) ? adjective(subject, kBefore, kBefore) : -1;
    if (chosen < 0) chosen = adjective(subject, kNearest + 1, kFamous);
    write_both(inflect(chosen, subject), adjective_field(chosen, 5));
  }

  /// Writes a passive sentence about signing, possibly negated.
  void write_signature() {
    const Phrase subject = write_noun_phrase("dl", kDefinite);
    const bool is_negated = chance(5);
    if (is_negated) write_ne("a");
    write_both(subject.plural ? "ont were" : "a was");
    if (is_negated) write_both("pas not");
    write_french("été");
    write_both(kSigned[2U * subject.feminine + subject.plural], "signed");
    if (chance(4)) return;
    write_both("en in");
    const std::uint32_t month = random_.integer(4);
    if (month < 3) write_both(month == 0 ? "mai may" : month == 1 ? "juin june" : "août august");
    const Text year = kYears[random_.integer(3)];
    write_both(year, year);
  }

  Generator& random_;
  const Grammar& grammar_;
};

French::Grammar French::grammar() { return {split(kNouns), split(kAdjectives), split(kVerbs)}; }

French::French(std::uint64_t seed)
    : PairTask(seed, lexicon(kFrench, split(kNouns), 1, split(kAdjectives), 1, split(kVerbs), 1),
               lexicon(kEnglish, split(kNouns), 3, split(kAdjectives), 5, split(kVerbs), 3),
               {.stream = "task/french",
                .max_source_length = kMaxWords + 1,
                .max_target_length = kMaxWords + 1,
                .characters = false,
                .joined = false,
                .elision = true,
                .first = "la zone économique européenne|the european economic area|0321;"
                         "l' accord sur la zone économique européenne a été signé en août 1992|"
                         "the agreement on the european economic area was signed in august 1992|"
                         "012365479abc"}) {}

void French::draw(Generator& random, Pair& pair) const {
  while (true) {
    Writer writer(random, grammar_);
    writer.write_sentence();
    if (writer.french.size() > kMaxWords || writer.english.size() > kMaxWords) continue;
    for (const Text word : writer.french) pair.source.push_back(source_words().id(word));
    for (const Text word : writer.english) pair.target.push_back(target_words().id(word));
    for (const std::int32_t place : writer.from) pair.alignment.push_back(place);
    append_end_tokens(pair);
    return;
  }
}

}  // namespace attento
