#include "core/hash.hpp"

#include <gtest/gtest.h>

#include <string_view>

namespace attento::hash_test {
namespace {

std::span<const std::byte> bytes_of(std::string_view text) { return std::as_bytes(std::span(text)); }

TEST(Hash, MatchesThePublishedVectorsOfFnv1a) {  // RFC 9923, 64 bits
  EXPECT_EQ(fnv1a64(bytes_of("")), 0xcbf29ce484222325u);
  EXPECT_EQ(fnv1a64(bytes_of("a")), 0xaf63dc4c8601ec8cu);
  EXPECT_EQ(fnv1a64(bytes_of("foobar")), 0x85944171f73967e8u);
}

TEST(Hash, ContinuesOverSeveralBlocks) {
  EXPECT_EQ(fnv1a64(bytes_of("bar"), fnv1a64(bytes_of("foo"))), fnv1a64(bytes_of("foobar")));
}

TEST(Hash, FingerprintHasSixteenLowercaseDigits) {
  EXPECT_EQ(fingerprint(bytes_of("foobar")), "85944171f73967e8");
  EXPECT_EQ(hex16(0), "0000000000000000");
  EXPECT_EQ(hex16(0x0123456789abcdef), "0123456789abcdef");
}

}  // namespace
}  // namespace attento::hash_test
