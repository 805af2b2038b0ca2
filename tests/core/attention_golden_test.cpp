// Every mechanism against the results of PyTorch and NumPy (tests/golden/make_attention.py).
#include <string>

#include "attention/additive.hpp"
#include "attention/additive_pooling.hpp"
#include "attention/concat.hpp"
#include "attention/dot.hpp"
#include "attention/draw_read.hpp"
#include "attention/draw_write.hpp"
#include "attention/feature_gate.hpp"
#include "attention/gat.hpp"
#include "attention/gatv2.hpp"
#include "attention/general.hpp"
#include "attention/global.hpp"
#include "attention/local_monotonic.hpp"
#include "attention/local_predictive.hpp"
#include "attention/location.hpp"
#include "attention/mean_pooling.hpp"
#include "attention/multi_head.hpp"
#include "attention/pooling.hpp"
#include "attention/scaled_dot.hpp"
#include "attention/soft.hpp"
#include "core/golden.hpp"
#include "ops/reinforce.hpp"

namespace attento::attention_golden_test {
namespace {

using proof::Golden;

constexpr Layout kBatchFirst = Layout::kBatchFirst;
constexpr Layout kTimeFirst = Layout::kTimeFirst;

/// The inputs of one case, by their names in the file.
template <class R>
struct Inputs {
  R& r;
  std::string name;

  Node operator()(const std::string& leaf) const { return r.variable(name + "." + leaf, leaf); }
  /// An input without a gradient in the file.
  Node constant(const std::string& leaf) const { return r.input(name + "." + leaf); }
  Node mask() const { return r.golden.has(name + ".mask") ? constant("mask") : Node{}; }
  /// An input with a gradient only if the file has one: queries, keys and their weights have none if there is only
  /// one position.
  Node optional_variable(const std::string& leaf) const {
    return r.golden.has(name + ".d" + leaf) ? (*this)(leaf) : constant(leaf);
  }
};

/// Scores, weights and context in one row, after a check of their shapes.
template <class R>
Node row(R& r, const std::string& name, const Attention& a) {
  Node all;
  const auto shapes = r.golden.template values<std::int32_t>(name + ".shapes");
  std::size_t next = 0;
  for (const Node part : {a.scores, a.weights, a.context}) {
    const Shape shape = r.tape.shape(part);
    for (int axis = 0; axis < 4; ++axis) {
      EXPECT_EQ(shapes[next++], axis < shape.rank() ? shape[axis] : 0) << name << " " << shape.text();
    }
    const Node flat = r.tape.reshape(part, {1, static_cast<int>(shape.size())});
    all = all.valid() ? concat(r.tape, {all, flat}) : flat;
  }
  return all;
}

/// Compares build(tape, inputs) with the case.
template <class Build>
void check_mechanism(const Golden& golden, const std::string& name, const Build& build) {
  SCOPED_TRACE(name);
  proof::check_golden(golden, name, [&](auto& r) {
    return row(r, name, build(r.tape, Inputs<std::decay_t<decltype(r)>>{r, name}));
  });
}

TEST(AttentionGolden, FeatureGate) {
  const Golden golden("attention");
  for (const char* name : {"feature_gate", "feature_gate_one", "feature_gate_257"}) {
    check_mechanism(golden, name, [](auto& tape, const auto& in) {
      return feature_gate(tape, in("x"), in.optional_variable("w"), in.optional_variable("b"));
    });
  }
}

TEST(AttentionGolden, Pooling) {
  const Golden golden("attention");
  for (const char* name : {"pooling", "pooling_mask", "pooling_time_first"}) {
    const Layout layout = std::string(name) == "pooling_time_first" ? kTimeFirst : kBatchFirst;
    check_mechanism(golden, name, [&](auto& tape, const auto& in) {
      return pooling(tape, in("h"), in("w"), in("b"), in.mask(), layout);
    });
  }
}

TEST(AttentionGolden, MeanAndAdditivePooling) {
  const Golden golden("attention");
  for (const std::string end : {"", "_mask", "_time_first"}) {
    const Layout layout = end == "_time_first" ? kTimeFirst : kBatchFirst;
    check_mechanism(golden, "mean_pooling" + end, [&](auto& tape, const auto& in) {
      return mean_pooling(tape, in("h"), in.mask(), layout);
    });
    check_mechanism(golden, "additive_pooling" + end, [&](auto& tape, const auto& in) {
      return additive_pooling(tape, in("h"), in("w"), in("b"), in("z"), in.mask(), layout);
    });
  }
}

TEST(AttentionGolden, Dot) {
  const Golden golden("attention");
  for (const char* name :
       {"dot", "dot_mask", "dot_empty", "dot_time_first", "dot_large", "dot_tiny", "dot_one", "dot_257"}) {
    const Layout layout = std::string(name) == "dot_time_first" ? kTimeFirst : kBatchFirst;
    check_mechanism(golden, name, [&](auto& tape, const auto& in) {
      const Node scores = dot_scores(tape, in.optional_variable("q"), in.optional_variable("k"), layout);
      return global(tape, scores, in("v"), in.mask(), layout);
    });
  }
}

TEST(AttentionGolden, GeneralConcatAdditiveLocation) {
  const Golden golden("attention");
  for (const Layout layout : {kBatchFirst, kTimeFirst}) {
    const std::string end = layout == kTimeFirst ? "_time_first" : "";
    check_mechanism(golden, "general" + end, [&](auto& tape, const auto& in) {
      const Node scores = general_scores(tape, general_queries(tape, in("q"), in("w")), in("k"), layout);
      return global(tape, scores, in("v"), in.mask(), layout);
    });
    check_mechanism(golden, "concat" + end, [&](auto& tape, const auto& in) {
      const auto [q, k, weight] = std::tuple{in("q"), in("k"), in("w")};
      const auto [H, K] = std::pair{tape.shape(q).last(), tape.shape(k).last()};
      const Node projected_queries = concat_queries(tape, q, tape.slice(weight, 0, H));
      const Node projected_keys = concat_keys(tape, k, tape.slice(weight, H, K));
      const Node scores = concat_scores(tape, projected_queries, projected_keys, in("z"), layout);
      return global(tape, scores, in("v"), in.mask(), layout);
    });
    check_mechanism(golden, "location" + end, [&](auto& tape, const auto& in) {
      return global(tape, location_scores(tape, in("q"), in("w"), layout), in("v"), in.mask(), layout);
    });
  }
  for (const char* name : {"additive", "additive_mask", "additive_step"}) {
    const Layout layout = std::string(name) == "additive_step" ? kTimeFirst : kBatchFirst;
    check_mechanism(golden, name, [&](auto& tape, const auto& in) {
      const Node projected_queries = additive_queries(tape, in("q"), in("w"));
      const Node scores =
          additive_scores(tape, projected_queries, additive_keys(tape, in("k"), in("u")), in("z"), layout);
      return global(tape, scores, in("v"), in.mask(), layout);
    });
  }
}

TEST(AttentionGolden, Graph) {
  const Golden golden("graph_attention");
  for (const std::string end : {"", "_edges", "_heads", "_time_first"}) {
    const Layout layout = end == "_time_first" ? kTimeFirst : kBatchFirst;
    check_mechanism(golden, "gat" + end, [&](auto& tape, const auto& in) {
      const Node nodes = linear(tape, in("h"), in("w"));
      return gat(tape, nodes, nodes, in("p"), in("r"), in.mask(), layout);
    });
    check_mechanism(golden, "gatv2" + end, [&](auto& tape, const auto& in) {
      const Node h = in("h");
      return gatv2(tape, linear(tape, h, in("w")), linear(tape, h, in("u")), in("p"), in.mask(), layout);
    });
  }
}

TEST(AttentionGolden, Local) {
  const Golden golden("attention");
  for (const char* name : {"local_monotonic", "local_monotonic_step"}) {
    const bool step = std::string(name) == "local_monotonic_step";
    const Layout layout = step ? kTimeFirst : kBatchFirst;
    check_mechanism(golden, name, [&](auto& tape, const auto& in) {
      const Node scores = score_dot(tape, in("q"), in("k"), layout);
      return local_monotonic(tape, scores, in("v"), 2, step ? 3 : 0, in.mask(), layout);
    });
  }
  for (const char* name : {"local_predictive", "local_predictive_mask", "local_predictive_time_first"}) {
    const Layout layout = std::string(name) == "local_predictive_time_first" ? kTimeFirst : kBatchFirst;
    check_mechanism(golden, name, [&](auto& tape, const auto& in) {
      const Node queries = in("q");
      const Node scores = score_dot(tape, queries, in("k"), layout);
      return local_predictive(tape, queries, scores, in("v"), in("w"), in("z"), 2, in.mask(), layout)
          .attention;
    });
  }
}

TEST(AttentionGolden, ScaledDot) {
  const Golden golden("attention");
  const auto check = [&](const std::string& name, ScaledDotOptions options) {
    check_mechanism(golden, name, [&](auto& tape, const auto& in) {
      ScaledDotOptions masked = options;
      masked.padding = in.mask();
      return scaled_dot(tape, in("q"), in("k"), in("v"), masked);
    });
  };
  check("scaled_dot", {});
  check("scaled_dot_by_width", {.scale = 1.0 / 6});
  check("scaled_dot_causal", {.causal = true});
  check("scaled_dot_time_first", {.layout = kTimeFirst});
  for (const char* shape : {"one", "wide", "tall"}) {
    check(std::string("causal_start_") + shape, {.causal = true});
    check(std::string("causal_end_") + shape, {.causal = true, .align_end = true});
  }
}

TEST(AttentionGolden, MultiHead) {
  const Golden golden("multi_head");
  const auto check = [&](const std::string& name, ScaledDotOptions options) {
    check_mechanism(golden, name, [&](auto& tape, const auto& in) {
      ScaledDotOptions masked = options;
      masked.padding = in.mask();
      return multi_head_self(tape, in("x"), {in("w"), in("b")}, {in("o"), in("ob")}, masked);
    });
  };
  check("multi_head", {.heads = 3});
  check("multi_head_causal", {.heads = 3, .causal = true});
  check("multi_head_mask", {.heads = 3});
  check("multi_head_both", {.heads = 3, .causal = true});
  check("multi_head_time_first", {.heads = 3, .layout = kTimeFirst});
  check("multi_head_one", {.heads = 3});
  check("multi_head_257", {.heads = 1});
}

TEST(AttentionGolden, MultiHeadCross) {
  const Golden golden("multi_head");
  for (const char* name : {"multi_head_cross", "multi_head_cross_time_first"}) {
    const Layout layout = std::string(name) == "multi_head_cross_time_first" ? kTimeFirst : kBatchFirst;
    check_mechanism(golden, name, [&](auto& tape, const auto& in) {
      return multi_head_cross(tape, in("x"), in("memory"), {in("wq"), in("bq")}, {in("wkv"), in("bkv")},
                              {in("o"), in("ob")}, {.heads = 3, .padding = in.mask(), .layout = layout});
    });
  }
}

TEST(AttentionGolden, Onnx) {
  const Golden golden("multi_head");
  const auto check = [&](const std::string& name, ScaledDotOptions options) {
    SCOPED_TRACE(name);
    Parameters<float> parameters;
    parameters.allocate();
    Tape<float> tape(parameters);
    std::vector<std::pair<Node, std::string>> inputs;
    const auto in = [&](const std::string& leaf) {
      inputs.push_back({tape.input(leaf, golden.shape(name + "." + leaf)), name + "." + leaf});
      return inputs.back().first;
    };
    options.heads = 3;
    if (golden.has(name + ".mask")) options.padding = in("mask");
    const ScaledDot out = scaled_dot_attention<float>(tape, in("q"), in("k"), in("v"), options);
    Plan<float> plan = std::move(tape).freeze();
    for (const auto& [node, file] : inputs) {
      const auto numbers = golden.values(file);
      std::copy(numbers.begin(), numbers.end(), plan.value(node).begin());
    }
    plan.forward();
    golden.expect(name + ".scores", plan.shape(out.scores), plan.value(out.scores));
    golden.expect(name + ".weights", plan.shape(out.weights), plan.value(out.weights));
    golden.expect(name + ".context", plan.shape(out.context), plan.value(out.context));
  };
  check("onnx", {});
  check("onnx_diff_heads_sizes", {});
  check("onnx_scaled", {.scale = 1e-2});
  check("onnx_causal", {.causal = true});
  check("onnx_mask", {});
  check("onnx_mask_causal", {.causal = true});
}

TEST(AttentionGolden, Captions) {
  const Golden golden("picture_attention");
  for (const Layout layout : {kBatchFirst, kTimeFirst}) {
    check_mechanism(golden, layout == kTimeFirst ? "soft_time_first" : "soft",
                    [&](auto& tape, const auto& in) {
                      const Node regions = in("a");
                      const Node keys = soft_keys(tape, regions, in("u"), in("b"));
                      return soft(tape, in("h"), keys, regions, in("w"), in("z"), layout);
                    });
  }
  proof::check_golden(golden, "doubly_stochastic", [](auto& r) {
    return doubly_stochastic(r.tape, r.variable("doubly_stochastic.w", "w"),
                             r.input("doubly_stochastic.mask"));
  });
  proof::check_golden(golden, "reinforce", [](auto& r) {
    const Node weights = softmax(r.tape, r.variable("reinforce.x", "x"));
    const CategoricalSample sample{r.input("reinforce.choice"), r.input("reinforce.sampled")};
    return reinforce(r.tape, weights, sample, r.input("reinforce.reward"), r.input("reinforce.baseline"),
                     {.reward = 2, .entropy = 0.3});
  });
}

TEST(AttentionGolden, Draw) {
  const Golden golden("picture_attention");
  for (const char* name : {"draw_read", "draw_read_one"}) {
    const int grid = std::string(name) == "draw_read" ? 3 : 1;
    check_mechanism(golden, name, [&](auto& tape, const auto& in) {
      const DrawRead read = draw_read(tape, in("h"), in("w"), in("b"), grid, in("x"), in("error"));
      return Attention{read.window, read.filters_x, read.glimpse};
    });
  }
  check_mechanism(golden, "draw_write", [](auto& tape, const auto& in) {
    const DrawWriteParameters p{in("w"), in("b"), in("pw"), in("pb")};
    const DrawWrite output = draw_write(tape, in("h"), p, 3, 5, 7);
    return Attention{output.window, output.filters_y, output.picture};
  });
}

}  // namespace
}  // namespace attento::attention_golden_test
