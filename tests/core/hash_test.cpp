#include "core/hash.hpp"

#include <gtest/gtest.h>

#include <string_view>

namespace attento::hash_test {
namespace {

std::span<const std::byte> to_bytes(std::string_view text) { return std::as_bytes(std::span(text)); }

TEST(Hash, MatchesThePublishedVectorsOfFnv1a) {  // RFC 9923, 64 bits
  EXPECT_EQ(fnv1a64(to_bytes("")), 0xcbf29ce484222325u);
  EXPECT_EQ(fnv1a64(to_bytes("a")), 0xaf63dc4c8601ec8cu);
  EXPECT_EQ(fnv1a64(to_bytes("foobar")), 0x85944171f73967e8u);
}

TEST(Hash, ContinuesOverSeveralBlocks) {
  EXPECT_EQ(fnv1a64(to_bytes("bar"), fnv1a64(to_bytes("foo"))), fnv1a64(to_bytes("foobar")));
}

TEST(Hash, FingerprintHasSixteenLowercaseDigits) {
  EXPECT_EQ(fingerprint(to_bytes("foobar")), "85944171f73967e8");
  EXPECT_EQ(hex16(0), "0000000000000000");
  EXPECT_EQ(hex16(0x0123456789abcdef), "0123456789abcdef");
}

}  // namespace
}  // namespace attento::hash_test
