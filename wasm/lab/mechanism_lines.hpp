// The formula of every mechanism line by line, each with the name under which `attend` hands out its numbers: an output or one
// of the steps. Shapes in the letters of the inputs; "softmax" stands for its own lines. Formulas are TeX, for one query t.
#pragma once

#include "lab/settings.hpp"

namespace attento {

struct FormulaLine {
  Text name{};
  Text shape{};
  Text formula{};
};

using FormulaLines = List<FormulaLine, 8>;

namespace lines {

/// In place of "softmax"; their shapes are that of the line before, for the sum without the last axis.
inline constexpr FormulaLine kSoftmax[] = {
    {"masked", "", "m_s = e_s / \\tau \\;\\text{or}\\; {-\\infty}"},
    {"shifted", "", "d_s = m_s - \\max m"},
    {"exponentials", "", "u_s = e^{d_s}"},
    {"sum", "", "Z = \\sum_s u_s"},
};

inline constexpr FormulaLine kWeights{"weights", "B T S", "a_s = u_s / Z"};
inline constexpr FormulaLine kContext{"context", "B T M", "c = \\sum_s a_s v_s"};
inline constexpr FormulaLine kPooled{"weights", "B 1 S", "a_s = u_s / Z"};
inline constexpr FormulaLine kPooledContext{"context", "B 1 H", "c = \\sum_s a_s h_s"};
inline constexpr FormulaLine kRegions{"weights", "B T L", "\\alpha_i = u_i / Z"};

inline constexpr FormulaLines kContextGate = {{"weights", "B D", "a = E_c"},
                                              {"context", "B D", "z = a \\odot x"}};
inline constexpr FormulaLines kFeatureGate = {{"scores", "B D", "e = x W + b"},
                                              {"softmax"},
                                              {"weights", "B D", "a_s = u_s / Z"},
                                              {"context", "B D", "z = a \\odot x"}};
inline constexpr FormulaLines kPooling = {
    {"scores", "B 1 S", "e_s = \\tanh(h_s \\cdot w + b_s)"}, {"softmax"}, kPooled, kPooledContext};
inline constexpr FormulaLines kMeanPooling = {
    {"scores", "B 1 S", "e_s = 0"}, {"softmax"}, kPooled, kPooledContext};
inline constexpr FormulaLines kAdditivePooling = {{"hidden", "B S A", "g_s = \\tanh(h_s W + b)"},
                                                  {"scores", "B 1 S", "e_s = g_s \\cdot v"},
                                                  {"softmax"},
                                                  kPooled,
                                                  kPooledContext};
inline constexpr FormulaLines kDot = {
    {"scores", "B T S", "e_s = q \\cdot k_s"}, {"softmax"}, kWeights, kContext};
inline constexpr FormulaLines kGeneral = {{"projected", "B T K", "p = q W"},
                                          {"scores", "B T S", "e_s = p \\cdot k_s"},
                                          {"softmax"},
                                          kWeights,
                                          kContext};
inline constexpr FormulaLines kConcat = {{"hidden", "B T S A", "g_s = \\tanh([q; k_s] W)"},
                                         {"scores", "B T S", "e_s = v \\cdot g_s"},
                                         {"softmax"},
                                         kWeights,
                                         {"context", "B T M", "c = \\sum_s a_s x_s"}};
inline constexpr FormulaLines kAdditive = {{"projected", "B T A", "q W"},
                                           {"keys", "B S A", "k_s U"},
                                           {"hidden", "B T S A", "g_s = \\tanh(q W + k_s U)"},
                                           {"scores", "B T S", "e_s = v \\cdot g_s"},
                                           {"softmax"},
                                           kWeights,
                                           {"context", "B T M", "c = \\sum_s a_s x_s"}};
inline constexpr FormulaLines kLocation = {{"scores", "B T S", "e = q W"}, {"softmax"}, kWeights, kContext};
inline constexpr FormulaLines kLocalM = {{"scores", "B T S", "e"}, {"softmax"}, kWeights, kContext};
inline constexpr FormulaLines kLocalP = {
    {"hidden", "B T A", "g = \\tanh(q W)"},
    {"position", "B T", "p = S \\, \\sigma(v \\cdot g)"},
    {"scores", "B T S", "e"},
    {"softmax"},
    {"bell", "B T S", "n_s = \\exp\\left(-\\frac{(s - p)^2}{2 \\sigma^2}\\right), \\quad \\sigma = D / 2"},
    {"weights", "B T S", "a_s = \\frac{u_s}{Z} \\, n_s"},
    kContext};
inline constexpr FormulaLines kScaledDot = {{"products", "B T S", "q \\cdot k_s"},
                                            {"scores", "B T S", "e_s = \\frac{q \\cdot k_s}{\\sqrt{d}}"},
                                            {"softmax"},
                                            kWeights,
                                            kContext};
inline constexpr FormulaLines kMultiHead = {
    {"queries", "B T D", "q = x W_q + b_q"},
    {"keys", "B S D", "k = y W_k + b_k"},
    {"values", "B S D", "v = y W_v + b_v"},
    {"scores", "B N T S", "e_s = \\frac{q_n \\cdot k_{n s}}{\\sqrt{d}}"},
    {"softmax"},
    {"weights", "B N T S", "a_s = u_s / Z"},
    {"context", "B T D", "c = \\left[\\textstyle\\sum_s a_{1 s} v_{1 s}; \\dots\\right] W_o + b_o"}};
inline constexpr FormulaLines kSoft = {{"projected", "B T A", "h W"},
                                       {"keys", "B L A", "a_i U + b"},
                                       {"hidden", "B T L A", "g_i = \\tanh(h W + a_i U + b)"},
                                       {"scores", "B T L", "e_i = v \\cdot g_i"},
                                       {"softmax"},
                                       kRegions,
                                       {"context", "B T D", "z = \\sum_i \\alpha_i a_i"}};
inline constexpr FormulaLines kHard = {{"projected", "B T A", "h W"},
                                       {"keys", "B L A", "a_i U + b"},
                                       {"hidden", "B T L A", "g_i = \\tanh(h W + a_i U + b)"},
                                       {"scores", "B T L", "e_i = v \\cdot g_i"},
                                       {"softmax"},
                                       kRegions,
                                       {"choice", "B T L", "s \\sim \\mathrm{Categorical}(\\alpha)"},
                                       {"context", "B T D", "z = a_s"}};
inline constexpr FormulaLine kFiltersX{
    "filtersX", "B N C",
    "F_{x, i a} = \\frac{1}{Z} \\exp\\left(-\\frac{(a - \\mu_i)^2}{2 \\sigma^2}\\right)"};
inline constexpr FormulaLine kFiltersY{
    "filtersY", "B N R",
    "F_{y, i a} = \\frac{1}{Z} \\exp\\left(-\\frac{(a - \\mu_i)^2}{2 \\sigma^2}\\right)"};
inline constexpr FormulaLines kDrawRead = {
    {"window", "B 5", "(g_x, g_y, \\sigma^2, \\delta, \\gamma)"},
    kFiltersX,
    kFiltersY,
    {"context", "B Q", "\\gamma \\, F_y x F_x^\\top, \\; \\gamma \\, F_y \\hat{x} F_x^\\top"}};
inline constexpr FormulaLines kDrawWrite = {{"patch", "B P", "w = h W_w + b_w"},
                                            {"window", "B 5", "(g_x, g_y, \\sigma^2, \\delta, \\gamma)"},
                                            kFiltersX,
                                            kFiltersY,
                                            {"context", "B R C", "\\frac{1}{\\gamma} F_y^\\top w F_x"}};

}  // namespace lines
}  // namespace attento
