// Numbers as text and back. The WebAssembly module calls the JavaScript engine's conversions, which ECMA-262
// (Number::toString and StringToNumber) requires to be exact; this keeps the module small.
#pragma once

#include <string>

namespace attento {

/// Parses all of `text` as a number; NaN if it is none. Accepts JSON numbers, with a sign.
double parse_number(const std::string& text);

/// A finite number rounded to `digits` significant digits (1 to 17), without trailing zeros.
std::string format_number(double number, int digits = 10);

}  // namespace attento
