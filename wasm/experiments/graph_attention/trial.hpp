// One run of the experiment "graph-attention": task, network, frame and metrics.
#pragma once

#include "lab/experiment.hpp"

namespace attento::graph_attention {

inline constexpr int kHeldOut = 256;       // held-out graphs that evaluate() reads
inline constexpr int kProbeExamples = 32;  // held-out graphs that a probe reads

inline constexpr MapDescription kMaps[] = {
    {"weights", "Edges",
     "Query nodes in rows, their neighbors (keys) in columns. A weight is the share of the neighbor in the "
     "sum; the mean of all heads.",
     "a = softmax(e)"}};

/// The inputs of predict().
inline constexpr Setting kInputs[] = {
    text("nodes", "Nodes", {0, 1000},
         "The nodes, as \"a 3, b 0, a ?\": attribute and value, or a question mark. At most 64 nodes."),
    text(
        "edges", "Edges", {0, 40000},
        "Who sees whom, as \"3-1, 3-2\": the third node sees the first and the second. Nodes count from 1.")};

std::unique_ptr<Trial> make_trial(std::uint64_t seed, const Values& values, Data);

}  // namespace attento::graph_attention
