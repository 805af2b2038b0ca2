// The conversions of the JavaScript engine, which core/number_text.hpp uses.
#include <emscripten.h>

// clang-format off
EM_JS(double, attento_text_number, (const char* text), {
  return Number(UTF8ToString(text) || NaN);
});

EM_JS(void, attento_number_text, (double number, int digits, char* to, int room), {
  stringToUTF8(String(Number(number.toPrecision(digits))), to, room);
});
// clang-format on
