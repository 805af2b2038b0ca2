// The reader of labeled sentences: accepted lines, refused lines, and the report.
#include "files/labeled_text.hpp"

#include <gtest/gtest.h>

#include "core/errors.hpp"

namespace attento::labeled_text_test {
namespace {

LabeledText read(std::string_view text) {
  return read_labeled_text(std::as_bytes(std::span(text.data(), text.size())));
}

/// Twenty valid lines; test cases append their own from line 21 on.
std::string make_valid_lines(std::string_view end = "\n") {
  std::string text;
  for (int i = 0; i < 20; ++i)
    text += "sentence " + std::to_string(i) + "\t" + (i % 2 ? "1" : "0") + std::string(end);
  return text;
}

/// The text must be refused; returns the error's value and expectation.
std::string read_error(std::string_view text) {
  const Error error = proof::catch_error([&] { read(text); });
  EXPECT_EQ(error.code, Code::kBadFile);
  EXPECT_EQ(error.parameter, "data");
  return error.value + " | " + error.expected;
}

TEST(LabeledText, AcceptsValidLines) {
  for (const std::string_view end : {"\n", "\r\n", "\r"}) {
    const LabeledText text = read(make_valid_lines(end));
    ASSERT_EQ(text.sentences.size(), 20U);
    EXPECT_EQ(text.sentences[3].text, "sentence 3");
    EXPECT_TRUE(text.sentences[3].positive);
    EXPECT_FALSE(text.sentences[4].positive);
    EXPECT_EQ(proof::format_counts(text.report.refused) + proof::format_counts(text.report.notes), "");
  }
}

TEST(LabeledText, NeedsNoLastLineEndAndSkipsTheByteOrderMark) {
  const LabeledText text = read("\xEF\xBB\xBF" + make_valid_lines() + "the last\t1");
  EXPECT_EQ(text.sentences.front().text, "sentence 0");
  EXPECT_EQ(text.sentences.back().text, "the last");
}

TEST(LabeledText, SplitsAtTheLastTabAndTrimsBlanks) {
  const LabeledText text = read(make_valid_lines() + "  two\tparts \t 1 \n");
  EXPECT_EQ(text.sentences[20].text, "two\tparts");
  EXPECT_TRUE(text.sentences[20].positive);
}

TEST(LabeledText, CountsEveryReasonWithItsFirstLine) {
  const LabeledText text =
      read(make_valid_lines() + "no label here\n\nwrong\t2\nempty\t\n   \n\t1\n... !\t0\nwords\tone\n" +
           "none again\n");
  EXPECT_EQ(text.sentences.size(), 20U);
  EXPECT_EQ(
      proof::format_counts(text.report.refused),
      "no tab before the label 2@21\na label that is neither 0 nor 1 3@23\nno words before the tab 2@26\n");
  EXPECT_EQ(proof::format_counts(text.report.notes), "blank line, skipped 2@22\n");
}

TEST(LabeledText, RefusesUtf16) {
  std::string wide;
  for (const char letter : make_valid_lines()) (wide += letter) += '\0';
  const std::string sentence = "UTF-16 | UTF-8; save the text in that encoding and try again";
  EXPECT_EQ(read_error(wide), sentence);
  EXPECT_EQ(read_error("\xFF\xFE" + wide), sentence);
  EXPECT_EQ(read_error("\xFE\xFF" + std::string(1, '\0') + wide), sentence);
}

TEST(LabeledText, RefusesBinaryFiles) {
  EXPECT_EQ(read_error(make_valid_lines() + std::string(1, '\0')),
            "a NUL byte at " + std::to_string(make_valid_lines().size()) + " | text, not a binary file");
}

TEST(LabeledText, RefusesHugeFiles) {
  std::string text = make_valid_lines();
  text.resize(kMaxLabeledBytes, ' ');
  EXPECT_EQ(read(text).sentences.size(), 20U);
  EXPECT_EQ(read_error(text + " "), "8388609 bytes | at most 8388608 bytes");
}

TEST(LabeledText, CountsSentencesBeyondTheLimit) {
  std::string text;
  for (std::size_t i = 0; i < kMaxLabeledSentences + 7; ++i) text += i % 2 ? "a\t1\n" : "b\t0\n";
  const LabeledText taken = read(text);
  EXPECT_EQ(taken.sentences.size(), kMaxLabeledSentences);
  EXPECT_EQ(proof::format_counts(taken.report.refused), "more sentences than allowed 7@20001\n");
}

TEST(LabeledText, RefusesTooFewSentencesWithAReason) {
  const std::string expected = " | at least 20 lines of a sentence, a tab and 0 or 1";
  EXPECT_EQ(read_error(""), "No sentences found" + expected);
  EXPECT_EQ(read_error("just words\nand more"),
            "No sentences found: line 1 has no tab before the label" + expected);
  const std::string lines = make_valid_lines();
  EXPECT_EQ(read_error(lines.substr(lines.find('\n') + 1)), "Only 19 sentences found" + expected);
}

TEST(LabeledText, RefusesOneClass) {
  for (const std::string_view label : {"0", "1"}) {
    std::string text;
    for (int i = 0; i < 20; ++i) text += "same\t" + std::string(label) + "\n";
    EXPECT_EQ(read_error(text), "all labeled " + std::string(label) + " | sentences of both labels");
  }
}

}  // namespace
}  // namespace attento::labeled_text_test
