#include "core/number_conversion.hpp"

#ifdef __EMSCRIPTEN__

// Defined in bindings/numbers.cpp.
extern "C" double attento_parse_number(const char* text);
extern "C" void attento_format_number(double number, int digits, char* to, int capacity);

namespace attento {

double parse_number(const std::string& text) { return attento_parse_number(text.c_str()); }

std::string format_number(double number, int digits) {
  char buffer[32];
  attento_format_number(number, digits, buffer, sizeof buffer);
  return buffer;
}

}  // namespace attento

#else

#include <cmath>
#include <cstdio>
#include <cstdlib>

namespace attento {

double parse_number(const std::string& text) {
  char* end = nullptr;
  const double number = std::strtod(text.c_str(), &end);
  return !text.empty() && end == text.c_str() + text.size() ? number : NAN;
}

std::string format_number(double number, int digits) {
  char buffer[32];
  std::snprintf(buffer, sizeof buffer, "%.*g", digits, number);
  return buffer;
}

}  // namespace attento

#endif
