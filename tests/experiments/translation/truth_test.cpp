// The truth of the translation tasks: targets and alignments, compared with an independent parser of every source.
#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <map>
#include <regex>
#include <set>
#include <sstream>

#include "lab/pair_words.hpp"
#include "tasks/dates.hpp"
#include "tasks/french.hpp"
#include "tasks/number_words.hpp"

namespace attento::translation_truth_test {
namespace {

using Ids = std::vector<std::int32_t>;
using Words = std::vector<std::string>;

// --- Number words.

/// The value of a number word. Units are added, scales multiply.
int read_word(const std::string& word) {
  static const std::map<std::string, int> kWorth = {
      {"zero", 0},           {"one", 1},      {"two", 2},        {"three", 3},     {"four", 4},
      {"five", 5},           {"six", 6},      {"seven", 7},      {"eight", 8},     {"nine", 9},
      {"ten", 10},           {"eleven", 11},  {"twelve", 12},    {"thirteen", 13}, {"fourteen", 14},
      {"fifteen", 15},       {"sixteen", 16}, {"seventeen", 17}, {"eighteen", 18}, {"nineteen", 19},
      {"twenty", 20},        {"thirty", 30},  {"forty", 40},     {"fifty", 50},    {"sixty", 60},
      {"seventy", 70},       {"eighty", 80},  {"ninety", 90},    {"hundred", 100}, {"thousand", 1000},
      {"million", 1'000'000}};
  return kWorth.at(word);
}

int read_number(const Words& words) {
  int total = 0, group = 0;
  for (std::size_t i = 0; i + 1 < words.size(); ++i) {  // the last one is the end token
    const int value = read_word(words[i]);
    if (value == 100) {
      group *= 100;
    } else if (value > 100) {
      total += group * value;
      group = 0;
    } else {
      group += value;
    }
  }
  return total + group;
}

TEST(NumberWordsTask, NumbersUpToAMillionParseBack) {
  const NumberWords task(7, 1'000'000);
  for (std::int32_t id = token::kFirst; id < task.target_words().size(); ++id) {
    EXPECT_EQ(task.target_words().word(id), std::to_string(id - token::kFirst));
  }
  for (int number = 0; number <= 1'000'000; number += 17) {
    const Pair pair = NumberWords::spell(static_cast<std::uint32_t>(number));
    const Words words = get_word_labels(task.source_words(), pair.source);
    ASSERT_EQ(read_number(words), number);
    int digits = 0;
    std::int32_t last = 0;
    for (std::size_t t = 0; t + 1 < pair.target.size(); ++t) {
      const int digit = pair.target[t] - token::kFirst;
      ASSERT_TRUE(digit > 0 || t > 0 || number == 0);
      digits = 10 * digits + digit;
      // The word names the digit, or it is a scale and the digit a zero; and digits follow the words in order.
      const int worth = read_word(words[static_cast<std::size_t>(pair.alignment[t])]);
      ASSERT_TRUE(worth >= 100 ? digit == 0 : digit == worth % 10 || digit == worth / 10) << number;
      ASSERT_GE(pair.alignment[t], last);
      last = pair.alignment[t];
    }
    ASSERT_EQ(digits, number);
  }
}

// --- Dates.

TEST(DatesTask, DatesAreValidAndParseBack) {
  static const Words kMonths = {"jan", "feb", "mar", "apr", "may", "jun",
                                "jul", "aug", "sep", "oct", "nov", "dec"};
  static const Words kDays = {"sun", "mon", "tue", "wed", "thu", "fri", "sat"};
  const Dates task(7);
  std::set<std::string> shapes, months;
  int leap_days = 0;
  for (std::uint32_t index = 0; index < 20'000; ++index) {
    const Pair pair = task.pair(index);
    const std::string text = task.source_text(pair.source);
    const std::string iso = task.decode(pair.target);
    SCOPED_TRACE(text + " -> " + iso);
    ASSERT_EQ(iso.size(), 10U);
    const int year = std::stoi(iso.substr(0, 4)), month = std::stoi(iso.substr(5, 2)),
              day = std::stoi(iso.substr(8));
    const std::chrono::year_month_day date{std::chrono::year(year),
                                           std::chrono::month(static_cast<unsigned>(month)),
                                           std::chrono::day(static_cast<unsigned>(day))};
    ASSERT_TRUE(date.ok());
    ASSERT_TRUE(year >= 1950 && year < 2050);
    leap_days += month == 2 && day == 29;

    // Parse it again: runs of digits, runs of letters.
    struct Run {
      std::size_t at;
      std::string text;
    };
    std::vector<Run> numbers, names;
    std::string shape;
    static const std::regex kRuns("([0-9]+)|([A-Za-z]+)|.");
    for (std::sregex_iterator run(text.begin(), text.end(), kRuns), end; run != end; ++run) {
      const Run found{static_cast<std::size_t>(run->position()), run->str()};
      const bool is_number = (*run)[1].matched, is_name = (*run)[2].matched;
      if (is_number) numbers.push_back(found);
      if (is_name) names.push_back(found);
      shape += is_number ? (found.text.size() == 4 ? "Y" : "9")
               : is_name ? (found.text.size() > 3 ? "Name" : "n")
                         : found.text;
    }
    shapes.insert(shape);
    std::size_t month_at = 0, day_number = 0, year_number = numbers.size() - 1;
    std::string month_digits;
    for (const auto& [at, name] : names) {
      const auto found = std::find(kMonths.begin(), kMonths.end(), name.substr(0, 3));
      if (found != kMonths.end()) {
        ASSERT_EQ(found - kMonths.begin() + 1, month);
        month_at = at;
        months.insert(name);
      } else if (name.size() > 5) {
        const auto weekday = std::find(kDays.begin(), kDays.end(), name.substr(0, 3)) - kDays.begin();
        ASSERT_EQ(static_cast<unsigned>(weekday), std::chrono::weekday(date).c_encoding());
      } else {
        const int unit = day / 10 == 1 ? 0 : day % 10;
        ASSERT_TRUE(name == "of" || name == (unit == 1 ? "st" : unit == 2 ? "nd" : unit == 3 ? "rd" : "th"));
      }
    }
    if (numbers.size() == 3) {
      if (numbers[0].text.size() == 4) year_number = 0, day_number = 2;
      month_at = numbers[1].at;
      month_digits = numbers[1].text;
      ASSERT_EQ(std::stoi(month_digits), month);
    }
    const auto& [y, year_digits] = numbers[year_number];
    const auto& [d, day_digits] = numbers[day_number];
    const bool whole = year_digits.size() == 4;
    ASSERT_EQ(std::stoi(day_digits), day);
    ASSERT_EQ(std::stoi(year_digits), whole ? year : year % 100);

    // The alignment according to this parser.
    const auto at = [](std::size_t place, std::size_t offset) {
      return static_cast<std::int32_t>(place + offset);
    };
    const Ids expected = {at(y, 0),
                          at(y, whole ? 1 : 0),
                          at(y, whole ? 2 : 0),
                          at(y, whole ? 3 : 1),
                          -1,
                          at(month_at, 0),
                          at(month_at, month_digits.size() == 2 ? 1 : 0),
                          -1,
                          at(d, 0),
                          at(d, day_digits.size() - 1),
                          static_cast<std::int32_t>(text.size())};
    ASSERT_EQ(pair.alignment, expected);
  }
  EXPECT_GT(leap_days, 3);
  EXPECT_GE(shapes.size(), 12U);
  EXPECT_EQ(months.size(), 23U);  // twelve names, and a short form of all except "may"
}

// --- French.

/// The French words that each English word may come from.
const std::map<std::string, std::set<std::string>>& dictionary() {
  static const std::map<std::string, std::set<std::string>> kWords = [] {
    std::map<std::string, std::set<std::string>> words;
    std::istringstream lines(
        "the le la les l' du des\na un une\nan un une\nof de du des d'\nand et\nis est\nare sont\ndoes ne "
        "n'\n"
        "do ne n'\nnot pas\noften souvent\nalways toujours\nin dans en\nwith avec\non sur\nfor cherche "
        "cherchent\n"
        "was a\nwere ont\nsigned signé signée signés signées\nmay mai\njune juin\naugust août\n1957 1957\n"
        "1992 1992\n2004 2004\n"
        "looks cherche\nlook cherche cherchent\nwatches regarde\nwatch regarde regardent\nloves aime\n"
        "love aime aiment\nsees voit\nsee voit voient\nfollows suit\nfollow suit suivent\nprotects protège\n"
        "protect protège protègent\n"
        "woman femme\nwomen femmes\nman homme\nmen hommes\ngirl fille\ngirls filles\nboy garçon\nboys "
        "garçons\n"
        "child enfant\nchildren enfants\nminister ministre\nministers ministres\ncat chat\ncats chats\n"
        "bird oiseau\nbirds oiseaux\ncar voiture\ncars voitures\nhouse maison\nhouses maisons\ntree arbre\n"
        "trees arbres\narea zone\nareas zones\ncity ville\ncities villes\ncountry pays\ncountries pays\n"
        "school école\nschools écoles\ngarden jardin\ngardens jardins\nagreement accord\nagreements accords\n"
        "law loi\nlaws lois\nletter lettre\nletters lettres\nbook livre\nbooks livres\n"
        "beautiful beau bel beaux belle belles\nsmall petit petits petite petites\n"
        "large grand grands grande grandes\nyoung jeune jeunes\neconomic économique économiques\n"
        "political politique politiques\neuropean européen européens européenne européennes\n"
        "french français française françaises\nred rouge rouges\nblack noir noirs noire noires\n"
        "famous célèbre célèbres\n");
    for (std::string line; std::getline(lines, line);) {
      std::istringstream entry(line);
      std::string english, french;
      entry >> english;
      while (entry >> french) words[english].insert(french);
    }
    return words;
  }();
  return kWords;
}

TEST(FrenchTask, EnglishWordsAlignToFrenchWords) {
  const French task(7);
  EXPECT_EQ(static_cast<int>(dictionary().size()) + token::kFirst, task.target_words().size());
  for (std::uint32_t index = 0; index < 10'000; ++index) {
    const Pair pair = task.pair(index);
    const Words french = get_word_labels(task.source_words(), pair.source);
    const Words english = get_word_labels(task.target_words(), pair.target);
    SCOPED_TRACE(task.source_text(pair.source) + " -> " + task.decode(pair.target));
    std::vector<int> used(french.size());
    for (std::size_t t = 0; t + 1 < english.size(); ++t) {
      ASSERT_GE(pair.alignment[t], 0);
      const auto from = static_cast<std::size_t>(pair.alignment[t]);
      ASSERT_TRUE(dictionary().at(english[t]).contains(french[from]))
          << english[t] << " from " << french[from];
      ++used[from];
      if (t > 0 && from == static_cast<std::size_t>(pair.alignment[t - 1])) {  // "of the", "look for"
        ASSERT_TRUE(english[t] == "the" || english[t] == "for");
      }
    }
    for (std::size_t s = 0; s + 1 < french.size();
         ++s) {  // only words without an English equivalent are omitted
      const bool silent = french[s] == "des" || french[s] == "de" || french[s] == "ne" || french[s] == "n'" ||
                          french[s] == "été";
      if (!silent) {
        ASSERT_GE(used[s], 1) << french[s];
      }
      ASSERT_LE(used[s], french[s] == "du" || french[s] == "des" || french[s].starts_with("cherche") ? 2 : 1);
    }
  }
}

TEST(FrenchTask, ArticlesAndAdjectivesAgree) {
  const std::set<std::string> feminine = {"femme", "fille", "voiture", "maison", "zone",
                                          "ville", "école", "loi",     "lettre"};
  const std::set<std::string> masculine = {"homme", "garçon", "enfant", "ministre", "chat", "oiseau",
                                           "arbre", "pays",   "jardin", "accord",   "livre"};
  const std::set<std::string> vowels = {"homme", "enfant", "oiseau", "arbre", "école", "accord"};
  const std::set<std::string> feminine_forms = {"belle",      "petite",    "grande",
                                                "européenne", "française", "noire"};
  const std::set<std::string> masculine_forms = {"beau",     "bel",      "petit", "grand",
                                                 "européen", "français", "noir"};
  const std::set<std::string> either = {"jeune", "économique", "politique", "rouge", "célèbre"};
  const auto adjective = [&](const std::string& word) {
    return feminine_forms.contains(word) || masculine_forms.contains(word) || either.contains(word);
  };
  const French task(7);
  int checked = 0;
  for (std::uint32_t index = 0; index < 5000; ++index) {
    const Words french = get_word_labels(task.source_words(), task.pair(index).source);
    SCOPED_TRACE(testing::PrintToString(french));
    for (std::size_t i = 0; i < french.size(); ++i) {
      const bool noun = feminine.contains(french[i]) || masculine.contains(french[i]);
      if (!noun || french[i] == "pays") continue;  // a singular that ends in s
      const bool she = feminine.contains(french[i]);
      ASSERT_GT(i, 0U);
      std::size_t article = i - 1;
      if (adjective(french[article])) --article;
      const bool before = article + 1 < i;
      const bool vowel = vowels.contains(french[i]);
      if (before) {
        ASSERT_FALSE((she ? masculine_forms : feminine_forms).contains(french[i - 1]));
        ASSERT_EQ(french[i - 1] == "bel", vowel && !she && french[i - 1][0] == 'b');
      }
      const std::string& word = french[article];
      if (vowel && !before) {
        ASSERT_TRUE(word == "l'" || word == (she ? "une" : "un")) << word;
      } else {
        ASSERT_TRUE(she ? word == "la" || word == "une" : word == "le" || word == "un" || word == "du")
            << word;
      }
      if (word == "le" && article > 0) {
        ASSERT_NE(french[article - 1], "de");
      }
      for (std::size_t k = i + 1; k < french.size() && adjective(french[k]); ++k) {
        ASSERT_FALSE((she ? masculine_forms : feminine_forms).contains(french[k]));
      }
      ++checked;
    }
  }
  EXPECT_GT(checked, 4000);
}

TEST(FrenchTask, TheGrammarContainsTheSentencesOfThePapers) {
  const French task(7);
  const Pair phrase = task.held_out(0);
  EXPECT_EQ(task.source_text(phrase.source), "la zone économique européenne");
  EXPECT_EQ(task.decode(phrase.target), "the european economic area");
  EXPECT_EQ(phrase.alignment, (Ids{0, 3, 2, 1, 4}));
  EXPECT_TRUE(PairTask::is_held_out(phrase.source));
  EXPECT_EQ(task.encode("La zone économique européenne").ids, phrase.source);

  const Pair sentence = task.held_out(1);
  EXPECT_EQ(task.source_text(sentence.source),
            "l'accord sur la zone économique européenne a été signé en août 1992");
  EXPECT_EQ(task.decode(sentence.target),
            "the agreement on the european economic area was signed in august 1992");
  EXPECT_EQ(sentence.alignment, (Ids{0, 1, 2, 3, 6, 5, 4, 7, 9, 10, 11, 12, 13}));
  EXPECT_TRUE(PairTask::is_held_out(sentence.source));
}

}  // namespace
}  // namespace attento::translation_truth_test
