// The recurrent cells by the names that settings use.
#pragma once

#include "core/named_table.hpp"
#include "ops/recurrent_cells.hpp"

namespace attento {

inline constexpr NamedValue<Cell> kCells[] = {
    {"rnn", "simple", Cell::kRnn}, {"gru", "GRU", Cell::kGru}, {"lstm", "LSTM", Cell::kLstm}};

}  // namespace attento
