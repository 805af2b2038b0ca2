#include "tasks/reviews.hpp"

#include <algorithm>
#include <array>
#include <span>
#include <string_view>

#include "core/generator.hpp"

namespace attento {
namespace {

using Text = std::string_view;

// A list is one text with items separated by commas, the most common first: a small vocabulary takes the first items of
// each list. Words in capitals in the patterns below stand for an item of a list.
constexpr Text kGood =
    "good,great,excellent,lovely,perfect,wonderful,brilliant,superb,fantastic,amazing,impressive,pleasant,"
    "delightful,reliable,outstanding,charming,beautiful,splendid,terrific,marvellous,enjoyable,remarkable,"
    "stunning,solid,flawless,magnificent,exceptional,admirable,refreshing,satisfying,elegant,clever,generous,"
    "memorable,glorious,fabulous,tremendous,exquisite,convincing,thoughtful,faultless,sublime,inspired,"
    "superior,"
    "graceful,polished,tasteful,praiseworthy";
constexpr Text kBad =
    "bad,terrible,awful,poor,horrible,disappointing,useless,dull,boring,dreadful,annoying,weak,mediocre,"
    "unreliable,ugly,disgusting,clumsy,lousy,miserable,pathetic,shoddy,ridiculous,flimsy,bland,sloppy,"
    "tedious,"
    "atrocious,abysmal,appalling,frustrating,unpleasant,worthless,hopeless,inferior,laughable,forgettable,"
    "tiresome,irritating,defective,dismal,ghastly,wretched,unbearable,careless,grim,rotten,shabby,inadequate";
constexpr Text kLove =
    "love,like,enjoy,admire,recommend,appreciate,adore,praise,trust,treasure,value,cherish";
constexpr Text kHate = "hate,dislike,regret,despise,loathe,detest,resent,curse,dread,deplore,lament,begrudge";
constexpr Text kShines = "impresses,shines,delights,works,excels,convinces,pleases,satisfies";
constexpr Text kFails = "disappoints,fails,annoys,bores,disgusts,irritates,frustrates,suffers";
constexpr Text kVery = "very,really,truly,so,extremely,absolutely,incredibly,remarkably,utterly,particularly";
constexpr Text kTruly = "really,truly,absolutely,honestly,completely";
constexpr Text kNot = "not,never,hardly";
constexpr Text kDoNot = "do not,never,hardly";
constexpr Text kNever = "never,hardly";
constexpr Text kWho =
    "my brother,the advert,a friend,my sister,the seller,my neighbour,the guide,my mother,our host,a "
    "colleague,"
    "the brochure,my uncle";
constexpr Text kReportingVerbs = "said,thought,claimed,insisted,believed,swore,wrote,promised";
constexpr Text kWhen =
    "yesterday,last week,on monday,in june,this morning,on sunday,last month,in winter,at noon,last year,on "
    "friday,"
    "in april,before lunch,after work,at night,in autumn";
constexpr Text kColor = "black,white,blue,red,green,grey,brown,yellow,silver,orange,pink,purple";
constexpr Text kNumber = "two,three,four,five,six,seven,eight,nine,ten,twelve,twenty,thirty";
constexpr Text kPerson = "sister,neighbour,son,cousin,boss,daughter,wife,husband,uncle,teacher,nephew,friend";

struct Domain {
  Text aspects;
  Text neutral;  // patterns of neutral clauses
  Text places;
};

constexpr std::array<Domain, 4> kDomains{{
    {"screen,battery,sound,camera,keyboard,case,charger,speaker,microphone,software,signal,headset",
     "it came in a COLOR box,i bought it WHEN,my PERSON has the same model,i use it in the PLACE,"
     "there are NUMBER buttons on the side,it weighs NUMBER ounces,the cable is COLOR,i charge it WHEN,"
     "they also sell a COLOR one,it sits next to the PLACE,i paid with a card WHEN",
     "kitchen,office,car,garage,bedroom,train,garden,hall,basement,gym"},
    {"food,waiter,soup,dessert,coffee,bread,steak,sauce,wine,menu,salad,kitchen",
     "we went there WHEN,the menu has NUMBER pages,we sat near the PLACE,i ordered NUMBER plates,"
     "my PERSON had the fish,the walls are COLOR,they open at NUMBER,we were a party of NUMBER,"
     "the tables stand by the PLACE,i paid for my PERSON,the chairs are COLOR",
     "window,door,bar,street,fountain,terrace,corner,river,stairs,station"},
    {"plot,acting,music,ending,script,story,dialogue,cast,humour,photography,pace,hero",
     "i saw it WHEN,it lasts NUMBER hours,my PERSON chose it,it is set in a PLACE,there are NUMBER chapters,"
     "i watched it with my PERSON,the poster is COLOR,it was filmed WHEN,the hero wears a COLOR coat,"
     "it begins near a PLACE,NUMBER people sat in our row",
     "village,castle,desert,harbour,school,hospital,forest,prison,city,theatre"},
    {"room,bed,staff,breakfast,pool,view,service,shower,lobby,lift,bathroom,beach",
     "we arrived WHEN,we stayed for NUMBER nights,our floor had NUMBER rooms,the curtains were COLOR,"
     "my PERSON booked it,it stands by the PLACE,the bus stops at the PLACE,we left WHEN,"
     "the key was COLOR,we walked to the PLACE WHEN,i travelled with my PERSON",
     "airport,museum,market,lake,church,park,bridge,tower,square,port"},
}};

// A stands for "a" or "an"; GOOD, LOVE and SHINES carry the opinion, and NOT, DONOT and NEVER negate it.
constexpr Text kVerdicts =
    "the ASPECT is NOT VERY GOOD,the ASPECT was NOT VERY GOOD,i DONOT TRULY LOVE the ASPECT,the ASPECT NEVER "
    "SHINES,"
    "i found the ASPECT NOT VERY GOOD,this is NOT A VERY GOOD ASPECT,we DONOT TRULY LOVE the ASPECT,"
    "to me the ASPECT was NOT VERY GOOD";
constexpr Text kContrasts =
    "the ASPECT may be NOT VERY GOOD but,although the ASPECT is NOT VERY GOOD,"
    "even if the ASPECT was NOT VERY GOOD,the ASPECT is NOT VERY GOOD but";
constexpr Text kReports =
    "WHO SAID the ASPECT was NOT VERY GOOD,WHO called it VERY GOOD,"
    "according to WHO the ASPECT is NOT VERY GOOD,WHO SAID it was A VERY GOOD ASPECT,"
    "WHO SAID the ASPECT NEVER SHINES,WHO called the ASPECT VERY GOOD";

constexpr int kAllWords = 400;

/// Calls `body` with each item of a text that `comma` separates.
template <class Body>
void for_each_item(Text list, char comma, Body body) {
  while (true) {
    const std::size_t end = std::min(list.find(comma), list.size());
    body(list.substr(0, end));
    if (end == list.size()) return;
    list.remove_prefix(end + 1);
  }
}

std::uint32_t count(Text list) {
  return static_cast<std::uint32_t>(std::count(list.begin(), list.end(), ',')) + 1;
}

Text find_item(Text list, std::uint32_t index) {
  Text found;
  for_each_item(list, ',', [&](Text one) { found = index-- == 0 ? one : found; });
  return found;
}

/// Whether a word takes "an". Among our words, "useless" alone begins with a vowel letter but takes "a".
bool takes_an(Text word) { return Text("aeiou").find(word[0]) != Text::npos && word != "useless"; }

struct Clause {
  std::vector<std::string> words;
  std::vector<int> cues;
  std::vector<int> modifiers;
  std::vector<int> good, bad;

  void append(const Clause& other) {
    const int offset = static_cast<int>(words.size());
    for (const auto list : {&Clause::cues, &Clause::modifiers, &Clause::good, &Clause::bad})
      for (const int word : other.*list) (this->*list).push_back(word + offset);
    words.insert(words.end(), other.words.begin(), other.words.end());
  }

  /// Clears cues and modifiers, because the opinion of this clause does not count.
  void clear_annotations() {
    cues.clear();
    modifiers.clear();
  }
};

class Writer {
 public:
  Writer(Generator& random, const ReviewSettings& settings)
      : random_(random), settings_(settings), domain_(kDomains[random.integer(kDomains.size())]) {
    aspect_ = random_.integer(count_available(domain_.aspects));
    neutral_ = random_.integer(count(domain_.neutral));
  }

  bool chance(double p) { return static_cast<double>(random_.uniform()) < p; }

  /// Writes a clause by a random pattern, with an opinion if the pattern has one. The word of the opinion is the cue.
  Clause write_clause(Text patterns, bool positive) {
    return write(patterns, random_.integer(count(patterns)), positive);
  }

  /// Writes a neutral clause; no two neutral clauses of a review have the same pattern.
  Clause neutral() { return write(domain_.neutral, neutral_++, true); }

 private:
  Clause write(Text patterns, std::uint32_t number, bool positive) {
    Clause clause;
    const Text pattern = find_item(patterns, number % count(patterns));
    const bool negatable = pattern.find("NOT") != Text::npos || pattern.find("NEVER") != Text::npos;
    const bool negated = chance(settings_.negation) && negatable;
    const bool intense = chance(settings_.intensifiers);
    const bool good = positive != negated;
    bool article = false;
    const auto append_phrase = [&](Text phrase, bool cue = false, bool modifier = false) {
      for_each_item(phrase, ' ', [&](Text word) {
        if (article) clause.words.emplace_back(takes_an(word) ? "an" : "a");
        article = false;
        clause.words.emplace_back(word);
      });
      if (cue) clause.cues.push_back(static_cast<int>(clause.words.size()) - 1);
      if (modifier) clause.modifiers.push_back(static_cast<int>(clause.words.size()) - 1);
    };
    for_each_item(pattern, ' ', [&](Text word) {
      if (word == "A") {
        article = true;
      } else if (word == "ASPECT") {
        const std::uint32_t all = count_available(domain_.aspects);
        aspect_ = (aspect_ + 1 + random_.integer(all - 1)) % all;  // never the same aspect twice in a row
        append_phrase(find_item(domain_.aspects, aspect_));
      } else if (word == "NOT" || word == "DONOT" || word == "NEVER") {
        if (negated)
          append_phrase(pick(word == "NOT" ? kNot : word == "DONOT" ? kDoNot : kNever, true), true, true);
      } else if (word == "VERY" || word == "TRULY") {
        if (intense) append_phrase(pick(word == "VERY" ? kVery : kTruly), false, true);
      } else if (word == "GOOD") {
        append_phrase(pick(good ? kGood : kBad), true);
      } else if (word == "LOVE") {
        append_phrase(pick(good ? kLove : kHate), true);
      } else if (word == "SHINES") {
        append_phrase(pick(good ? kShines : kFails), true);
      } else {
        append_phrase(find_list(word).empty() ? word : pick(find_list(word)));
      }
    });
    if (!clause.cues.empty()) (positive ? clause.good : clause.bad).push_back(clause.cues.back());
    return clause;
  }

  /// How many items of a list are used: in proportion to the size of the vocabulary, but at least two.
  std::uint32_t count_available(Text list) const {
    const std::uint32_t all = count(list);
    const auto share = all * static_cast<std::uint32_t>(settings_.vocabulary) / kAllWords;
    return std::min(all, std::max<std::uint32_t>(share, 2));
  }

  Text pick(Text list, bool all = false) {
    return find_item(list, random_.integer(all ? count(list) : count_available(list)));
  }

  Text find_list(Text word) const {
    if (word == "WHO") return kWho;
    if (word == "SAID") return kReportingVerbs;
    if (word == "WHEN") return kWhen;
    if (word == "COLOR") return kColor;
    if (word == "NUMBER") return kNumber;
    if (word == "PERSON") return kPerson;
    if (word == "PLACE") return domain_.places;
    return {};
  }

  Generator& random_;
  const ReviewSettings& settings_;
  const Domain& domain_;
  std::uint32_t aspect_ = 0;
  std::uint32_t neutral_ = 0;
};

}  // namespace

Review make_review(std::uint64_t seed, std::uint32_t index, const ReviewSettings& settings) {
  Generator random(seed, "task/reviews", index);
  Writer writer(random, settings);
  Review review;
  review.positive = writer.chance(settings.positive);
  const auto length = static_cast<std::size_t>(settings.length);

  Clause verdict = writer.write_clause(kVerdicts, review.positive);
  if (writer.chance(settings.contrast)) {
    Clause whole = writer.write_clause(kContrasts, !review.positive);
    whole.clear_annotations();
    whole.append(verdict);
    if (whole.words.size() <= length) verdict = whole;
  }

  std::vector<Clause> clauses = {verdict};
  std::size_t words = verdict.words.size();
  const auto add = [&](const Clause& clause) {
    if (words + clause.words.size() > length) return;
    words += clause.words.size();
    clauses.push_back(clause);
  };
  if (writer.chance(settings.reported)) {
    Clause report = writer.write_clause(kReports, writer.chance(0.5));
    report.clear_annotations();
    add(report);
  }
  const auto max_neutral = static_cast<std::uint32_t>(settings.neutral);
  const std::uint32_t neutral = max_neutral - random.integer(max_neutral / 2 + 1);
  for (std::uint32_t i = 0; i < neutral; ++i) add(writer.neutral());

  random.shuffle(std::span(clauses));
  Clause all;
  for (const Clause& clause : clauses) all.append(clause);
  review.words = std::move(all.words);
  review.cues = std::move(all.cues);
  review.modifiers = std::move(all.modifiers);
  review.good = std::move(all.good);
  review.bad = std::move(all.bad);
  return review;
}

}  // namespace attento
