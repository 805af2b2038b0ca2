// The recurrent cells by their names in the settings.
#pragma once

#include <string_view>

#include "ops/recurrent_cells.hpp"

namespace attento {

inline Cell cell_of(std::string_view name) {
  return name == "rnn" ? Cell::kRnn : name == "gru" ? Cell::kGru : Cell::kLstm;
}

}  // namespace attento
