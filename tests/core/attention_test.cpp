// Every mechanism: derivatives with and without masks, in both layouts; properties of its weights.
#include <numeric>

#include "attention/additive.hpp"
#include "attention/additive_pooling.hpp"
#include "attention/concat.hpp"
#include "attention/dot.hpp"
#include "attention/feature_gate.hpp"
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
#include "core/allocation_count.hpp"
#include "core/gradient_check.hpp"
#include "core/replay.hpp"

namespace attento::attention_test {
namespace {

using proof::check_gradients;

constexpr Layout kBatchFirst = Layout::kBatchFirst;
constexpr Layout kTimeFirst = Layout::kTimeFirst;

/// Weights and context of a mechanism in one row.
template <class R>
Node join_outputs(R& r, const Attention& a) {
  const auto flat = [&](Node x) { return r.tape.reshape(x, {1, static_cast<int>(r.tape.shape(x).size())}); };
  return concat(r.tape, {flat(a.weights), flat(a.context)});
}

enum class Mask { kNone, kSome, kEmptyRow };

/// The inputs of a mechanism: a batch of three with four queries and five positions.
template <class R>
struct MechanismInputs {
  R& r;
  Layout layout;
  Mask masking;
  int queries = 4;
  static constexpr int kBatch = 3, kSteps = 5, kWidth = 4;

  Node sequence(int steps, int width) const {
    return r.variable(layout == kBatchFirst ? Shape{kBatch, steps, width} : Shape{steps, kBatch, width});
  }
  Node q() const { return sequence(queries, kWidth); }
  Node k() const { return sequence(kSteps, kWidth); }
  Node v() const { return sequence(kSteps, 2); }
  /// Global attention with these scores.
  Attention attend_globally(Tape<typename R::Scalar>& tape, Node scores) const {
    return global(tape, scores, v(), mask(), layout);
  }
  Node mask() const {
    if (masking == Mask::kNone) return {};
    if (masking == Mask::kSome) return r.input({3, 5}, {1, 1, 1, 0, 0, 0, 1, 0, 1, 1, 1, 0, 0, 0, 0});
    return r.input({3, 5}, {1, 1, 1, 1, 0, 0, 0, 0, 0, 0, 0, 1, 1, 0, 0});
  }
};

/// Checks build(tape, scene) for every mask and layout, with several queries and with one, as in a decoder step.
template <class Build>
void check_all_layouts(const std::string& name, const Build& build) {
  for (const Mask mask : {Mask::kNone, Mask::kSome, Mask::kEmptyRow}) {
    for (const Layout layout : {kBatchFirst, kTimeFirst}) {
      for (const int queries : {4, 1}) {
        const std::string where = name + ", mask " + std::to_string(static_cast<int>(mask)) + ", layout " +
                                  std::to_string(static_cast<int>(layout)) + ", queries " +
                                  std::to_string(queries);
        check_gradients(where, [&](auto& r) {
          const MechanismInputs<std::decay_t<decltype(r)>> inputs{r, layout, mask, queries};
          return join_outputs(r, build(r.tape, inputs));
        });
      }
    }
  }
}

TEST(Attention, FeatureGate) {
  check_gradients("gate", [](auto& r) {
    return join_outputs(r, feature_gate(r.tape, r.variable({3, 5}), r.variable({5, 5}), r.variable({5})));
  });
  check_gradients("batch 257", [](auto& r) {
    return join_outputs(r, feature_gate(r.tape, r.variable({257, 2}), r.variable({2, 2}), r.variable({2})));
  });
}

TEST(Attention, Pooling) {
  check_all_layouts("pooling", [](auto& tape, auto& in) {
    return pooling(tape, in.k(), in.r.variable({4, 1}), in.r.variable({5}), in.mask(), in.layout);
  });
  check_all_layouts("pooling without bias", [](auto& tape, auto& in) {
    return pooling(tape, in.k(), in.r.variable({4, 1}), {}, in.mask(), in.layout);
  });
}

TEST(Attention, MeanPooling) {
  check_all_layouts("mean pooling",
                    [](auto& tape, auto& in) { return mean_pooling(tape, in.k(), in.mask(), in.layout); });
}

TEST(Attention, AdditivePooling) {
  check_all_layouts("additive pooling", [](auto& tape, auto& in) {
    return additive_pooling(tape, in.k(), in.r.variable({4, 3}), in.r.variable({3}), in.r.variable({3, 1}),
                            in.mask(), in.layout);
  });
}

TEST(Attention, Dot) {
  check_all_layouts("dot", [](auto& tape, auto& in) {
    return in.attend_globally(tape, dot_scores(tape, in.q(), in.k(), in.layout));
  });
}

TEST(Attention, KeysAndValuesFromOneTensor) {
  check_gradients("dot", [](auto& r) {
    const Node h = r.variable({2, 5, 4});
    return join_outputs(r, global(r.tape, dot_scores(r.tape, r.variable({2, 3, 4}), h), h));
  });
  check_gradients("self-attention", [](auto& r) {
    const Node h = r.variable({2, 4, 3});
    return join_outputs(r, scaled_dot(r.tape, h, h, h, {.causal = true}));
  });
}

TEST(Attention, General) {
  check_all_layouts("general", [](auto& tape, auto& in) {
    const Node projected_queries = general_queries(tape, in.q(), in.r.variable({4, 3}));
    return in.attend_globally(tape, general_scores(tape, projected_queries, in.sequence(5, 3), in.layout));
  });
}

TEST(Attention, Concat) {
  check_all_layouts("concat", [](auto& tape, auto& in) {
    const Node projected_queries = concat_queries(tape, in.q(), in.r.variable({4, 6}));
    const Node projected_keys = concat_keys(tape, in.sequence(5, 3), in.r.variable({3, 6}));
    return in.attend_globally(
        tape, concat_scores(tape, projected_queries, projected_keys, in.r.variable({6}), in.layout));
  });
}

TEST(Attention, Additive) {
  check_all_layouts("additive", [](auto& tape, auto& in) {
    const Node projected_queries = additive_queries(tape, in.q(), in.r.variable({4, 6}));
    const Node projected_keys = additive_keys(tape, in.sequence(5, 3), in.r.variable({3, 6}));
    return in.attend_globally(
        tape, additive_scores(tape, projected_queries, projected_keys, in.r.variable({6}), in.layout));
  });
}

TEST(Attention, Location) {
  check_all_layouts("location", [](auto& tape, auto& in) {
    return in.attend_globally(tape, location_scores(tape, in.q(), in.r.variable({4, 5}), in.layout));
  });
}

TEST(Attention, LocalMonotonic) {
  check_all_layouts("local-m", [](auto& tape, auto& in) {
    const Node scores = score_dot(tape, in.q(), in.k(), in.layout);
    return local_monotonic(tape, scores, in.v(), 2, in.queries == 1 ? 2 : 0, in.mask(), in.layout);
  });
}

TEST(Attention, LocalPredictive) {
  check_all_layouts("local-p", [](auto& tape, auto& in) {
    const Node queries = in.q();
    const Node scores = score_dot(tape, queries, in.k(), in.layout);
    const Node weight = in.r.variable({4, 3});
    const Node v = in.r.variable({3, 1});
    return local_predictive(tape, queries, scores, in.v(), weight, v, 2, in.mask(), in.layout).attention;
  });
}

TEST(Attention, ScaledDot) {
  check_all_layouts("scaled dot", [](auto& tape, auto& in) {
    return scaled_dot(tape, in.q(), in.k(), in.v(), {.padding = in.mask(), .layout = in.layout});
  });
}

TEST(Attention, MultiHead) {
  const auto projection = [](auto& r, int from, int to) {
    const Node weight = r.variable({from, to});
    return Projection{weight, r.variable({to})};
  };
  check_all_layouts("cross", [&](auto& tape, auto& in) {
    const auto q = projection(in.r, 4, 6);
    const auto kv = projection(in.r, 3, 12);
    const auto output = projection(in.r, 6, 5);
    const ScaledDotOptions options{.heads = 2, .padding = in.mask(), .layout = in.layout};
    return multi_head_cross(tape, in.q(), in.sequence(5, 3), q, kv, output, options);
  });
  for (const bool causal : {false, true}) {
    check_all_layouts("self", [&](auto& tape, auto& in) {
      const auto qkv = projection(in.r, 4, 12);
      const auto output = projection(in.r, 4, 3);
      const ScaledDotOptions options{
          .heads = 2, .padding = in.mask(), .causal = causal, .layout = in.layout, .keep_scores = false};
      return multi_head_self(tape, in.k(), qkv, output, options);
    });
  }
  check_gradients("without biases", [](auto& r) {
    return join_outputs(r, multi_head_self(r.tape, r.variable({2, 3, 4}), {r.variable({4, 12}), {}},
                                           {r.variable({4, 4}), {}}, {.heads = 4}));
  });
}

TEST(Attention, Soft) {
  for (const Layout layout : {kBatchFirst, kTimeFirst}) {
    check_gradients("soft", [&](auto& r) {
      const MechanismInputs<std::decay_t<decltype(r)>> in{r, layout, Mask::kNone};
      const Node regions = in.sequence(5, 3);
      const Node keys = soft_keys(r.tape, regions, r.variable({3, 6}), r.variable({6}));
      return join_outputs(r,
                          soft(r.tape, in.q(), keys, regions, r.variable({4, 6}), r.variable({6}), layout));
    });
  }
}

/// Masked weights are exactly 0, and their rows sum to one or are all 0.
TEST(Attention, MasksAreExact) {
  Parameters<float> parameters;
  parameters.allocate();
  Tape<float> tape(parameters);
  const Node x = tape.variable("x", {2, 4, 6});
  const Node mask = tape.input("mask", {2, 4});
  const Attention one = global(tape, dot_scores(tape, x, x), x, mask);
  const Attention two = scaled_dot(tape, x, x, x, {.padding = mask});
  const Node loss = proof::total(tape, concat(tape, {one.context, two.context}));
  Plan<float> plan = std::move(tape).freeze(loss);
  Generator random(5, "x");
  for (float& value : plan.value(x)) value = 30 * random.normal();
  proof::fill(plan, mask, {1, 0, 1, 1, 0, 0, 0, 0});
  plan.forward();
  plan.backward();
  for (const Node weights : {one.weights, two.weights}) {
    const auto w = plan.value(weights);
    for (std::size_t t = 0; t < 4; ++t) {
      EXPECT_EQ(w[4 * t + 1], 0);
      EXPECT_NEAR(std::accumulate(&w[4 * t], &w[4 * t] + 4, 0.0F), 1, 1e-6);
    }
    for (std::size_t i = 16; i < 32; ++i) EXPECT_EQ(w[i], 0);
  }
  EXPECT_EQ(plan.first_non_finite(), "");
  for (std::size_t i = 0; i < 48; ++i) {
    EXPECT_TRUE(std::isfinite(plan.gradient(x)[i]));
    if (i >= 24) {
      EXPECT_EQ(plan.gradient(x)[i], 0);
    }
  }
}

TEST(Attention, ARepeatedStepAllocatesNothing) {
  Parameters<float> parameters;
  parameters.allocate();
  Tape<float> tape(parameters);
  const Node x = tape.variable("x", {2, 6, 12});
  const Node v = tape.variable("v", {12});
  const Node mask = tape.input("mask", {2, 6});
  const ScaledDot heads =
      scaled_dot_attention<float>(tape, x, x, x, {.heads = 3, .padding = mask, .causal = true});
  const Node scores = score_additive(tape, heads.context, x, v);
  const Attention local = local_monotonic(tape, scores, x, 2, 0, mask);
  const Node again = dot_scores(tape, local.context, x);
  const Node loss = proof::total(tape, global(tape, again, x, mask).context);
  Plan<float> plan = std::move(tape).freeze(loss);
  for (float& value : plan.value(mask)) value = 1;
  plan.forward();
  plan.backward();
  const long before = proof::allocations();
  plan.forward();
  plan.backward();
  EXPECT_EQ(proof::allocations(), before);
}

}  // namespace
}  // namespace attento::attention_test
