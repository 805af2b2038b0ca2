// A recording of the model that is told what to write: source and target of some pairs, what the model made of them.
#pragma once

#include <algorithm>
#include <span>
#include <utility>

#include "models/encoder_decoder.hpp"
#include "ops/cross_entropy.hpp"
#include "tasks/translation.hpp"

namespace attento {

struct TranslationReader {
  int batch, S, T;  // rows, the longest source, the longest target
  Ids source, before, target;
  Node mask, weight, share;  // real source tokens [B, S], real target tokens [T · B], of teacher forcing [1]
  EncoderDecoder::Source read;
  EncoderDecoder::Written written;
  Node asked_first,
      asked;  // by the decoder's first state [1, B, ·], by the others [T, B, ·]; not in training
  CrossEntropy loss;
  Plan<float> plan;

  /// `teacher_forcing`: the probability that a step is given the true token before it.
  TranslationReader(const EncoderDecoder& model, const Parameters<float>& parameters, int batch, int S, int T,
                    bool trains = false, double teacher_forcing = 1)
      : batch(batch), S(S), T(T), plan(record(model, parameters, trains, teacher_forcing)) {}

  /// `from`, `to`: spans or vectors of tokens.
  template <class Tokens>
  void fill(int row, const Tokens& from, const Tokens& to) {
    const auto token_of = [](const Tokens& tokens, int t) -> std::int32_t {
      return t < static_cast<int>(tokens.size()) ? tokens[static_cast<std::size_t>(t)] : token::kPadding;
    };
    for (int s = 0; s < S; ++s) {
      plan.ids(source)[at(s, batch, row)] = token_of(from, s);
      plan.value(mask)[at(row, S, s)] = s < static_cast<int>(from.size()) ? 1.0F : 0.0F;
    }
    for (int t = 0; t < T; ++t) {
      plan.ids(before)[at(t, batch, row)] = t > 0 ? token_of(to, t - 1) : token::kStart;
      plan.ids(target)[at(t, batch, row)] = token_of(to, t);
      plan.value(weight)[at(t, batch, row)] = t < static_cast<int>(to.size()) ? 1.0F : 0.0F;
    }
  }

  /// Row t of a tensor of the decoder [B, T, ·], of one example; empty when there is no such tensor.
  std::span<const float> step(Node node, int row, int t) const {
    if (!node.valid()) return {};
    const std::span<const float> all = plan.value(node);
    const std::size_t width = all.size() / at(batch, T, 0);
    return all.subspan(at(row, T, t) * width, width);
  }

  /// The same of a tensor [T, B, ·].
  std::span<const float> time_step(Node node, int row, int t) const {
    const std::span<const float> all = plan.value(node);
    const std::size_t width = all.size() / at(batch, T, 0);
    return all.subspan(at(t, batch, row) * width, width);
  }

  /// The most probable token of a step.
  std::int32_t said(int row, int t) const {
    const auto p = time_step(loss.probabilities, row, t);
    return static_cast<std::int32_t>(std::max_element(p.begin(), p.end()) - p.begin());
  }

 private:
  static std::size_t at(int row, int width, int column) {
    return static_cast<std::size_t>(row) * static_cast<std::size_t>(width) + static_cast<std::size_t>(column);
  }

  Plan<float> record(const EncoderDecoder& model, const Parameters<float>& parameters, bool trains,
                     double teacher_forcing) {
    Tape<float> tape(parameters);
    source = tape.ids("source", {S, batch}, model.settings.source_words);
    mask = tape.input("mask", {batch, S});
    before = tape.ids("before", {T, batch}, model.settings.target_words);
    target = tape.ids("target", {T, batch}, model.settings.target_words);
    weight = tape.input("weight", {T, batch});
    read = model.encode(tape, source, mask);
    if (teacher_forcing < 1) share = tape.input("share", {1});
    written = share.valid() ? model.write_scheduled(tape, read, before, share)
                            : model.write(tape, read, read.start, before);
    loss = cross_entropy(tape, written.logits, target, weight);
    if (!trains && model.attends()) {
      asked_first =
          model.asked(tape, tape.reshape(read.start.state.hidden, {1, batch, model.settings.hidden}));
      asked = model.asked(tape, written.states);
    }
    Plan<float> plan = std::move(tape).freeze(trains ? loss.loss : Node{});
    if (share.valid()) plan.value(share)[0] = static_cast<float>(teacher_forcing);
    return plan;
  }
};

}  // namespace attento
