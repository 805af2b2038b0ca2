// Functions that several trials share.
#pragma once

#include <algorithm>
#include <initializer_list>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "files/text_lines.hpp"
#include "lab/experiment.hpp"

namespace attento {

/// Reads an index below `count`: of an example, or of another item that `name` names. Throws BAD_PARAMETER.
int read_example(const Value& value, int count, std::string_view name = "example");

/// Returns the words of a text, which are separated by spaces.
std::vector<std::string_view> split_words(std::string_view text);
/// Reads the field "row" of a request, the index of a row of a map; by default the first. Throws BAD_PARAMETER.
int read_row(const Fields& request, int rows);
/// Returns a request without the fields that choose a row of a map: "row" and `others`.
Fields without_row(Fields request, std::initializer_list<std::string_view> others);

/// Reads a whole number below `limit`; returns −1 for any other text.
int read_number(std::string_view text, int limit);

/// The index of an example if `input` has only the field "example", else nullopt. Throws BAD_PARAMETER.
std::optional<int> read_example_field(const Fields& input, int count);

/// Throws BAD_PARAMETER if the setting for the shown example is not below `count`. `examples` names what is counted.
void check_watched_example(const Values& values, int count, std::string_view examples);

/// The requested map and the index of its example; −1 means the map of all examples.
struct MapRequest {
  std::string_view map;
  int example = -1;
};

/// Reads the fields "map" (by default the first map) and "example" (by default `default_example`). Throws
/// BAD_PARAMETER.
MapRequest read_map_request(const Fields& fields, std::span<const MapDescription> maps, int examples,
                            int default_example = -1);

/// Takes the field "prefix": whether previous tokens are the true ones ("true") or the model's own ("own").
bool take_true_prefix(Fields& fields, bool is_true_by_default);

/// Runs a plan for `rows` examples on `count` examples: fill(row, i) writes example i into a row, and read(first,
/// rows) reads the results of some examples. Spare rows of the last batch repeat an example.
template <class Fill, class Read>
void run_in_batches(Plan<float>& plan, int rows, int count, const Fill& fill, const Read& read) {
  for (int first = 0; first < count; first += rows) {
    const int used = std::min(rows, count - first);
    for (int row = 0; row < rows; ++row) fill(row, first + std::min(row, used - 1));
    plan.forward();
    read(first, used);
  }
}

/// Writes the field "report" about the user's own data: how many lines were accepted, which were not, and why.
void write_report(Json& json, const LineReport& report, int accepted);

}  // namespace attento
