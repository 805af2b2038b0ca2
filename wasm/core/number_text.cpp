#include "core/number_text.hpp"

#ifdef __EMSCRIPTEN__

// in bindings/numbers.cpp
extern "C" double attento_text_number(const char* text);
extern "C" void attento_number_text(double number, int digits, char* to, int room);

namespace attento {

double text_number(const std::string& text) { return attento_text_number(text.c_str()); }

std::string number_text(double number, int digits) {
  char buffer[32];
  attento_number_text(number, digits, buffer, sizeof buffer);
  return buffer;
}

}  // namespace attento

#else

#include <cmath>
#include <cstdio>
#include <cstdlib>

namespace attento {

double text_number(const std::string& text) {
  char* end = nullptr;
  const double number = std::strtod(text.c_str(), &end);
  return !text.empty() && end == text.c_str() + text.size() ? number : NAN;
}

std::string number_text(double number, int digits) {
  char buffer[32];
  std::snprintf(buffer, sizeof buffer, "%.*g", digits, number);
  return buffer;
}

}  // namespace attento

#endif
