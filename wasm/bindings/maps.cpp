// The bindings for maps that users open. They are in the same module as attend(), because neither trains a model.
#include <emscripten/bind.h>

#include <memory>
#include <string>
#include <utility>

#include "bindings/guard.hpp"
#include "files/json_cursor.hpp"
#include "lab/own_maps.hpp"

namespace attento {
namespace {

using emscripten::typed_memory_view;
using emscripten::val;

/// An open file, the reader of its maps, and counters of unusual numbers.
struct OpenFile {
  std::vector<std::byte> file;
  std::unique_ptr<MapsReader> reader;
  bool read = false;
  std::vector<UnusualCounter> counters;
  std::vector<UnusualCounter> next;  // counters in progress; they replace `counters` when they are complete
  std::size_t counted = 0;
};

OpenFile open_file;
std::vector<float> numbers;  // the last result of map_numbers()

const UnusualCounter& find_counter(double index) {
  if (open_file.counters.empty()) throw Error(Code::kBadState, "maps", "", "to be read first");
  if (!(index >= 0 && index < static_cast<double>(open_file.counters.size())))
    throw Error(Code::kBadParameter, "map", format_number(index),
                "an index below " + std::to_string(open_file.counters.size()));
  return open_file.counters[static_cast<std::size_t>(index)];
}

/// Removes the given tokens from the maps, and starts to count unusual rows again.
void exclude_tokens(const std::vector<std::string>& without) {
  std::vector<UnusualCounter> next;
  for (const OwnMap& map : open_file.reader->result().maps) next.emplace_back(MapSelection(map, without));
  open_file.next = std::move(next);
  open_file.counted = 0;
}

/// Returns `value` if it is at least `least` and below `end`; otherwise throws.
double require_in_range(const char* name, double value, double least, double end) {
  if (!(value >= least && value < end))
    throw Error(Code::kBadParameter, name, format_number(value),
                "from " + format_number(least) + " to " + format_number(end - 1));
  return value;
}

HeadIndex make_head_index(const OwnMap& map, double step_index, double layer, double head) {
  return {static_cast<std::size_t>(
              require_in_range("step", step_index, 0, static_cast<double>(map.step_count()))),
          static_cast<std::size_t>(require_in_range("layer", layer, 0, static_cast<double>(map.layers))),
          static_cast<int>(require_in_range("head", head, -1, static_cast<double>(map.heads)))};
}

MapPart make_map_part(const MapSelection& of, double row, double column, double rows, double columns) {
  const auto [height, width] = std::pair(static_cast<double>(of.rows()), static_cast<double>(of.columns()));
  require_in_range("row", row, 0, height);
  require_in_range("column", column, 0, width);
  require_in_range("rows", rows, 1, height - row + 1);
  require_in_range("columns", columns, 1, width - column + 1);
  return {static_cast<std::size_t>(row), static_cast<std::size_t>(column), static_cast<std::size_t>(rows),
          static_cast<std::size_t>(columns)};
}

/// Reserves memory for a file.
val reserve_maps(double count) { return reserve(exchanged_bytes, count, kMaxMapFileBytes); }

/// Opens the file in the exchanged bytes.
bool open_maps() {
  return run_guarded([&] {
    open_file = {};
    open_file.file = std::exchange(exchanged_bytes, {});
    open_file.reader = std::make_unique<MapsReader>(open_file.file);
  });
}

/// Reads the exchanged bytes as a JSON array of tokens. The rows and columns of these tokens are left out as soon as
/// advance_maps() has finished counting.
bool leave_out_tokens() {
  return run_guarded([&] {
    find_counter(0);
    const std::vector<std::byte> text = std::exchange(exchanged_bytes, {});
    JsonCursor json({reinterpret_cast<const char*>(text.data()), text.size()},
                    JsonCursor::PositionFormat::kLines);
    std::vector<std::string> without;
    json.read_array([&] { without.push_back(json.read_string()); });
    json.finish();
    exclude_tokens(without);
  });
}

/// Continues for about `work` bytes or numbers. Returns whether there is more to do. An error may be pending.
bool advance_maps(double work) {
  bool more = false;
  const bool fine = run_guarded([&] {
    if (!open_file.reader) throw Error(Code::kBadState, "maps", "", "to be opened first");
    const auto slice = static_cast<std::size_t>(work);
    if (!open_file.read) {
      open_file.read = !open_file.reader->advance(slice);
      more = true;
      if (open_file.read) exclude_tokens({});
    } else if (open_file.counted < open_file.next.size()) {
      if (!open_file.next[open_file.counted].advance(slice)) ++open_file.counted;
      more = open_file.counted < open_file.next.size();
      if (!more) open_file.counters = std::exchange(open_file.next, {});
    }
  });
  return fine && more;
}

std::string describe_maps() {
  std::string text;
  run_guarded([&] {
    find_counter(0);
    const OwnMaps& all = open_file.reader->result();
    Json json;
    json.object([&] {
      json.field("title", all.title).field("leftOut", all.notes.left_out);
      json.field("notStacked", all.notes.not_stacked);
      json.field("replacedSurrogates", static_cast<std::int64_t>(all.notes.replaced_surrogates));
      json.name("maps").array([&] {
        for (const UnusualCounter& one : open_file.counters)
          json.object([&] { write(json, one.selection(), one.result()); });
      });
    });
    text = json.text();
  });
  return text;
}

std::vector<float> read_image(const OwnMap& map) {
  const Numbers& picture = map.picture;
  std::vector<float> pixels(picture.empty() ? 0 : picture.shape[0] * picture.shape[1] * picture.shape[2]);
  for (std::size_t i = 0; i < pixels.size(); ++i) pixels[i] = picture.at(i);
  return pixels;
}

/// Returns numbers of a map, selected by `what`. For a head, or the mean of its layer if `head` is −1: "weights" of a
/// part; "overview", max-pooled if there are more than `rows` rows or columns; "measures", the metrics; "ranges", the
/// limits of color scales. For all heads: "truth" of a part, "picture". One function, so that all modules can share
/// their JavaScript.
val map_numbers(const std::string& what, double map, double step_index, double layer, double head, double row,
                double column, double rows, double columns) {
  val view = val::null();
  run_guarded([&] {
    const MapSelection& of = find_counter(map).selection();
    const auto place = [&] { return make_head_index(of.map(), step_index, layer, head); };
    const auto part = [&] { return make_map_part(of, row, column, rows, columns); };
    if (what == "weights") {
      numbers = read_head_weights(of, place(), part());
    } else if (what == "overview") {
      const auto max_side = static_cast<std::size_t>(require_in_range("most", rows, 1, kMaxMapTokens + 1));
      numbers = max_pool(of, place(), max_side);
    } else if (what == "measures") {
      numbers = list_metrics(compute_head_metrics(of, place()));
    } else if (what == "ranges") {
      numbers = compute_weight_ranges(of, place(), part());
    } else if (what == "truth") {
      numbers = read_true_shares(of, part());
    } else {
      numbers = read_image(of.map());
    }
    view = val(typed_memory_view(numbers.size(), numbers.data()));
  });
  return view;
}

}  // namespace
}  // namespace attento

EMSCRIPTEN_BINDINGS(maps) {
  emscripten::function("reserveMaps", &attento::reserve_maps);
  emscripten::function("leaveOutTokens", &attento::leave_out_tokens);
  emscripten::function("openMaps", &attento::open_maps);
  emscripten::function("advanceMaps", &attento::advance_maps);
  emscripten::function("describeMaps", &attento::describe_maps);
  emscripten::function("mapNumbers", &attento::map_numbers);
}
