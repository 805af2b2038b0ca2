// The reader's own maps, in the module that computes single mechanisms: neither trains anything.
#include <emscripten/bind.h>

#include <memory>
#include <string>

#include "bindings/guard.hpp"
#include "lab/own_maps.hpp"

namespace attento {
namespace {

using emscripten::typed_memory_view;
using emscripten::val;

/// A file, what is read of it, and what is unusual in it.
struct Opened {
  std::vector<std::byte> file;
  std::unique_ptr<MapsReader> reader;
  std::vector<UnusualCount> counts;
  std::size_t counted = 0;
  bool read = false;
};

Opened opened;
std::vector<float> shown;

const OwnMap& map_of(double index) {
  if (!opened.read) throw Error(Code::kBadState, "maps", "", "to be read first");
  const auto& maps = opened.reader->result().maps;
  if (!(index >= 0 && index < static_cast<double>(maps.size())))
    throw Error(Code::kBadParameter, "map", number_text(index),
                "an index below " + std::to_string(maps.size()));
  return maps[static_cast<std::size_t>(index)];
}

/// A whole number from `least` to below `end`.
double checked(const char* name, double value, double least, double end) {
  if (!(value >= least && value < end))
    throw Error(Code::kBadParameter, name, number_text(value),
                "from " + number_text(least) + " to " + number_text(end - 1));
  return value;
}

HeadPlace place_of(const OwnMap& map, double moment, double layer, double head) {
  return {static_cast<std::size_t>(checked("step", moment, 0, static_cast<double>(map.moments()))),
          static_cast<std::size_t>(checked("layer", layer, 0, static_cast<double>(map.layers))),
          static_cast<int>(checked("head", head, -1, static_cast<double>(map.heads)))};
}

MapPart part_of(const OwnMap& map, double row, double column, double rows, double columns) {
  const auto [height, width] = std::pair(static_cast<double>(map.rows), static_cast<double>(map.columns));
  checked("row", row, 0, height);
  checked("column", column, 0, width);
  checked("rows", rows, 1, height - row + 1);
  checked("columns", columns, 1, width - column + 1);
  return {static_cast<std::size_t>(row), static_cast<std::size_t>(column), static_cast<std::size_t>(rows),
          static_cast<std::size_t>(columns)};
}

/// Takes the reserved bytes as a file.
bool open_maps() {
  return guarded([&] {
    opened = {};
    opened.file = std::move(incoming);
    incoming = {};
    opened.reader = std::make_unique<MapsReader>(opened.file);
  });
}

/// Reads on, about so many bytes; whether there is more to do. An error may wait.
bool advance_maps(double work) {
  bool more = false;
  const bool fine = guarded([&] {
    if (!opened.reader) throw Error(Code::kBadState, "maps", "", "to be opened first");
    const auto slice = static_cast<std::size_t>(work);
    if (!opened.read) {
      opened.read = !opened.reader->advance(slice);
      more = true;
      if (opened.read)
        for (const OwnMap& map : opened.reader->result().maps) opened.counts.emplace_back(map);
    } else if (opened.counted < opened.counts.size()) {
      if (!opened.counts[opened.counted].advance(slice)) ++opened.counted;
      more = opened.counted < opened.counts.size();
    }
  });
  return fine && more;
}

std::string describe_maps() {
  std::string text;
  guarded([&] {
    map_of(0);
    Json json;
    json.object([&] {
      json.field("title", opened.reader->result().title);
      json.name("maps").array([&] {
        for (std::size_t i = 0; i < opened.counts.size(); ++i)
          json.object([&] { write(json, map_of(static_cast<double>(i)), opened.counts[i].result()); });
      });
    });
    text = json.text();
  });
  return text;
}

std::vector<float> picture_of(const OwnMap& map) {
  const Numbers& picture = map.picture;
  std::vector<float> pixels(picture.empty() ? 0 : picture.shape[0] * picture.shape[1] * picture.shape[2]);
  for (std::size_t i = 0; i < pixels.size(); ++i) pixels[i] = picture.at(i);
  return pixels;
}

/// Numbers of a map by what they are. Of a head, or of the mean of its layer where `head` is −1: its `weights` in a part;
/// its `overview`, the largest of each block where it has more than `rows` rows or columns; its `measures`, in their order.
/// Of all heads: the `truth` in a part, the `picture`. One function, so that the JavaScript of all modules stays alike.
val map_numbers(const std::string& what, double map, double moment, double layer, double head, double row,
                double column, double rows, double columns) {
  val view = val::null();
  guarded([&] {
    const OwnMap& of = map_of(map);
    const auto place = [&] { return place_of(of, moment, layer, head); };
    const auto part = [&] { return part_of(of, row, column, rows, columns); };
    if (what == "weights") {
      shown = cut(head_weights(of, place()), of.columns, part());
    } else if (what == "overview") {
      const auto most = static_cast<std::size_t>(checked("most", rows, 1, kMaxMapTokens + 1));
      shown = pooled(head_weights(of, place()), of.rows, of.columns, most);
    } else if (what == "measures") {
      shown = numbers_of(head_measures(of, place()));
    } else if (what == "truth") {
      shown = cut(true_shares(of), of.columns, part());
    } else {
      shown = picture_of(of);
    }
    view = val(typed_memory_view(shown.size(), shown.data()));
  });
  return view;
}

}  // namespace
}  // namespace attento

EMSCRIPTEN_BINDINGS(maps) {
  emscripten::function("openMaps", &attento::open_maps);
  emscripten::function("advanceMaps", &attento::advance_maps);
  emscripten::function("describeMaps", &attento::describe_maps);
  emscripten::function("mapNumbers", &attento::map_numbers);
}
