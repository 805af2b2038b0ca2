// Makes task and model of the experiment "self-attention" from its settings. Throws BAD_PARAMETER for contradictions.
#pragma once

#include <memory>

#include "core/named_table.hpp"
#include "experiments/self_attention/recording.hpp"
#include "lab/experiment.hpp"
#include "lab/transformer_settings.hpp"

namespace attento::self_attention {

inline constexpr NamedValue<Transformer::Kind> kKinds[] = {
    {"encoder", "encoder", Transformer::Kind::kEncoder},
    {"decoder", "decoder", Transformer::Kind::kDecoder},
    {"encoder-decoder", "encoder and decoder", Transformer::Kind::kEncoderDecoder}};
inline constexpr NamedValue<NormPosition> kNorms[] = {{"before", "before", NormPosition::kBefore},
                                                      {"after", "after", NormPosition::kAfter}};
inline constexpr NamedValue<Activation> kActivations[] = {{"relu", "ReLU", Activation::kRelu},
                                                          {"gelu", "GELU", Activation::kGelu}};

std::unique_ptr<PairTask> make_pair_task(std::uint64_t seed, const Values& values, Data data);

PairLayout make_pair_layout(const PairTask& task, const Values& values, bool own);

Transformer::Settings make_transformer_settings(const PairTask& task, const PairLayout& layout,
                                                const Values& values);

}  // namespace attento::self_attention
