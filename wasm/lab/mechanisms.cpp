// The one list of mechanisms. To add one: a header in attention/, an entry here.
#include "attention/additive.hpp"
#include "attention/additive_pooling.hpp"
#include "attention/concat.hpp"
#include "attention/context_gate.hpp"
#include "attention/dot.hpp"
#include "attention/draw_read.hpp"
#include "attention/draw_write.hpp"
#include "attention/feature_gate.hpp"
#include "attention/general.hpp"
#include "attention/global.hpp"
#include "attention/hard.hpp"
#include "attention/local_monotonic.hpp"
#include "attention/local_predictive.hpp"
#include "attention/location.hpp"
#include "attention/mean_pooling.hpp"
#include "attention/multi_head.hpp"
#include "attention/pooling.hpp"
#include "attention/scaled_dot.hpp"
#include "attention/soft.hpp"
#include "lab/formula_lines.hpp"
#include "lab/mechanism.hpp"
#include "lab/mechanism_code.hpp"
#include "lab/mechanism_lines.hpp"
#include "lab/mechanism_parts.hpp"
#include "ops/embedding.hpp"

namespace attento {
namespace {

using namespace parts;
using Tapes = Tape<float>;

ScaledDotOptions scaled(const Given& given, int heads) {
  return {.heads = heads,
          .padding = given["mask"],
          .causal = given.options.boolean("causal"),
          .scale = given.options.real("scale"),
          .differentiate_scores = true};
}

Outputs shown_globally(Tapes& tape, const Given& given, Node scores, Node values) {
  return shown(tape, given, global(tape, scores, values, given["mask"]), values);
}

constexpr Mechanism kMechanisms[] = {
    {.name = "context-gate",
     .group = "Gates",
     .lines = lines::kContextGate,
     .code = code::kContextGate,
     .title = "Context-indexed attention",
     .formula = "a = E_c \\qquad z = a \\odot x",
     .paper = "",
     .look = "One bar in each row growing until it is alone, at the position that the context stands for.",
     .inputs = {{"table", "C D", "one row of attention for each context"},
                {"context", "B", "the row that each example uses", false, 'C'},
                {"value", "B D", "the numbers that are weighed"}},
     .options = {},
     .record = [](Tapes& tape, const Given& g) -> Outputs {
       const Node rows = embedding(tape, g["table"], g.ids.at("context"));
       return shown(tape, g, {rows, rows, context_gate(tape, g["table"], g.ids.at("context"), g["value"])});
     }},
    {.name = "feature-gate",
     .group = "Gates",
     .lines = lines::kFeatureGate,
     .code = code::kFeatureGate,
     .title = "Softmax attention over features",
     .formula = "e = x W + b \\qquad a = \\mathrm{softmax}(e) \\qquad z = a \\odot x",
     .paper = "",
     .look = "The informative features rising above one over D.",
     .inputs = {{"value", "B D", "the features"}, {"weight", "D D", "W"}, {"bias", "D", "b", true}},
     .options = {kTemperature},
     .record =
         [](Tapes& tape, const Given& g) {
           return shown(tape, g, feature_gate(tape, g["value"], g["weight"], g["bias"]));
         }},
    {.name = "pooling",
     .group = "Pooling",
     .lines = lines::kPooling,
     .code = code::kPooling,
     .title = "Attention pooling",
     .formula =
         "e_s = \\tanh(h_s \\cdot w + b_s) \\qquad a = \\mathrm{softmax}(e) \\qquad c = \\sum_s a_s h_s",
     .paper = "After Raffel & Ellis 2016, Feed-forward networks with attention can solve some long-term "
              "memory problems",
     .look =
         "Cue words darker than their neighbours, and how much weight lies on padding that is not masked.",
     .inputs = {{"value", "B S H", "the states of a sequence"},
                {"weight", "H 1", "w"},
                {"bias", "S", "b, one for each position", true},
                kPadding},
     .options = {kTemperature},
     .record =
         [](Tapes& tape, const Given& g) {
           return shown(tape, g, pooling(tape, g["value"], g["weight"], g["bias"], g["mask"]), g["value"]);
         }},
    {.name = "mean-pooling",
     .group = "Pooling",
     .lines = lines::kMeanPooling,
     .code = code::kMeanPooling,
     .title = "Mean pooling",
     .formula = "e_s = 0 \\qquad a = \\mathrm{softmax}(e) \\qquad c = \\sum_s a_s h_s",
     .paper = "",
     .look = "An even grey, and how much of it is padding that is not masked.",
     .inputs = {{"value", "B S H", "the states of a sequence"}, kPadding},
     .options = {kTemperature},
     .record =
         [](Tapes& tape, const Given& g) {
           return shown(tape, g, mean_pooling(tape, g["value"], g["mask"]), g["value"]);
         }},
    {.name = "additive-pooling",
     .group = "Pooling",
     .lines = lines::kAdditivePooling,
     .code = code::kAdditivePooling,
     .title = "Additive attention pooling",
     .formula =
         "e_s = \\tanh(h_s W + b) \\cdot v \\qquad a = \\mathrm{softmax}(e) \\qquad c = \\sum_s a_s h_s",
     .paper = "Yang et al. 2016, Hierarchical attention networks for document classification",
     .look = "A few dark words, and whether they are those that carry the verdict.",
     .inputs = {{"value", "B S H", "the states of a sequence"},
                {"weight", "H A", "W"},
                {"bias", "A", "b"},
                {"v", "A 1", "v"},
                kPadding},
     .options = {kTemperature},
     .record =
         [](Tapes& tape, const Given& g) {
           Outputs outputs =
               shown(tape, g, additive_pooling(tape, g["value"], g["weight"], g["bias"], g["v"], g["mask"]),
                     g["value"]);
           if (g.steps) {
             outputs.emplace_back("steps.hidden",
                                  tanh(tape, linear(tape, g["value"], g["weight"], g["bias"])));
           }
           return outputs;
         }},
    {.name = "dot",
     .group = "Scores",
     .lines = lines::kDot,
     .code = code::kDot,
     .title = "Dot-product attention",
     .formula = "e_{ts} = q_t \\cdot k_s \\qquad a = \\mathrm{softmax}(e) \\qquad c_t = \\sum_s a_{ts} v_s",
     .paper = kLuong,
     .look = "The order in which the decoder reads the source.",
     .inputs = {kQuery, {"key", "B S H", kKey.help}, kValue, kMask},
     .options = {kTemperature},
     .record =
         [](Tapes& tape, const Given& g) {
           const Node values = g.either("value", "key");
           return shown_globally(tape, g, dot_scores(tape, g["query"], g["key"]), values);
         }},
    {.name = "general",
     .group = "Scores",
     .lines = lines::kGeneral,
     .code = code::kGeneral,
     .title = "General (bilinear) attention",
     .formula = "e_{ts} = q_t W \\cdot k_s \\qquad a = \\mathrm{softmax}(e) \\qquad c_t = \\sum_s a_{ts} v_s",
     .paper = kLuong,
     .look = "The line of the dot product, sooner and sharper.",
     .inputs = {kQuery, kKey, {"weight", "H K", "W"}, kValue, kMask},
     .options = {kTemperature},
     .record =
         [](Tapes& tape, const Given& g) {
           const Node values = g.either("value", "key");
           const Node asked = general_queries(tape, g["query"], g["weight"]);
           Outputs outputs = shown_globally(tape, g, general_scores(tape, asked, g["key"]), values);
           if (g.steps) outputs.emplace_back("steps.projected", asked);
           return outputs;
         }},
    {.name = "concat",
     .group = "Scores",
     .lines = lines::kConcat,
     .code = code::kConcat,
     .title = "Concat attention",
     .formula = "e_{ts} = v \\cdot \\tanh([q_t; k_s] W) \\qquad a = \\mathrm{softmax}(e) \\qquad c_t = "
                "\\sum_s a_{ts} x_s",
     .paper = kLuong,
     .look = "The same line as with the other scores; what differs is how soon it appears.",
     .inputs = {kQuery,
                kKey,
                {"weight", "H+K A", "W, first the rows of the query"},
                {"v", "A", "v"},
                kValue,
                kMask},
     .options = {kTemperature},
     .record =
         [](Tapes& tape, const Given& g) {
           const auto [H, K] = std::pair{g.extents.at('H'), g.extents.at('K')};
           const Node asked = concat_queries(tape, g["query"], tape.slice(g["weight"], 0, H));
           const Node keys = concat_keys(tape, g["key"], tape.slice(g["weight"], H, K));
           const Node scores = concat_scores(tape, asked, keys, g["v"]);
           Outputs outputs = shown_globally(tape, g, scores, g.either("value", "key"));
           show_hidden(tape, g, asked, keys, outputs);
           return outputs;
         }},
    {.name = "additive",
     .group = "Scores",
     .lines = lines::kAdditive,
     .code = code::kAdditive,
     .title = "Additive attention",
     .formula = "e_{ts} = v \\cdot \\tanh(q_t W + k_s U) \\qquad a = \\mathrm{softmax}(e) \\qquad c_t = "
                "\\sum_s a_{ts} x_s",
     .paper = kBahdanau,
     .look = "Adjective and noun changing places.",
     .inputs =
         {kQuery, kKey, {"weight", "H A", "W"}, {"keyWeight", "K A", "U"}, {"v", "A", "v"}, kValue, kMask},
     .options = {kTemperature},
     .record =
         [](Tapes& tape, const Given& g) {
           const Node asked = additive_queries(tape, g["query"], g["weight"]);
           const Node keys = additive_keys(tape, g["key"], g["keyWeight"]);
           const Node scores = additive_scores(tape, asked, keys, g["v"]);
           Outputs outputs = shown_globally(tape, g, scores, g.either("value", "key"));
           show_hidden(tape, g, asked, keys, outputs);
           return outputs;
         }},
    {.name = "location",
     .group = "Scores",
     .lines = lines::kLocation,
     .code = code::kLocation,
     .title = "Location-based attention",
     .formula = "e_t = q_t W \\qquad a = \\mathrm{softmax}(e) \\qquad c_t = \\sum_s a_{ts} v_s",
     .paper = kLuong,
     .look = "Maps that are the same for every sentence of the same length.",
     .inputs = {kQuery, {"weight", "H S", "W"}, {"value", "B S M", "what is mixed"}, kMask},
     .options = {kTemperature},
     .record =
         [](Tapes& tape, const Given& g) {
           return shown_globally(tape, g, location_scores(tape, g["query"], g["weight"]), g["value"]);
         }},
    {.name = "local-m",
     .group = "Windows",
     .lines = lines::kLocalM,
     .code = code::kLocalM,
     .title = "Local attention, monotonic",
     .formula = "a_{ts} = \\mathrm{softmax}_{|s - t| \\le D}(e_{ts}) \\qquad c_t = \\sum_s a_{ts} v_s",
     .paper = kLuong,
     .look = "A band along the diagonal that the map cannot leave.",
     .inputs = {{"scores", "B T S", "e, scores of any kind"}, {"value", "B S M", "what is mixed"}, kMask},
     .options = {kReach, kTemperature},
     .record =
         [](Tapes& tape, const Given& g) {
           return shown(tape, g,
                        local_monotonic(tape, g["scores"], g["value"], g.options.real("reach"), 0, g["mask"]),
                        g["value"]);
         }},
    {.name = "local-p",
     .group = "Windows",
     .lines = lines::kLocalP,
     .code = code::kLocalP,
     .title = "Local attention, predictive",
     .formula = "p_t = S \\, \\sigma(v \\cdot \\tanh(q_t W)) \\qquad a_{ts} = \\mathrm{softmax}_{|s - p_t| "
                "\\le D}(e_{ts}) "
                "\\, \\exp\\left(-\\frac{(s - p_t)^2}{2 \\sigma^2}\\right) \\qquad \\sigma = D / 2",
     .paper = kLuong,
     .look = "The window finding the place first, then the weights sharpening within.",
     .inputs = {kQuery,
                {"scores", "B T S", "e, scores of any kind"},
                {"value", "B S M", "what is mixed"},
                {"weight", "H A", "W"},
                {"v", "A 1", "v"},
                kMask},
     .options = {kReach, kTemperature},
     .record =
         [](Tapes& tape, const Given& g) {
           const LocalPredictive local =
               local_predictive(tape, g["query"], g["scores"], g["value"], g["weight"], g["v"],
                                g.options.real("reach"), g["mask"]);
           Outputs outputs = shown(tape, g, local.attention, g["value"], local.position);
           outputs.emplace_back("position", local.position);
           if (g.steps) {
             const Shape shape = tape.shape(g["scores"]);
             outputs.emplace_back("steps.bell", bell(tape, local.position, g.options.real("reach"), shape));
             outputs.emplace_back("steps.hidden", tanh(tape, linear(tape, g["query"], g["weight"])));
           }
           return outputs;
         }},
    {.name = "scaled-dot",
     .group = "Self-attention",
     .lines = lines::kScaledDot,
     .code = code::kScaledDot,
     .title = "Scaled dot-product attention",
     .formula = "e = \\frac{q k^\\top}{\\sqrt{d}} \\qquad a = \\mathrm{softmax}(e) \\qquad c = a v",
     .paper = kVaswani,
     .look = "With a factor of 1/d the map stays pale; with 1 it is black and white from the start.",
     .inputs = {kQuery, {"key", "B S H", kKey.help}, kValue, kMask},
     .options = {kScale, kCausal, kTemperature},
     .record =
         [](Tapes& tape, const Given& g) {
           const Node values = g.either("value", "key");
           Outputs outputs =
               shown(tape, g, scaled_dot(tape, g["query"], g["key"], values, scaled(g, 1)), values);
           if (g.steps) outputs.emplace_back("steps.products", score_dot(tape, g["query"], g["key"]));
           return outputs;
         }},
    {.name = "multi-head",
     .group = "Self-attention",
     .lines = lines::kMultiHead,
     .code = code::kMultiHead,
     .title = "Multi-head attention",
     .formula =
         "e_n = \\frac{(x W_q)_n (y W_k)_n^\\top}{\\sqrt{d}} \\qquad a_n = \\mathrm{softmax}(e_n) \\qquad "
         "c = [a_1 (y W_v)_1; \\dots; a_N (y W_v)_N] W_o + b_o",
     .paper = kVaswani,
     .look = "Division of labour: one head on the previous token, another on the match.",
     .inputs = {{"query", "B T D", "x, what asks"},
                {"memory", "B S D", "y, what is looked at; x itself if absent", true},
                {"queryWeight", "D D", "W_q"},
                {"keyWeight", "D D", "W_k"},
                {"valueWeight", "D D", "W_v"},
                {"outputWeight", "D D", "W_o"},
                {"queryBias", "1 D", "added to x W_q", true},
                {"keyBias", "1 D", "added to y W_k", true},
                {"valueBias", "1 D", "added to y W_v", true},
                {"outputBias", "D", "b_o", true},
                kMask},
     .options = {kHeads, kScale, kCausal, kTemperature},
     .record =
         [](Tapes& tape, const Given& g) {
           const int width = g.extents.at('D');
           const auto bias = [&](const char* name) {
             return g[name].valid() ? g[name] : tape.input(name, {1, width});
           };
           const auto row = [&](Node packed) { return tape.reshape(packed, {tape.shape(packed).last()}); };
           const Projection output{g["outputWeight"], g["outputBias"]};
           const ScaledDotOptions options = scaled(g, g.options.integer("heads"));
           Outputs lines;
           const auto project = [&](const char* line, const char* from, const char* weight,
                                    const char* added) {
             if (g.steps)
               lines.emplace_back(line, linear(tape, g.either(from, "query"), g[weight], row(bias(added))));
           };
           project("steps.queries", "query", "queryWeight", "queryBias");
           project("steps.keys", "memory", "keyWeight", "keyBias");
           project("steps.values", "memory", "valueWeight", "valueBias");
           const auto with_lines = [&](const Attention& attention) {
             Outputs outputs = shown(tape, g, attention);
             for (const auto& [name, node] : lines) outputs.emplace_back(name, node);
             return outputs;
           };
           if (!g["memory"].valid()) {
             const Projection qkv{concat(tape, {g["queryWeight"], g["keyWeight"], g["valueWeight"]}),
                                  row(concat(tape, {bias("queryBias"), bias("keyBias"), bias("valueBias")}))};
             return with_lines(multi_head_self(tape, g["query"], qkv, output, options));
           }
           const Projection query{g["queryWeight"], row(bias("queryBias"))};
           const Projection kv{concat(tape, {g["keyWeight"], g["valueWeight"]}),
                               row(concat(tape, {bias("keyBias"), bias("valueBias")}))};
           return with_lines(multi_head_cross(tape, g["query"], g["memory"], query, kv, output, options));
         }},
    {.name = "soft",
     .group = "Over a picture",
     .lines = lines::kSoft,
     .code = code::kSoft,
     .title = "Soft attention over a picture",
     .formula = "e_{ti} = v \\cdot \\tanh(h_t W + a_i U + b) \\qquad \\alpha = \\mathrm{softmax}(e) \\qquad "
                "z_t = \\sum_i \\alpha_{ti} a_i",
     .paper = kXu,
     .look = "The bright region moving to the object while its word is said.",
     .inputs = {kState, kAnnotations, kQueryWeight, kRegionWeight, kRegionBias, kV},
     .options = {kTemperature},
     .record =
         [](Tapes& tape, const Given& g) {
           const Node keys = soft_keys(tape, g["annotations"], g["keyWeight"], g["bias"]);
           Outputs outputs =
               shown(tape, g, soft(tape, g["query"], keys, g["annotations"], g["weight"], g["v"]),
                     g["annotations"]);
           show_hidden(tape, g, linear(tape, g["query"], g["weight"]), keys, outputs);
           return outputs;
         }},
    {.name = "hard",
     .group = "Over a picture",
     .lines = lines::kHard,
     .code = code::kHard,
     .title = "Hard attention over a picture",
     .formula = "e_{ti} = v \\cdot \\tanh(h_t W + a_i U + b) \\qquad \\alpha = \\mathrm{softmax}(e) \\qquad "
                "s_t \\sim \\mathrm{Categorical}(\\alpha_t) \\qquad z_t = a_{s_t}",
     .paper = kXu,
     .look = "One cell at a time.",
     .inputs = {kState, kAnnotations, kQueryWeight, kRegionWeight, kRegionBias, kV},
     .options = {kSample, kSeed, kTemperature},
     .record =
         [](Tapes& tape, const Given& g) {
           const Node keys = hard_keys(tape, g["annotations"], g["keyWeight"], g["bias"]);
           const Hard out = hard(tape, g["query"], keys, g["annotations"], g["weight"], g["v"]);
           Outputs outputs = shown(tape, g, out.attention);
           outputs.emplace_back("choice", out.sample.choice);
           show_hidden(tape, g, linear(tape, g["query"], g["weight"]), keys, outputs);
           if (g.steps)
             outputs.emplace_back("steps.shares", shares(tape, out.sample.choice, g["annotations"]));
           return outputs;
         }},
    {.name = "draw-read",
     .group = "DRAW",
     .lines = lines::kDrawRead,
     .code = code::kDrawRead,
     .title = "DRAW's reading attention",
     .formula = "F_{ia} = \\frac{1}{Z} \\exp\\left(-\\frac{(a - \\mu_i)^2}{2 \\sigma^2}\\right) \\qquad "
                "\\mathrm{read} = \\gamma \\, F_y x F_x^\\top",
     .paper = kGregor,
     .look = "The box shrinking onto one stroke, then following it.",
     .inputs = {{"state", "B H", "the decoder's state"},
                {"weight", "H 5", "W: state to centre, variance, stride and intensity"},
                {"bias", "5", "b"},
                {"picture", "B R C", "R rows of C pixels"},
                {"error", "B R C", "what is still wrong with the canvas; the picture if absent", true}},
     .options = {kGrid},
     .record = [](Tapes& tape, const Given& g) -> Outputs {
       const DrawRead out = draw_read(tape, g["state"], g["weight"], g["bias"], g.options.integer("grid"),
                                      g["picture"], g.either("error", "picture"));
       return {{"window", out.window},
               {"filtersX", out.filters_x},
               {"filtersY", out.filters_y},
               {"context", out.glimpse}};
     }},
    {.name = "draw-write",
     .group = "DRAW",
     .lines = lines::kDrawWrite,
     .code = code::kDrawWrite,
     .title = "DRAW's writing attention",
     .formula = "w = h W_w + b_w \\qquad \\mathrm{write} = \\frac{1}{\\gamma} F_y^\\top w F_x",
     .paper = kGregor,
     .look = "The picture coming to be stroke by stroke, the box running ahead of the ink.",
     .inputs = {{"state", "B H", "the decoder's state"},
                {"weight", "H 5", "W: state to centre, variance, stride and intensity"},
                {"bias", "5", "b"},
                {"patchWeight", "H P", "W_w, P the square of the grid"},
                {"patchBias", "P", "b_w"},
                {"canvas", "B R C", "only its shape is used"}},
     .options = {kGrid},
     .record = [](Tapes& tape, const Given& g) -> Outputs {
       const DrawWriteParameters p{g["weight"], g["bias"], g["patchWeight"], g["patchBias"]};
       const DrawWrite out =
           draw_write(tape, g["state"], p, g.options.integer("grid"), g.extents.at('R'), g.extents.at('C'));
       Outputs outputs{{"window", out.window},
                       {"filtersX", out.filters_x},
                       {"filtersY", out.filters_y},
                       {"context", out.picture}};
       if (g.steps)
         outputs.emplace_back("steps.patch", linear(tape, g["state"], p.patch_weight, p.patch_bias));
       return outputs;
     }},
};

}  // namespace

std::span<const Mechanism> mechanisms() { return kMechanisms; }

}  // namespace attento
