// Unicode properties: the test cases of the Unicode standard, and that ASCII needs no table.
#include "text/unicode.hpp"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <set>
#include <sstream>

namespace attento::unicode_test {
namespace {

std::vector<std::string> read_lines(const std::string& name) {
  std::ifstream file(std::filesystem::path(__FILE__).parent_path().parent_path() / "golden" / name);
  std::vector<std::string> lines;
  for (std::string line; std::getline(file, line);) lines.push_back(line);
  return lines;
}

/// Parses code points in hexadecimal.
CodePoints parse_code_points(const std::string& text) {
  CodePoints codes;
  std::istringstream words(text);
  for (std::string word; words >> word;) codes.push_back(std::stoi(word, nullptr, 16));
  return codes;
}

TEST(Unicode, TableHasItsVersion) {
  const auto table = embedded_unicode_table();
  EXPECT_STREQ(reinterpret_cast<const char*>(table.data()), "17.0.0");
}

// Each line is a text in NFC, and other texts that it is the NFC of.
TEST(Unicode, PassesTheNormalizationTest) {
  const auto lines = read_lines("normalization.txt");
  ASSERT_GT(lines.size(), 800U);
  for (const std::string& line : lines) {
    const CodePoints composed = parse_code_points(line.substr(0, line.find(';')));
    std::istringstream texts(line);
    for (std::string text; std::getline(texts, text, ';');)
      ASSERT_EQ(normalize(parse_code_points(text), false), composed) << line;
  }
}

/// The cases of the table in graphemes.txt, whose first line lists samples: "beginning;signs" is a case for each sample, and
/// other lines are cases.
std::vector<std::string> read_grapheme_cases() {
  std::vector<std::string> cases;
  std::string samples;
  for (const std::string& line : read_lines("graphemes.txt")) {
    const std::size_t end = line.find(';');
    if (samples.empty()) {
      samples = line;
    } else if (end == std::string::npos) {
      cases.push_back(line);
    } else {
      std::istringstream words(samples);
      std::size_t at = end + 1;
      for (std::string sample; words >> sample; at += 2)  // a sign has two bytes
        cases.push_back(line.substr(0, end) + " " + line.substr(at, 2) + " " + sample + " ÷");
    }
  }
  return cases;
}

TEST(Unicode, PassesTheGraphemeBreakTest) {
  const auto lines = read_grapheme_cases();
  ASSERT_EQ(lines.size(), 1093U);
  for (const std::string& line : lines) {
    CodePoints text;
    std::set<std::size_t> expected;
    std::istringstream words(line);
    for (std::string word; words >> word;) {
      if (word == "÷")
        expected.insert(text.size());
      else if (word != "×")
        text.push_back(parse_code_points(word)[0]);
    }
    std::set<std::size_t> found{0};
    for (std::size_t at = 0; at < text.size(); found.insert(at)) at = find_cluster_end(text, at);
    ASSERT_EQ(found, expected) << line;
  }
}

TEST(Unicode, ReplacesMalformedUtf8ByteByByte) {
  const std::string bad = "\uFFFD";
  for (const auto& [text, expected] :
       std::vector<std::pair<std::string, std::string>>{{"a\xC3", "a" + bad},
                                                        {"\xC0\xAF", bad + bad},
                                                        {"\xE0\x80\xAF", bad + bad + bad},
                                                        {"\xED\xA0\x80", bad + bad + bad},
                                                        {"\xF4\x90\x80\x80", bad + bad + bad + bad},
                                                        {"\xF0\x9F\x98", bad + bad + bad},
                                                        {"\xF8\x88\x80\x80\x80", bad + bad + bad + bad + bad},
                                                        {"\xF0\x9F\x98\x80 é", "\xF0\x9F\x98\x80 é"},
                                                        {"\xE2\x82z", bad + bad + "z"}}) {
    EXPECT_EQ(to_utf8(to_code_points(text)), expected);
  }
}

TEST(Unicode, NormalizationTakesTimeLinearInTheMarks) {
  // Marks in descending order of classes, repeated many times: insertion sort would take hours.
  CodePoints text{'a'};
  for (int i = 0; i < 30000; ++i) text.insert(text.end(), {0x345, 0x301, 0x316});
  const CodePoints composed = normalize(text, false);
  EXPECT_EQ(composed[0], 0xE1);
  EXPECT_EQ(composed[1], 0x316);
}

}  // namespace
}  // namespace attento::unicode_test
