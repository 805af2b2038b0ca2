// A 64-bit hash of bytes, for fingerprints and checksums. It detects accidental changes, not deliberate ones.
// FNV-1a, 64 bits: Fowler, Noll, Vo; RFC 9923. For each byte: hash = (hash xor byte) * prime, modulo 2^64.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>

namespace attento {

/// The hash of no bytes at all.
constexpr std::uint64_t kFnvOffsetBasis = 0xcbf29ce484222325;

/// The FNV-1a hash of `bytes`. To hash several blocks as one, pass the hash so far as `hash`.
constexpr std::uint64_t fnv1a64(std::span<const std::byte> bytes, std::uint64_t hash = kFnvOffsetBasis) {
  constexpr std::uint64_t kPrime = 0x100000001b3;
  for (const std::byte byte : bytes) hash = (hash ^ std::to_integer<std::uint64_t>(byte)) * kPrime;
  return hash;
}

/// A hash as 16 lowercase hexadecimal digits, the most significant first.
inline std::string hex16(std::uint64_t hash) {
  std::string digits(16, '0');
  for (std::size_t i = 16; i-- > 0; hash >>= 4) digits[i] = "0123456789abcdef"[hash & 15];
  return digits;
}

/// The hash of `bytes` as 16 hexadecimal digits, for people to compare.
inline std::string fingerprint(std::span<const std::byte> bytes) { return hex16(fnv1a64(bytes)); }

}  // namespace attento
