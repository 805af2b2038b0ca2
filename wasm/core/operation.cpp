#include "core/operation.hpp"

namespace attento {

void require_operand(bool holds, std::string_view operand, const Shape& got, std::string_view expected,
                     const Shape& of) {
  if (holds) return;
  throw Error(Code::kBadInput, operand, got.text(), std::string(expected) + (of.rank() > 0 ? of.text() : ""));
}

}  // namespace attento
