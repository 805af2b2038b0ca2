// Every mechanism against the results of PyTorch and NumPy (tests/golden/make_attention.py).
#include <gtest/gtest-spi.h>

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

/// The inputs of one case, by their names in the file.
template <class R>
struct Inputs {
  R& r;
  std::string name;
  Layout layout =
      name.ends_with("_time_first") || name.ends_with("_step") ? Layout::kTimeFirst : Layout::kBatchFirst;

  Node operator()(const std::string& leaf) const { return r.variable(name + "." + leaf, leaf); }
  /// An input without a gradient in the file.
  Node constant(const std::string& leaf) const { return r.input(name + "." + leaf); }
  Node mask() const { return r.golden.has(name + ".mask") ? constant("mask") : Node{}; }
  /// An input with a gradient only if the file has one: queries, keys and their weights have none if there is only
  /// one position.
  Node optional_variable(const std::string& leaf) const {
    return r.golden.has(name + ".d" + leaf) ? (*this)(leaf) : constant(leaf);
  }
  Attention attend_globally(Node scores) const {
    return global(r.tape, scores, (*this)("v"), mask(), layout);
  }
};

/// Scores, weights and context in one row, after a check of their shapes.
template <class R>
Node row(R& r, const std::string& name, const Attention& a) {
  const auto shapes = r.golden.template values<std::int32_t>(name + ".shapes");
  std::size_t next = 0;
  for (const Node part : {a.scores, a.weights, a.context}) {
    const Shape shape = r.tape.shape(part);
    for (int axis = 0; axis < 4; ++axis) {
      EXPECT_EQ(shapes[next++], axis < shape.rank() ? shape[axis] : 0) << name << " " << shape.text();
    }
  }
  return proof::join_outputs(r.tape, {a.scores, a.weights, a.context});
}

using Names = std::initializer_list<const char*>;

/// Compares build(tape, inputs) with each case, and its gradients with central differences, unless the numbers leave
/// these no digits.
template <class Build>
void check(const Golden& golden, Names names, const Build& build) {
  for (const std::string name : names) {
    SCOPED_TRACE(name);
    const bool differences =
        !name.ends_with("_large") && !name.ends_with("_tiny") && !name.starts_with("gat");  // gat has a kink
    proof::check_golden(
        golden, name,
        [&](auto& r) {
          return row(r, name, build(r.tape, Inputs<std::decay_t<decltype(r)>>{r, name}));
        },
        differences);
  }
}

/// The comparison must be able to fail.
TEST(AttentionGolden, ComparisonTellsNumbersApart) {
  const Golden golden("attention");
  const Shape shape = golden.shape("dot.y");
  const auto fails = [&](auto change) {
    std::vector<float> numbers = golden.values("dot.y");
    float& largest = *std::max_element(numbers.begin(), numbers.end());
    largest = change(largest);
    testing::TestPartResultArray failures;
    const testing::ScopedFakeTestPartResultReporter reporter(
        testing::ScopedFakeTestPartResultReporter::INTERCEPT_ONLY_CURRENT_THREAD, &failures);
    golden.expect("dot.y", shape, std::span(numbers));
    return failures.size() > 0;
  };
  EXPECT_FALSE(fails([](float x) { return x; }));
  EXPECT_TRUE(fails([](float x) { return x * 1.00003F; }));
  EXPECT_TRUE(fails([](float) { return NAN; }));
  EXPECT_TRUE(fails([](float) { return INFINITY; }));
}

TEST(AttentionGolden, FeatureGateAndPooling) {
  const Golden golden("attention");
  check(golden, {"feature_gate", "feature_gate_one", "feature_gate_257"}, [](auto& tape, const auto& in) {
    return feature_gate(tape, in("x"), in.optional_variable("w"), in.optional_variable("b"));
  });
  check(golden, {"pooling", "pooling_mask", "pooling_time_first"}, [](auto& tape, const auto& in) {
    return pooling(tape, in("h"), in("w"), in("b"), in.mask(), in.layout);
  });
  check(golden, {"mean_pooling", "mean_pooling_mask", "mean_pooling_time_first"},
        [](auto& tape, const auto& in) { return mean_pooling(tape, in("h"), in.mask(), in.layout); });
  check(golden, {"additive_pooling", "additive_pooling_mask", "additive_pooling_time_first"},
        [](auto& tape, const auto& in) {
          return additive_pooling(tape, in("h"), in("w"), in("b"), in("z"), in.mask(), in.layout);
        });
}

TEST(AttentionGolden, Scores) {
  const Golden golden("attention");
  check(golden,
        {"dot", "dot_mask", "dot_empty", "dot_time_first", "dot_large", "dot_tiny", "dot_one", "dot_257"},
        [](auto& tape, const auto& in) {
          return in.attend_globally(
              dot_scores(tape, in.optional_variable("q"), in.optional_variable("k"), in.layout));
        });
  check(golden, {"general", "general_time_first"}, [](auto& tape, const auto& in) {
    const Node queries = linear(tape, in("q"), in("w"));
    return in.attend_globally(general_scores(tape, queries, in("k"), in.layout));
  });
  check(golden, {"concat", "concat_time_first"}, [](auto& tape, const auto& in) {
    const auto [q, k, weight] = std::tuple{in("q"), in("k"), in("w")};
    const auto [H, K] = std::pair{tape.shape(q).last(), tape.shape(k).last()};
    const Node queries = linear(tape, q, tape.slice(weight, 0, H));
    const Node keys = linear(tape, k, tape.slice(weight, H, K));
    return in.attend_globally(concat_scores(tape, queries, keys, in("z"), in.layout));
  });
  check(golden, {"location", "location_time_first"}, [](auto& tape, const auto& in) {
    return in.attend_globally(location_scores(tape, in("q"), in("w"), in.layout));
  });
  check(golden, {"additive", "additive_mask", "additive_step"}, [](auto& tape, const auto& in) {
    const Node queries = linear(tape, in("q"), in("w"));
    const Node keys = linear(tape, in("k"), in("u"));
    return in.attend_globally(additive_scores(tape, queries, keys, in("z"), in.layout));
  });
}

TEST(AttentionGolden, Graph) {
  const Golden golden("graph_attention");
  check(golden, {"gat", "gat_edges", "gat_heads", "gat_time_first"}, [](auto& tape, const auto& in) {
    const Node nodes = linear(tape, in("h"), in("w"));
    return gat(tape, nodes, nodes, in("p"), in("r"), in.mask(), in.layout);
  });
  check(golden, {"gatv2", "gatv2_edges", "gatv2_heads", "gatv2_time_first"}, [](auto& tape, const auto& in) {
    const Node h = in("h");
    return gatv2(tape, linear(tape, h, in("w")), linear(tape, h, in("u")), in("p"), in.mask(), in.layout);
  });
}

TEST(AttentionGolden, Local) {
  const Golden golden("attention");
  check(golden, {"local_monotonic", "local_monotonic_step"}, [](auto& tape, const auto& in) {
    const Node scores = score_dot(tape, in("q"), in("k"), in.layout);
    const int first = in.layout == Layout::kTimeFirst ? 3 : 0;
    return local_monotonic(tape, scores, in("v"), 2, first, in.mask(), in.layout);
  });
  check(golden, {"local_predictive", "local_predictive_mask", "local_predictive_time_first"},
        [](auto& tape, const auto& in) {
          const Node queries = in("q");
          const Node scores = score_dot(tape, queries, in("k"), in.layout);
          return local_predictive(tape, queries, scores, in("v"), in("w"), in("z"), 2, in.mask(), in.layout)
              .attention;
        });
}

TEST(AttentionGolden, ScaledDot) {
  const Golden golden("attention");
  const auto check_options = [&](Names names, ScaledDotOptions options) {
    check(golden, names, [&](auto& tape, const auto& in) {
      options.padding = in.mask();
      options.layout = in.layout;
      return scaled_dot(tape, in("q"), in("k"), in("v"), options);
    });
  };
  check_options({"scaled_dot", "scaled_dot_time_first"}, {});
  check_options({"scaled_dot_by_width"}, {.scale = 1.0 / 6});
  check_options({"scaled_dot_causal", "causal_start_one", "causal_start_wide", "causal_start_tall"},
                {.causal = true});
  check_options({"causal_end_one", "causal_end_wide", "causal_end_tall"},
                {.causal = true, .align_end = true});
}

TEST(AttentionGolden, MultiHead) {
  const Golden golden("multi_head");
  const auto check_options = [&](Names names, ScaledDotOptions options) {
    check(golden, names, [&](auto& tape, const auto& in) {
      options.padding = in.mask();
      options.layout = in.layout;
      return multi_head_self(tape, in("x"), {in("w"), in("b")}, {in("o"), in("ob")}, options);
    });
  };
  check_options({"multi_head", "multi_head_mask", "multi_head_time_first", "multi_head_one"}, {.heads = 3});
  check_options({"multi_head_causal", "multi_head_both"}, {.heads = 3, .causal = true});
  check_options({"multi_head_257"}, {.heads = 1});
  check(golden, {"multi_head_cross", "multi_head_cross_time_first"}, [](auto& tape, const auto& in) {
    return multi_head_cross(tape, in("x"), in("memory"), {in("wq"), in("bq")}, {in("wkv"), in("bkv")},
                            {in("o"), in("ob")}, {.heads = 3, .padding = in.mask(), .layout = in.layout});
  });
}

TEST(AttentionGolden, Captions) {
  const Golden golden("picture_attention");
  check(golden, {"soft", "soft_time_first"}, [](auto& tape, const auto& in) {
    const Node regions = in("a");
    const Node keys = linear(tape, regions, in("u"), in("b"));
    return soft_attention(tape, in("h"), keys, regions, in("w"), in("z"), in.layout);
  });
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
  check(golden, {"draw_read", "draw_read_one"}, [](auto& tape, const auto& in) {
    const int grid = in.name == "draw_read" ? 3 : 1;
    const DrawRead read = draw_read(tape, in("h"), in("w"), in("b"), grid, in("x"), in("error"));
    return Attention{read.window, read.filters_x, read.glimpse};
  });
  check(golden, {"draw_write"}, [](auto& tape, const auto& in) {
    const DrawWriteParameters p{in("w"), in("b"), in("pw"), in("pb")};
    const DrawWrite output = draw_write(tape, in("h"), p, 3, 5, 7);
    return Attention{output.window, output.filters_y, output.picture};
  });
}

}  // namespace
}  // namespace attento::attention_golden_test
