// Reads single fields of JSON texts.
#pragma once

#include <gtest/gtest.h>

#include <sstream>
#include <string>
#include <string_view>
#include <vector>

namespace attento::proof {

inline bool contains(std::string_view text, std::string_view part) {
  return text.find(part) != std::string_view::npos;
}

/// The text between `from` and the next `to`; empty if `from` is missing.
inline std::string read_between(const std::string& json, const std::string& from, const std::string& to) {
  const std::size_t at = json.find(from);
  if (at == std::string::npos) return "";
  const std::size_t start = at + from.size();
  return json.substr(start, json.find(to, start) - start);
}

/// The text after the name of a field.
inline std::string read_field(const std::string& json, const std::string& name) {
  const std::size_t at = json.find("\"" + name + "\":");
  EXPECT_NE(at, std::string::npos) << name << " in " << json.substr(0, 1000);
  return at == std::string::npos ? "0" : json.substr(at + name.size() + 3);
}

inline double read_number(const std::string& json, const std::string& name) {
  return std::stod(read_field(json, name));
}

/// The numbers of a field that is an array.
inline std::vector<double> read_numbers(const std::string& json, const std::string& name) {
  const std::string array = read_field(json, name);
  std::istringstream list(array.substr(1, array.find(']') - 1));
  std::vector<double> numbers;
  for (std::string one; std::getline(list, one, ',');) numbers.push_back(std::stod(one));
  return numbers;
}

}  // namespace attento::proof
