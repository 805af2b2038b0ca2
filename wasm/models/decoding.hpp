// A trained model at work. One plan reads the sources, another takes a single step of the decoder and is replayed:
// what comes out of a step is copied to where the next one begins.
//
//   Decoding decoding(model, parameters, batch, length);
//   decoding.read(row, source);                         // for each row
//   const auto said = greedy(decoding, cap);            // each step takes the most probable token
//   const auto best = beam_search(decoding, source, 5, cap);
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "models/encoder_decoder.hpp"

namespace attento {

class Decoding {
 public:
  /// Sources of up to `length` tokens, `batch` at a time; places are numbered by rows.
  Decoding(const EncoderDecoder& model, const Parameters<float>& parameters, int batch, int length);

  int batch() const { return batch_; }
  int length() const { return length_; }
  int words() const { return model_.settings.target_words; }

  /// What row `row` is to translate; what is too long is cut, the rest of the row is padding (token 0).
  void read(int row, std::span<const int> source);

  /// Reads all rows; the decoder stands before its first step.
  void begin();

  /// One step of all rows after `tokens` [B]. Row b goes on from where row from[b] stood; empty: each from its own.
  void step(std::span<const std::int32_t> tokens, std::span<const int> from = {});

  /// ln of the probability of each token after the last step, [V] of a row.
  std::span<const float> log_probabilities(int row) const;

  /// The weights of the last step, [S] of a row; empty without attention.
  std::span<const float> weights(int row) const;

  /// To look into the last step: its plan, what it began with, and what it wrote (T = 1).
  const Plan<float>& plan() const { return step_; }
  const EncoderDecoder::Source& source() const { return source_; }
  const EncoderDecoder::Written& written() const { return written_; }

 private:
  struct Link {
    Node from, to;
  };
  Plan<float> record_reading(const Parameters<float>& parameters);
  Plan<float> record_step(const Parameters<float>& parameters);

  EncoderDecoder model_;
  int batch_, length_;
  int position_ = 0;
  Ids words_, token_;
  Node mask_, number_, log_;
  EncoderDecoder::Source read_, source_;  // as it comes out of the reading plan, as it goes into a step
  EncoderDecoder::Written written_;
  std::vector<Link> carried_;  // from a step into the next
  Plan<float> reading_, step_;
};

/// Tokens with a meaning of their own.
struct Marks {
  int start = 1, end = 2;
};

struct Translation {
  std::vector<int> tokens;     // the end mark included, if it came
  std::vector<float> weights;  // [tokens, S], empty without attention
  double log_probability = 0;  // of these tokens
  bool ended = false;          // else it was cut at the cap
};

/// The most probable token at each step, of equals the first one; of every row, at most `cap` tokens.
std::vector<Translation> greedy(Decoding& decoding, int cap, Marks marks = {});

/// Goes on with the `width` (≤ batch) most probable beginnings at each step. An ended one keeps its place. The search
/// is over when no beginning can overtake the best ended one any more, or at the cap; then what has ended comes before
/// what has not. Of equally probable ones that of the better beginning, then of the smaller token comes first.
Translation beam_search(Decoding& decoding, std::span<const int> source, int width, int cap,
                        Marks marks = {});

}  // namespace attento
