// Numbers as text and back. In the module these are the engine's own conversions, which its standard (ECMA-262,
// Number::toString and StringToNumber) demands to be exact, so that none of them travels with the module.
#pragma once

#include <string>

namespace attento {

/// The number that `text` is, all of it; NaN when it is none. Takes what JSON takes, and signs.
double text_number(const std::string& text);

/// A finite number rounded to `digits` significant ones (1 to 17), without zeros at the end.
std::string number_text(double number, int digits = 10);

}  // namespace attento
