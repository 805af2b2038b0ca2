#include "files/maps.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <optional>

#include "core/status.hpp"
#include "files/json_cursor.hpp"

namespace attento {
namespace {

/// Axes of weights: steps, layers, heads, rows, columns.
constexpr std::size_t kMostAxes = 5;
constexpr std::size_t kMaxPictureSide = 512;
constexpr std::string_view kTheOnly = "attention";

Error bad(std::string parameter, std::string value, std::string expected) {
  return {Code::kBadFile, std::move(parameter), std::move(value), std::move(expected)};
}

std::string shape_text(std::span<const std::size_t> shape) {
  std::string text = "[";
  for (const std::size_t size : shape) text += (text.size() > 1 ? ", " : "") + std::to_string(size);
  return text + "]";
}

float half(std::uint16_t bits) {
  const int exponent = bits >> 10 & 31;
  const double fraction = bits & 1023;
  const double magnitude = exponent == 31  ? (fraction == 0 ? std::numeric_limits<double>::infinity()
                                                            : std::numeric_limits<double>::quiet_NaN())
                           : exponent == 0 ? std::ldexp(fraction, -24)
                                           : std::ldexp(fraction + 1024, exponent - 25);
  return static_cast<float>(bits >> 15 ? -magnitude : magnitude);
}

/// The upper half of a float.
float brain(std::uint16_t upper) {
  const std::uint32_t bits = static_cast<std::uint32_t>(upper) << 16;
  float value;
  std::memcpy(&value, &bits, sizeof value);
  return value;
}

template <typename T>
T value_at(std::span<const std::byte> bytes, std::size_t index) {
  T value;
  std::memcpy(&value, bytes.data() + index * sizeof(T), sizeof(T));
  return value;
}

/// Arrays of numbers in a text, as deep as they are, read a slice at a time.
class NumbersReader {
 public:
  /// `text` is the array, a part of `whole`, in which places are counted.
  NumbersReader(std::string_view whole, std::string_view text)
      : whole_(whole), position_(static_cast<std::size_t>(text.data() - whole.data())) {}

  /// Reads until the array ends or `end` is passed. Says whether there is more.
  bool advance(std::size_t end) {
    while (position_ < end) {
      skip_space();
      if (opening_) {
        open_or_read();
      } else if (close_or_go_on()) {
        return false;
      }
    }
    return true;
  }

  std::size_t position() const { return position_; }

  Numbers take() {
    Numbers numbers;
    numbers.shape = shape_;
    numbers.own = std::move(numbers_);
    numbers.bytes = std::as_bytes(std::span(numbers.own));
    return numbers;
  }

 private:
  [[noreturn]] void fail(const std::string& expected) const {
    throw bad(place_in(whole_, position_), found_at(whole_, position_, "end of the text"), expected);
  }
  char here() const { return position_ < whole_.size() ? whole_[position_] : '\0'; }
  void skip_space() {
    while (here() == ' ' || here() == '\n' || here() == '\r' || here() == '\t') ++position_;
  }

  void open_or_read() {
    if (here() != '[') return read();
    if (leaf_ != 0 && depth_ == leaf_) fail("a number, as before");
    if (depth_ == kMostAxes) fail("at most " + std::to_string(kMostAxes) + " axes");
    counts_[depth_++] = 0;
    ++position_;
  }

  void read() {
    if (depth_ == 0 || (leaf_ != 0 && depth_ < leaf_)) fail("'['");
    leaf_ = depth_;
    numbers_.push_back(number());
    ++counts_[depth_ - 1];
    opening_ = false;
  }

  /// Whether that was the end.
  bool close_or_go_on() {
    if (here() == ',') {
      ++position_;
      opening_ = true;
      return false;
    }
    if (here() != ']') fail("',' or ']'");
    if (shape_.size() < leaf_) shape_.resize(leaf_, 0);
    const std::size_t count = counts_[depth_ - 1];
    std::size_t& size = shape_[depth_ - 1];
    if (size == 0) size = count;
    if (size != count)
      throw bad(place_in(whole_, position_), std::to_string(count) + " before ']'",
                std::to_string(size) + ", as many as in the first array of this axis");
    ++position_;
    if (--depth_ == 0) return true;
    ++counts_[depth_ - 1];
    return false;
  }

  bool word(std::string_view word) {
    if (whole_.substr(position_, word.size()) != word) return false;
    position_ += word.size();
    return true;
  }

  /// A number of JSON, or one of the words that Python and JavaScript write for what is none. As a float it is exact:
  /// what is lost is far below its last bit.
  float number() {
    if (word("NaN") || word("null")) return std::numeric_limits<float>::quiet_NaN();
    const bool negative = here() == '-';
    position_ += negative;
    double value = 0;
    if (word("Infinity")) {
      value = std::numeric_limits<double>::infinity();
    } else {
      value = decimal();
    }
    return static_cast<float>(negative ? -value : value);
  }

  double decimal() {
    constexpr const char* kExpected = "a number, NaN, Infinity, -Infinity or null";
    if (!digit()) fail(kExpected);
    std::uint64_t digits = 0;
    int exponent = 0;
    const bool zero = here() == '0';
    const std::size_t first = position_;
    const auto take = [&](bool after_point) {
      for (; digit(); ++position_) {
        const bool fits = digits < std::uint64_t{100'000'000'000'000'000};
        if (fits) digits = digits * 10 + static_cast<std::uint64_t>(here() - '0');
        exponent += (fits ? 0 : 1) - (after_point ? 1 : 0);
      }
    };
    take(false);
    if (zero && position_ > first + 1) fail("a number without leading zeros");
    if (here() == '.') {
      ++position_;
      if (!digit()) fail("a digit after the point");
      take(true);
    }
    if (here() == 'e' || here() == 'E') {
      ++position_;
      const bool negative = here() == '-';
      if (here() == '-' || here() == '+') ++position_;
      if (!digit()) fail("a digit of the exponent");
      int power = 0;
      for (; digit(); ++position_) power = std::min(power * 10 + (here() - '0'), 100'000);
      exponent += negative ? -power : power;
    }
    return scaled(static_cast<double>(digits), exponent);
  }

  static double scaled(double value, int exponent) {
    constexpr std::array<double, 23> kTens = {1e0,  1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7,
                                              1e8,  1e9,  1e10, 1e11, 1e12, 1e13, 1e14, 1e15,
                                              1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22};
    while (exponent != 0 && value != 0 && !std::isinf(value)) {
      const int step = std::min(std::abs(exponent), 22);
      const double power = kTens[static_cast<std::size_t>(step)];
      value = exponent < 0 ? value / power : value * power;
      exponent += exponent < 0 ? step : -step;
    }
    return value;
  }

  bool digit() const { return here() >= '0' && here() <= '9'; }

  std::string_view whole_;
  std::size_t position_;
  std::vector<float> numbers_;
  std::vector<std::size_t> shape_;
  std::array<std::size_t, kMostAxes> counts_ = {};
  std::size_t depth_ = 0;
  std::size_t leaf_ = 0;  // depth of the numbers; 0 before the first
  bool opening_ = true;   // a number or '[' is next
};

/// What a file says of a map, before its numbers are looked at.
struct Given {
  std::string name;
  std::optional<std::vector<std::string>> tokens, rows, columns;
  std::optional<std::vector<std::int64_t>> steps;
  std::optional<std::vector<std::int64_t>> patches;
  std::string_view weights_text, truth_text, picture_text;
  Numbers weights, truth, picture;
};

constexpr std::string_view kMapKeys = "weights, tokens, rows, columns, steps, truth, picture, patches";

std::vector<std::string> read_tokens(JsonCursor& json, const std::string& field) {
  std::vector<std::string> tokens;
  json.array([&] {
    if (tokens.size() == kMaxMapTokens) json.fail("at most " + std::to_string(kMaxMapTokens) + " tokens");
    tokens.push_back(json.string());
    if (tokens.back().size() > kMaxTokenBytes)
      throw bad(field + "[" + std::to_string(tokens.size() - 1) + "]", quoted(tokens.back()),
                "at most " + std::to_string(kMaxTokenBytes) + " bytes");
  });
  return tokens;
}

std::vector<std::int64_t> read_integers(JsonCursor& json, std::size_t most) {
  constexpr std::uint64_t kLargest = 1'000'000'000'000'000;
  std::vector<std::int64_t> numbers;
  json.array([&] {
    if (numbers.size() == most) json.fail("at most " + std::to_string(most) + " integers");
    const std::uint64_t number = json.integer();
    if (number > kLargest) json.fail("integers up to 10^15");
    numbers.push_back(static_cast<std::int64_t>(number));
  });
  return numbers;
}

/// A field that is neither weights, truth nor picture. False for another name.
bool read_words(JsonCursor& json, const std::string& key, Given& into) {
  const std::string field = into.name + "." + key;
  if (key == "tokens")
    into.tokens = read_tokens(json, field);
  else if (key == "rows")
    into.rows = read_tokens(json, field);
  else if (key == "columns")
    into.columns = read_tokens(json, field);
  else if (key == "steps")
    into.steps = read_integers(json, kMaxMapSteps);
  else if (key == "patches")
    into.patches = read_integers(json, 2);
  else
    return false;
  return true;
}

/// The same in a map of a JSON text, numbers included.
bool read_field(JsonCursor& json, const std::string& key, Given& into) {
  if (key == "weights")
    into.weights_text = json.numbers();
  else if (key == "truth")
    into.truth_text = json.numbers();
  else if (key == "picture")
    into.picture_text = json.numbers();
  else
    return read_words(json, key, into);
  return true;
}

void check_name(const std::string& name) {
  constexpr std::size_t kLongest = 64;
  if (name.empty() || name.size() > kLongest)
    throw bad("name of a map", quoted(name), "1 to " + std::to_string(kLongest) + " bytes");
}

std::string read_title(const std::string& title) {
  if (title.size() > kMaxTitleBytes)
    throw bad("title", quoted(title), "at most " + std::to_string(kMaxTitleBytes) + " bytes");
  return title;
}

void check_number_of_maps(std::size_t count) {
  if (count == 0 || count > kMaxMaps)
    throw bad("maps", std::to_string(count), "1 to " + std::to_string(kMaxMaps));
}

std::vector<Given> read_json(std::string_view text, std::string& title) {
  std::vector<Given> maps;
  Given only;
  only.name = kTheOnly;
  bool alone = false;
  JsonCursor json(text, JsonCursor::Places::kLines);
  json.object([&](const std::string& key) {
    if (key == "title") {
      title = read_title(json.string());
    } else if (key == "maps") {
      json.object([&](const std::string& name) {
        check_name(name);
        if (maps.size() == kMaxMaps) json.fail("at most " + std::to_string(kMaxMaps) + " maps");
        maps.emplace_back().name = name;
        json.object([&](const std::string& field) {
          if (!read_field(json, field, maps.back()))
            throw bad(name, quoted(field), "one of: " + std::string(kMapKeys));
        });
      });
    } else if (read_field(json, key, only)) {
      alone = true;
    } else {
      throw bad("file", quoted(key), "one of: title, maps, or of one map alone: " + std::string(kMapKeys));
    }
  });
  json.finish();
  if (alone && !maps.empty()) throw bad("file", "maps and a map beside them", "either maps or one map alone");
  if (alone) maps.push_back(std::move(only));
  check_number_of_maps(maps.size());
  for (const Given& map : maps)
    if (map.weights_text.empty()) throw bad(map.name + ".weights", "missing", "numbers");
  return maps;
}

Numbers numbers_of(const TensorView& tensor, bool bytes_too) {
  const bool known = tensor.dtype == Dtype::kF16 || tensor.dtype == Dtype::kBF16 ||
                     tensor.dtype == Dtype::kF32 || tensor.dtype == Dtype::kF64 ||
                     (bytes_too && tensor.dtype == Dtype::kU8);
  if (!known)
    throw bad(tensor.name + ".dtype", "integers",
              bytes_too ? "F16, BF16, F32, F64 or U8" : "F16, BF16, F32 or F64");
  return {tensor.shape, tensor.dtype, tensor.bytes, {}};
}

std::vector<Given> read_tensors(std::span<const std::byte> file, std::string& title) {
  const TensorFile tensors = read_safetensors(file, Floats::kAny);
  const auto split = [](std::string_view name) {
    const std::size_t point = name.rfind('.');
    return point == name.npos ? std::pair(name, std::string_view())
                              : std::pair(name.substr(0, point), name.substr(point + 1));
  };
  std::vector<Given> maps;
  for (const TensorView& tensor : tensors.tensors) {
    const std::string_view field = split(tensor.name).second;
    if (field == "truth" || field == "picture") continue;
    check_name(tensor.name);
    check_number_of_maps(maps.size() + 1);
    Given& map = maps.emplace_back();
    map.name = tensor.name;
    map.weights = numbers_of(tensor, false);
  }
  check_number_of_maps(maps.size());
  std::sort(maps.begin(), maps.end(), [](const Given& a, const Given& b) { return a.name < b.name; });
  const auto owner = [&](std::string_view name) -> Given* {
    const auto found =
        std::find_if(maps.begin(), maps.end(), [&](const Given& map) { return map.name == name; });
    return found == maps.end() ? nullptr : &*found;
  };
  for (const TensorView& tensor : tensors.tensors) {
    const auto [name, field] = split(tensor.name);
    if (field != "truth" && field != "picture") continue;
    Given* map = owner(name);
    if (!map) throw bad(tensor.name, "no map of this name", "a tensor " + quoted(name) + " with the weights");
    (field == "truth" ? map->truth : map->picture) = numbers_of(tensor, true);
  }
  for (const auto& [key, text] : tensors.metadata) {
    if (key == "title") title = read_title(text);
    const auto [name, field] = split(key);
    Given* map = owner(name);
    // What other programs keep there is theirs.
    if (!map || field.empty()) continue;
    JsonCursor json(text, JsonCursor::Places::kLines);
    try {
      if (!read_words(json, std::string(field), *map)) continue;
      json.finish();
    } catch (const Error& error) {
      throw bad(key + ", " + error.parameter, error.value, error.expected);
    }
  }
  return maps;
}

/// Numbers as tokens, from 1 on.
std::vector<std::string> numbered(std::size_t count) {
  std::vector<std::string> tokens;
  for (std::size_t i = 1; i <= count; ++i) tokens.push_back(std::to_string(i));
  return tokens;
}

void check_size(const std::string& what, std::size_t size, std::size_t most) {
  if (size == 0 || size > most) throw bad(what, std::to_string(size), "1 to " + std::to_string(most));
}

std::vector<std::string> tokens_of(const Given& given, bool of_rows, std::size_t count) {
  const auto& own = of_rows ? given.rows : given.columns;
  // One row of weights is no token's.
  const bool shared = given.tokens && !(of_rows && count == 1 && given.tokens->size() != 1);
  const auto& found = own ? own : shared ? given.tokens : std::nullopt;
  if (!found) return numbered(count);
  if (found->size() != count)
    throw bad(given.name + "." + (own ? of_rows ? "rows" : "columns" : "tokens"),
              std::to_string(found->size()) + " tokens", std::to_string(count) + ", as the weights have");
  return *found;
}

void check_truth(const OwnMap& map) {
  const auto& shape = map.truth.shape;
  const bool line = shape.size() == 1 && map.rows == 1 && shape[0] == map.columns;
  const bool whole = shape.size() == 2 && shape[0] == map.rows && shape[1] == map.columns;
  if (!line && !whole)
    throw bad(map.name + ".truth", shape_text(shape), shape_text(std::array{map.rows, map.columns}));
  for (std::size_t i = 0; i < map.rows * map.columns; ++i) {
    const float share = map.truth.at(i);
    if (!(share >= 0) || std::isinf(share))
      throw bad(map.name + ".truth", "a negative number, NaN or Infinity", "numbers from 0 on");
  }
}

void take_picture(const Given& given, OwnMap& map) {
  const auto& shape = map.picture.shape;
  const bool fits = shape.size() == 3 && shape[2] == 3 && std::max(shape[0], shape[1]) <= kMaxPictureSide &&
                    !map.picture.empty();
  if (!fits)
    throw bad(map.name + ".picture", shape_text(shape),
              "[height, width, 3], sides from 1 to " + std::to_string(kMaxPictureSide));
  if (!given.patches || given.patches->size() != 2)
    throw bad(map.name + ".patches", "missing", "[down, across], the patches of the picture");
  const auto down = static_cast<std::size_t>((*given.patches)[0]);
  const auto across = static_cast<std::size_t>((*given.patches)[1]);
  if (down == 0 || across == 0 || down > map.columns || across > map.columns || down * across > map.columns)
    throw bad(map.name + ".patches", shape_text(std::array{down, across}),
              "a product from 1 to " + std::to_string(map.columns) + ", as many as there are columns");
  map.down = down;
  map.across = across;
}

OwnMap assembled(Given& given) {
  OwnMap map;
  map.name = given.name;
  map.weights = std::move(given.weights);
  map.truth = std::move(given.truth);
  map.picture = std::move(given.picture);
  std::vector<std::size_t> shape = map.weights.shape;
  const std::string field = map.name + ".weights";
  const std::size_t least = given.steps ? 2 : 1;
  if (shape.size() < least || shape.size() > least + 3)
    throw bad(field, shape_text(shape),
              given.steps ? "[steps, S], [steps, T, S], [steps, heads, T, S] or [steps, layers, heads, T, S]"
                          : "[S], [T, S], [heads, T, S] or [layers, heads, T, S]");
  if (given.steps) {
    map.steps = *given.steps;
    check_size(map.name + ".steps", map.steps.size(), kMaxMapSteps);
    if (map.steps.size() != shape[0])
      throw bad(map.name + ".steps", std::to_string(map.steps.size()) + " steps",
                std::to_string(shape[0]) + ", as the weights have");
    for (std::size_t i = 1; i < map.steps.size(); ++i)
      if (map.steps[i] <= map.steps[i - 1])
        throw bad(map.name + ".steps[" + std::to_string(i) + "]", std::to_string(map.steps[i]),
                  "more than the step before, " + std::to_string(map.steps[i - 1]));
    shape.erase(shape.begin());
  }
  shape.insert(shape.begin(), 4 - shape.size(), 1);
  map.layers = shape[0];
  map.heads = shape[1];
  map.rows = shape[2];
  map.columns = shape[3];
  check_size(field + ", layers", map.layers, kMaxMapLayers);
  check_size(field + ", heads", map.heads, kMaxMapHeads);
  check_size(field + ", rows", map.rows, kMaxMapTokens);
  check_size(field + ", columns", map.columns, kMaxMapTokens);
  map.row_tokens = tokens_of(given, true, map.rows);
  map.column_tokens = tokens_of(given, false, map.columns);
  if (!map.truth.shape.empty()) check_truth(map);
  if (!map.picture.shape.empty()) take_picture(given, map);
  return map;
}

}  // namespace

float Numbers::at(std::size_t index) const {
  switch (dtype) {
    case Dtype::kF64:
      return static_cast<float>(value_at<double>(bytes, index));
    case Dtype::kF16:
      return half(value_at<std::uint16_t>(bytes, index));
    case Dtype::kBF16:
      return brain(value_at<std::uint16_t>(bytes, index));
    case Dtype::kU8:
      return static_cast<float>(value_at<std::uint8_t>(bytes, index)) / 255.0F;
    default:
      return value_at<float>(bytes, index);
  }
}

struct MapsReader::State {
  std::string_view text;
  std::vector<Given> given;
  std::size_t next = 0;  // field that is read next, three for each map
  std::optional<NumbersReader> reading;
  std::optional<OwnMaps> done;
  std::string title;

  /// The next text of numbers, where there is one, and where its numbers go.
  std::pair<std::string_view, Numbers*> field() {
    Given& map = given[next / 3];
    switch (next % 3) {
      case 0:
        return {map.weights_text, &map.weights};
      case 1:
        return {map.truth_text, &map.truth};
      default:
        return {map.picture_text, &map.picture};
    }
  }
};

MapsReader::MapsReader(std::span<const std::byte> file) : state_(std::make_unique<State>()) {
  if (file.size() > kMaxFileBytes)
    throw bad("file", std::to_string(file.size()) + " bytes",
              "at most " + std::to_string(kMaxFileBytes) + " bytes");
  std::string_view text(reinterpret_cast<const char*>(file.data()), file.size());
  if (text.starts_with("\xEF\xBB\xBF")) text.remove_prefix(3);
  const std::size_t first = text.find_first_not_of(" \t\r\n");
  // A safetensors file begins with a length, whose upper bytes are zeros.
  const bool json = file.size() < 8 || file[7] != std::byte{0};
  if (json && (first == text.npos || text[first] != '{'))
    throw bad("file", first == text.npos ? "nothing" : found_at(text, first, ""),
              "JSON, which begins with '{', or safetensors");
  state_->text = text;
  state_->given = json ? read_json(text, state_->title) : read_tensors(file, state_->title);
}

MapsReader::~MapsReader() = default;

bool MapsReader::advance(std::size_t bytes) {
  State& state = *state_;
  while (state.next < 3 * state.given.size()) {
    const auto [text, into] = state.field();
    if (!text.empty()) {
      if (!state.reading) state.reading.emplace(state.text, text);
      const std::size_t before = state.reading->position();
      if (state.reading->advance(before + bytes)) return true;
      bytes -= std::min(bytes, state.reading->position() - before);
      *into = state.reading->take();
      state.reading.reset();
    }
    ++state.next;
    if (bytes == 0 && state.next < 3 * state.given.size()) return true;
  }
  if (!state.done) {
    OwnMaps& all = state.done.emplace();
    all.title = state.title;
    for (Given& given : state.given) all.maps.push_back(assembled(given));
  }
  return false;
}

const OwnMaps& MapsReader::result() const { return *state_->done; }

}  // namespace attento
