// The reader of pairs: accepted lines, refused lines, and the report.
#include "files/parallel_text.hpp"

#include <gtest/gtest.h>

#include "core/errors.hpp"

namespace attento::parallel_text_test {
namespace {

ParallelText read(std::string_view text) {
  return read_parallel_text(std::as_bytes(std::span(text.data(), text.size())));
}

/// Ten valid lines; test cases append their own from line 11 on.
std::string make_valid_lines() {
  std::string text;
  for (int i = 0; i < 10; ++i) text += "mot " + std::to_string(i) + "\tword " + std::to_string(i) + "\n";
  return text;
}

std::string to_text(const SentencePair& pair) {
  std::string text = pair.source + "|" + pair.target;
  if (pair.aligned) text += "|";
  for (const auto [source, target] : pair.alignment) {
    text += std::to_string(source) + "-" + std::to_string(target) + " ";
  }
  return text;
}

/// The result of one more line, as text.
std::string taken(std::string_view line) {
  const ParallelText text = read(make_valid_lines() + std::string(line));
  if (text.pairs.size() == 11)
    return to_text(text.pairs.back()) + "\n" + proof::format_counts(text.report.notes);
  return "refused: " + proof::format_counts(text.report.refused);
}

TEST(ParallelText, AcceptsBothSeparatorsAndTrimsBlanks) {
  EXPECT_EQ(taken("le chat \t the cat\n"), "le chat|the cat\n");
  EXPECT_EQ(taken("le chat ||| the cat"), "le chat|the cat\n");
  EXPECT_EQ(taken("le|chat|||the ||cat"), "le|chat|the ||cat\n");
  // A line with ||| is split there, even if it has tabs.
  EXPECT_EQ(taken("le\tchat ||| the cat ||| 0-0 1-1"), "le\tchat|the cat|0-0 1-1 \n");
  EXPECT_EQ(taken("a ||| b\tc"), "a|b\tc\n");
  EXPECT_EQ(taken("a ||| b\t0-0"), "a|b|0-0 \n");
  // Characters that aligners count as tokens are not trimmed.
  EXPECT_EQ(taken("\u00A0 a\t b\u3000 \t0-0\u00A0"), "\u00A0 a|b\u3000|0-0 \n");
}

TEST(ParallelText, ReadsAlignments) {
  EXPECT_EQ(taken("le chat noir\tthe black cat\t0-0 1-2 2-1"), "le chat noir|the black cat|0-0 1-2 2-1 \n");
  EXPECT_EQ(taken("le chat ||| the cat ||| 1-1   0-0 "), "le chat|the cat|1-1 0-0 \n");
  EXPECT_EQ(taken("le chat\tthe cat\t"), "le chat|the cat|\n");
}

TEST(ParallelText, IgnoresAThirdColumnThatIsNotAnAlignment) {
  const std::string note = "third column that is not an alignment, ignored 1@11\n";
  for (const char* column : {"CC-BY 2.0 (France)", "0-", "-1-0", "0-0,1-1", "0 - 0", "0-10000",
                             "1-99999999999", "0-0 1", "0--1"}) {
    EXPECT_EQ(taken("a\tb\t" + std::string(column)), "a|b\n" + note) << column;
  }
  EXPECT_EQ(taken("a\tb\t0-0\tmore\tand more"), "a|b|0-0 \nmore than three columns, the rest ignored 1@11\n");
}

TEST(ParallelText, NotesPossibleLinks) {
  const std::string note = "possible links (1p2, 1?2, 1-2-P), ignored 1@11\n";
  EXPECT_EQ(taken("a b\tc d\t0-0 1p1"), "a b|c d|0-0 \n" + note);
  EXPECT_EQ(taken("a b\tc d\t0?0 1-1-S 0-1-P"), "a b|c d|1-1 \n" + note);
  EXPECT_EQ(taken("a b\tc d\t0-0-S\u00A01-1"), "a b|c d|0-0 1-1 \n");
}

TEST(ParallelText, ReportsTheReasonOfARefusedLine) {
  EXPECT_EQ(taken("one column"), "refused: neither a tab nor ||| 1@11\n");
  EXPECT_EQ(taken("\u00A0\tword"), "refused: no words in the source 1@11\n");
  EXPECT_EQ(taken("mot\t \n\n"), "refused: no words in the target 1@11\n");
}

TEST(ParallelText, RepairsBytesAndKeepsMarkup) {
  EXPECT_EQ(
      taken("caf\xE9\t<b>coffee</b>"),
      "caf\uFFFD|<b>coffee</b>\nbytes that are not UTF-8, replaced 1@11\nmarkup, kept as plain text 1@11\n");
}

TEST(ParallelText, EnforcesItsLimits) {
  std::string text;
  for (std::size_t i = 0; i < kMaxPairs + 3; ++i) text += "a\tb\n";
  const ParallelText many = read(text);
  EXPECT_EQ(many.pairs.size(), kMaxPairs);
  EXPECT_EQ(proof::format_counts(many.report.refused), "more pairs than allowed 3@20001\n");
  text.resize(kMaxPairBytes + 1, ' ');
  EXPECT_THROW(read(text), Error);
}

TEST(ParallelText, ErrorMessagesAreSentences) {
  const auto message = [](const std::string& text) -> std::string {
    return proof::catch_error([&] { read(text); }).what();
  };
  EXPECT_EQ(message("hello\nworld\n"),
            "No pairs found: line 1 has neither a tab nor |||. At least 10 are needed.");
  EXPECT_EQ(message("\n"), "No pairs found. At least 10 are needed.");
  EXPECT_EQ(
      message("a\tb\na\tb\nc\n \td\n"),
      "Only 2 pairs found: line 3 has neither a tab nor |||; line 4 has no words in the source. At least 10 "
      "are needed.");
}

}  // namespace
}  // namespace attento::parallel_text_test
