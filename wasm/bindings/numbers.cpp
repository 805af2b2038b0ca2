// Conversions of numbers to text and back by the JavaScript engine, for core/number_conversion.hpp.
#include <emscripten.h>

// clang-format off
EM_JS(double, attento_parse_number, (const char* text), {
  return Number(UTF8ToString(text) || NaN);
});

EM_JS(void, attento_format_number, (double number, int digits, char* to, int capacity), {
  stringToUTF8(String(Number(number.toPrecision(digits))), to, capacity);
});
// clang-format on
