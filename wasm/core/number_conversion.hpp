// Converts numbers to text and back. To stay small, the WebAssembly module calls the JavaScript engine's
// conversions, which ECMA-262 (Number::toString and StringToNumber) requires to be exact.
#pragma once

#include <string>

namespace attento {

/// Parses all of `text` as a number: any JSON number, also with a plus sign. Returns NaN for other text.
double parse_number(const std::string& text);

/// Returns a finite number as text, rounded to `digits` significant digits (1 to 17), without trailing zeros.
std::string format_number(double number, int digits = 10);

}  // namespace attento
