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

Part part_of(const OwnMap& map, double row, double column, double rows, double columns) {
  const auto [height, width] = std::pair(static_cast<double>(map.rows), static_cast<double>(map.columns));
  checked("row", row, 0, height);
  checked("column", column, 0, width);
  checked("rows", rows, 1, height - row + 1);
  checked("columns", columns, 1, width - column + 1);
  return {static_cast<std::size_t>(row), static_cast<std::size_t>(column), static_cast<std::size_t>(rows),
          static_cast<std::size_t>(columns)};
}

template <class Body>
val numbers(Body body) {
  val view = val::null();
  guarded([&] {
    shown = body();
    view = val(typed_memory_view(shown.size(), shown.data()));
  });
  return view;
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

/// A part of a head, or of the mean of its layer where `head` is −1.
val weights_of(double map, double moment, double layer, double head, double row, double column, double rows,
               double columns) {
  return numbers([&] {
    const OwnMap& of = map_of(map);
    return cut(head_weights(of, place_of(of, moment, layer, head)), of.columns,
               part_of(of, row, column, rows, columns));
  });
}

/// All of a head, the largest of each block where it has more than `most` rows or columns.
val overview_of(double map, double moment, double layer, double head, double most) {
  return numbers([&] {
    const OwnMap& of = map_of(map);
    return pooled(head_weights(of, place_of(of, moment, layer, head)), of.rows, of.columns,
                  static_cast<std::size_t>(checked("most", most, 1, kMaxMapTokens + 1)));
  });
}

val truth_of(double map, double row, double column, double rows, double columns) {
  return numbers([&] {
    const OwnMap& of = map_of(map);
    return cut(true_shares(of), of.columns, part_of(of, row, column, rows, columns));
  });
}

val picture_of(double map) {
  return numbers([&] {
    const Numbers& picture = map_of(map).picture;
    std::vector<float> pixels(picture.empty() ? 0 : picture.shape[0] * picture.shape[1] * picture.shape[2]);
    for (std::size_t i = 0; i < pixels.size(); ++i) pixels[i] = picture.at(i);
    return pixels;
  });
}

std::string measures_of(double map, double moment, double layer, double head) {
  std::string text;
  guarded([&] {
    const OwnMap& of = map_of(map);
    Json json;
    json.object([&] { write(json, head_measures(of, place_of(of, moment, layer, head))); });
    text = json.text();
  });
  return text;
}

}  // namespace
}  // namespace attento

EMSCRIPTEN_BINDINGS(maps) {
  emscripten::function("openMaps", &attento::open_maps);
  emscripten::function("advanceMaps", &attento::advance_maps);
  emscripten::function("describeMaps", &attento::describe_maps);
  emscripten::function("mapWeights", &attento::weights_of);
  emscripten::function("mapOverview", &attento::overview_of);
  emscripten::function("mapTruth", &attento::truth_of);
  emscripten::function("mapPicture", &attento::picture_of);
  emscripten::function("mapMeasures", &attento::measures_of);
}
