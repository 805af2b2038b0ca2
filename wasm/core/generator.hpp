// Seeded random numbers without global state: Philox 4x32-10 (Salmon, Moraes, Dror & Shaw 2011, "Parallel
// random numbers: as easy as 1, 2, 3", SC11). Every draw is a pure function of (seed, stream, index,
// position), so a sample, an initial weight or a dropout mask can be recomputed anywhere, in any order, with
// the same bits.
#pragma once

#include <array>
#include <cmath>
#include <cstdint>
#include <numbers>
#include <span>
#include <string_view>
#include <utility>

namespace attento {

/// The bijection of Philox: ten rounds over a 128-bit counter with a 64-bit key.
constexpr std::array<std::uint32_t, 4> philox(std::array<std::uint32_t, 4> counter,
                                              std::array<std::uint32_t, 2> key) {
  for (int round = 0; round < 10; ++round) {
    const std::uint64_t a = std::uint64_t{0xD2511F53} * counter[0];
    const std::uint64_t b = std::uint64_t{0xCD9E8D57} * counter[2];
    counter = {static_cast<std::uint32_t>(b >> 32) ^ counter[1] ^ key[0], static_cast<std::uint32_t>(b),
               static_cast<std::uint32_t>(a >> 32) ^ counter[3] ^ key[1], static_cast<std::uint32_t>(a)};
    key[0] += 0x9E3779B9;
    key[1] += 0xBB67AE85;
  }
  return counter;
}

/// A stream of random numbers named by (seed, stream, index).
class Generator {
 public:
  Generator(std::uint64_t seed, std::string_view stream, std::uint32_t index = 0)
      : key_{static_cast<std::uint32_t>(seed), static_cast<std::uint32_t>(seed >> 32)} {
    std::uint64_t name = 0xCBF29CE484222325;  // FNV-1a of the stream's name
    for (char letter : stream) name = (name ^ static_cast<unsigned char>(letter)) * 0x100000001B3;
    counter_ = {0, index, static_cast<std::uint32_t>(name), static_cast<std::uint32_t>(name >> 32)};
  }

  /// 32 random bits.
  std::uint32_t bits() {
    if (used_ == 4) {
      words_ = philox(counter_, key_);
      ++counter_[0];
      used_ = 0;
    }
    return words_[used_++];
  }

  /// Uniform on [0, 1), a multiple of 2^-24: exact in float.
  float uniform() { return static_cast<float>(bits() >> 8) * 0x1p-24F; }

  /// Uniform on [low, high).
  float uniform(float low, float high) { return low + (high - low) * uniform(); }

  /// Standard normal, by the Box-Muller method (1958), computed in double and rounded once.
  float normal() {
    const double radius = std::sqrt(-2.0 * std::log((bits() + 1.0) * 0x1p-32));
    return static_cast<float>(radius * std::cos(2.0 * std::numbers::pi * (bits() * 0x1p-32)));
  }

  /// A uniform integer in [0, limit), limit ≥ 1, without bias (Lemire 2019, with rejection).
  std::uint32_t integer(std::uint32_t limit) {
    std::uint64_t product = std::uint64_t{bits()} * limit;
    if (static_cast<std::uint32_t>(product) < limit) {
      const std::uint32_t threshold = (0U - limit) % limit;
      while (static_cast<std::uint32_t>(product) < threshold) product = std::uint64_t{bits()} * limit;
    }
    return static_cast<std::uint32_t>(product >> 32);
  }

  /// Shuffles in place (Fisher-Yates).
  template <class T>
  void shuffle(std::span<T> items) {
    for (std::size_t last = items.size(); last > 1; --last) {
      std::swap(items[last - 1], items[integer(static_cast<std::uint32_t>(last))]);
    }
  }

 private:
  std::array<std::uint32_t, 2> key_;
  std::array<std::uint32_t, 4> counter_{};
  std::array<std::uint32_t, 4> words_{};
  int used_ = 4;
};

}  // namespace attento
