#include "tasks/dates.hpp"

#include <array>

namespace attento {
namespace {

constexpr std::string_view kCharacters = "0123456789 ,./-'abcdefghijlmnoprstuvwy";
constexpr std::string_view kDecimals = "0123456789";
constexpr std::string_view kMonths =
    "january february march april may june july august september october november december";
constexpr std::string_view kWeekdays = "sunday monday tuesday wednesday thursday friday saturday";

// Letters of the formats: D day, E day with two digits, O day as an ordinal, M month, L month with two digits, S name
// of three letters, N name of the month, Y year, Z year with two digits, W day of the week.
constexpr std::string_view kFormats =
    "D N Y|N D, Y|E S Y|S D, Y|W D S Y|O of N Y|N O, Y|E/L/Y|D.M.Y|Y/L/E|E-S-Y|D S 'Z";

constexpr std::string_view kOrdinals = "thstndrd";

/// Day of the week in the Gregorian calendar; Sunday is 0.
constexpr int weekday(int year, int month, int day) {
  constexpr std::array<int, 12> kShift = {0, 3, 2, 5, 0, 3, 5, 1, 4, 6, 2, 4};  // Sakamoto's table
  if (month < 3) --year;
  return (year + year / 4 - year / 100 + year / 400 + kShift[static_cast<std::size_t>(month - 1)] + day) % 7;
}

/// The number of days of a month. From 1901 to 2099 every fourth year is a leap year.
constexpr int count_days(int year, int month) {
  if (month == 2) return year % 4 == 0 ? 29 : 28;
  return month == 4 || month == 6 || month == 9 || month == 11 ? 30 : 31;
}

}  // namespace

Dates::Dates(std::uint64_t seed)
    : PairTask(
          seed, Lexicon::from_characters(kCharacters), Lexicon::from_characters("0123456789-"),
          {.stream = "task/dates", .max_source_length = 23, .max_target_length = 11, .characters = true}),
      formats_(split(kFormats, '|')),
      months_(split(kMonths)),
      weekdays_(split(kWeekdays)) {}

void Dates::draw(Generator& random, Pair& pair) const {
  const int year = 1950 + static_cast<int>(random.integer(100));
  const int month = 1 + static_cast<int>(random.integer(12));
  const int day = 1 + static_cast<int>(random.integer(static_cast<std::uint32_t>(count_days(year, month))));
  const std::string_view format = formats_[random.integer(static_cast<std::uint32_t>(formats_.size()))];

  const auto append_source = [&](std::string_view text) {
    for (const char& letter : text) pair.source.push_back(source_words().id({&letter, 1}));
  };
  const auto source_size = [&] { return static_cast<int>(pair.source.size()); };
  std::array<int, 10> from{};  // the alignment of YYYY-MM-DD
  from[4] = from[7] = -1;
  // Writes a number to the source and aligns target digits `first` and `first` + 1 with its last two digits.
  const auto number = [&](int value, std::size_t first, bool padded) {
    from[first] = source_size();
    if (value > 9 || padded) append_source(kDecimals.substr(static_cast<std::size_t>(value / 10), 1));
    append_source(kDecimals.substr(static_cast<std::size_t>(value % 10), 1));
    from[first + 1] = source_size() - 1;
  };
  const auto name = [&](std::size_t letters) {
    from[5] = from[6] = source_size();
    append_source(months_[static_cast<std::size_t>(month - 1)].substr(0, letters));
  };
  for (const char& part : format) {
    switch (part) {
      case 'D':
      case 'E':
        number(day, 8, part == 'E');
        break;
      case 'O': {
        number(day, 8, false);
        const int last = day / 10 == 1 || day % 10 > 3 ? 0 : day % 10;
        append_source(kOrdinals.substr(2 * static_cast<std::size_t>(last), 2));
        break;
      }
      case 'M':
      case 'L':
        number(month, 5, part == 'L');
        break;
      case 'S':
      case 'N':
        name(part == 'S' ? 3 : std::string_view::npos);
        break;
      case 'Y':
        number(year / 100, 0, true);
        number(year % 100, 2, true);
        break;
      case 'Z':
        from[0] = from[1] = source_size();
        number(year % 100, 2, true);
        break;
      case 'W':
        append_source(weekdays_[static_cast<std::size_t>(weekday(year, month, day))]);
        break;
      default:
        append_source({&part, 1});
    }
  }

  const auto digit = [&](int value) { pair.target.push_back(token::kFirst + value); };
  const int hyphen = 10;
  for (const int value : {year / 1000, year / 100 % 10, year / 10 % 10, year % 10, hyphen, month / 10,
                          month % 10, hyphen, day / 10, day % 10}) {
    digit(value);
  }
  pair.alignment.assign(from.begin(), from.end());
  append_end_tokens(pair);
}

}  // namespace attento
