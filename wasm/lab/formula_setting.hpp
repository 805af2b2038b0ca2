// The setting for the user's own score formula, with examples.
#pragma once

#include "attention/own_score.hpp"
#include "lab/settings.hpp"

namespace attento {

inline constexpr Setting kFormula = {
    .name = "formula",
    .label = "Formula",
    .type = SettingType::kText,
    .minimum = 1,
    .maximum = OwnScore::kMaxFormulaBytes,
    .default_text = "q · W k + b · |t − s|",
    .help =
        "The score “own”, of the query q and the key k; in translation q = z after its step and k = h. "
        "Capital letters are learned matrices; small ones other than q, k, t, s and d are learned vectors "
        "or numbers, as the formula demands. t and s: positions of query and key, from 1; S: how many keys "
        "are real; d: width of k. Signs: + − · / ⊙ ( ) | | ² √ tanh relu exp, or - * .* ^2 sqrt.",
    .choices = {{"q · W k + b · |t − s|", "general, with distance"},
                {"v · tanh(W q + U k)", "concat"},
                {"v · relu(W q + U k)", "concat with relu"},
                {"(W q) · (U k) / √d", "projected dot product"},
                {"q · k / √d", "scaled dot product"},
                {"10 q · k / (|q| |k|)", "cosine"},
                {"−|q − k|²", "squared distance"},
                {"−|t − s|", "positions alone"}},
    .check = [](std::string_view text) { OwnScore::parse(text); }};

}  // namespace attento
