// The derivatives of all parameters of one complete model of each kind, from its inputs to its loss.
#include "attention/additive.hpp"
#include "attention/draw_read.hpp"
#include "attention/draw_write.hpp"
#include "attention/feature_gate.hpp"
#include "attention/general.hpp"
#include "attention/global.hpp"
#include "attention/multi_head.hpp"
#include "attention/pooling.hpp"
#include "attention/soft.hpp"
#include "core/gradient_check.hpp"
#include "models/context_gate_regressor.hpp"
#include "nn/embedding.hpp"
#include "nn/feed_forward.hpp"
#include "nn/layer_norm.hpp"
#include "nn/positions.hpp"
#include "nn/recurrent.hpp"
#include "ops/binary_cross_entropy.hpp"
#include "ops/convolution.hpp"
#include "ops/cross_entropy.hpp"
#include "ops/gaussian_kl.hpp"
#include "ops/mean_squared_error.hpp"

namespace attento::models_test {
namespace {

using proof::check_gradients;

TEST(Models, ContextGate) {
  check_gradients("regressor", [](auto& r) {
    const auto model = ContextGateRegressor::declare(r.parameters, 3, 5);
    const Node y = model(r.tape, r.ids({4}, 3, {2, 0, 2, 1}), r.constant({4, 5}));
    return mean_squared_error(r.tape, y, r.constant({4, 1}));
  });
}

TEST(Models, FeatureAttention) {
  check_gradients("classifier", [](auto& r) {
    const Linear gate = Linear::declare(r.parameters, "gate", 5, 5);
    const Linear readout = Linear::declare(r.parameters, "readout", 5, 1);
    const Node x = r.constant({6, 5});
    const Attention a = feature_gate(r.tape, x, r.tape.parameter(gate.weight), r.tape.parameter(gate.bias));
    return binary_cross_entropy(r.tape, readout(r.tape, a.context), r.input({6, 1}, {0, 1, 1, 0, 1, 0})).loss;
  });
}

TEST(Models, Sentiment) {
  for (const Cell cell : {Cell::kRnn, Cell::kGru, Cell::kLstm}) {
    check_gradients("pooled states", [cell](auto& r) {
      const Embedding words = Embedding::declare(r.parameters, "words", 7, 3);
      const Recurrent reader = Recurrent::declare(r.parameters, "reader", cell, 3, 4);
      const Parameter weight = r.parameters.declare("pooling.weight", {4, 1});
      const Parameter bias = r.parameters.declare("pooling.bias", {5});
      const Linear verdict = Linear::declare(r.parameters, "verdict", 4, 1);
      const Node mask = r.input({2, 5}, {1, 1, 1, 1, 1, 1, 1, 1, 0, 0});
      // Every word occurs, so that every row of the embedding has a gradient.
      const Node x = words(r.tape, r.ids({5, 2}, 7, {0, 1, 2, 3, 4, 5, 6, 0, 1, 2}));
      const Node states = reader(r.tape, x, {.mask = mask}).hidden;
      const Attention a =
          pooling(r.tape, states, r.tape.parameter(weight), r.tape.parameter(bias), mask, Layout::kTimeFirst);
      const Node logits = verdict(r.tape, r.tape.reshape(a.context, {2, 4}));
      return binary_cross_entropy(r.tape, logits, r.input({2, 1}, {1, 0})).loss;
    });
  }
}

TEST(Models, TranslationAdditive) {
  check_gradients("the context is fed to the next step", [](auto& r) {
    using S = typename std::decay_t<decltype(r)>::Scalar;
    const Embedding source = Embedding::declare(r.parameters, "source", 5, 3);
    const Embedding target = Embedding::declare(r.parameters, "target", 4, 3);
    const auto encoder = Bidirectional::declare(r.parameters, "encoder", Cell::kGru, 3, 2);
    const Recurrent decoder = Recurrent::declare(r.parameters, "decoder", Cell::kGru, 3 + 4, 4);
    const Parameter w = r.parameters.declare("attention.query", {4, 3});
    const Parameter u = r.parameters.declare("attention.key", {4, 3});
    const Parameter v = r.parameters.declare("attention.v", {3});
    const Linear readout = Linear::declare(r.parameters, "readout", 4, 4);
    const Node mask = r.input({2, 4}, {1, 1, 1, 1, 1, 1, 1, 0});
    const Sequence memory =
        encoder(r.tape, source(r.tape, r.ids({4, 2}, 5, {0, 1, 2, 3, 4, 0, 1, 2})), {.mask = mask});
    const Node keys = additive_keys(r.tape, memory.hidden, r.tape.parameter(u));
    const Node target_embeddings = target(r.tape, r.ids({3, 2}, 4, {0, 1, 2, 3, 1, 0}));
    DecoderSteps<S> steps(r.tape, decoder, target_embeddings, {.initial = memory.last});
    State state = memory.last;
    for (int t = 0; t < 3; ++t) {
      const Node query = r.tape.reshape(state.hidden, {1, 2, 4});
      const Node queries = additive_queries(r.tape, query, r.tape.parameter(w));
      const Node scores = additive_scores(r.tape, queries, keys, r.tape.parameter(v), Layout::kTimeFirst);
      const Attention a = global(r.tape, scores, memory.hidden, mask, Layout::kTimeFirst);
      state = steps.step(r.tape.reshape(a.context, {2, 4}));
    }
    const Node logits = readout(r.tape, steps.sequence().hidden);
    return cross_entropy(r.tape, logits, r.ids({3, 2}, 4, {1, 2, 3, 0, 2, 1})).loss;
  });
}

TEST(Models, TranslationGeneral) {
  check_gradients("all steps at once", [](auto& r) {
    const Embedding source = Embedding::declare(r.parameters, "source", 4, 3);
    const Embedding target = Embedding::declare(r.parameters, "target", 4, 3);
    const Recurrent encoder = Recurrent::declare(r.parameters, "encoder", Cell::kLstm, 3, 4);
    const Recurrent decoder = Recurrent::declare(r.parameters, "decoder", Cell::kLstm, 3, 4);
    const Parameter w = r.parameters.declare("attention.weight", {4, 4});
    const Linear combine = Linear::declare(r.parameters, "combine", 8, 4);
    const Linear readout = Linear::declare(r.parameters, "readout", 4, 4);
    const Sequence memory = encoder(r.tape, source(r.tape, r.ids({3, 2}, 4, {0, 1, 2, 3, 1, 0})));
    const Node states =
        decoder(r.tape, target(r.tape, r.ids({3, 2}, 4, {3, 2, 1, 0, 2, 3})), {.initial = memory.last})
            .hidden;
    const Node queries = general_queries(r.tape, states, r.tape.parameter(w));
    const Node scores = general_scores(r.tape, queries, memory.hidden, Layout::kTimeFirst);
    const Attention a = global(r.tape, scores, memory.hidden, Node{}, Layout::kTimeFirst);
    const Node attentional = tanh(r.tape, combine(r.tape, concat(r.tape, {a.context, states})));
    return cross_entropy(r.tape, readout(r.tape, attentional), r.ids({3, 2}, 4, {1, 2, 3, 0, 2, 1})).loss;
  });
}

TEST(Models, Transformer) {
  for (const bool causal : {false, true}) {
    check_gradients("one layer, norm before", [causal](auto& r) {
      const Embedding tokens = Embedding::declare(r.parameters, "tokens", 5, 4);
      const LayerNorm first = LayerNorm::declare(r.parameters, "first", 4);
      const LayerNorm second = LayerNorm::declare(r.parameters, "second", 4);
      const Linear qkv = Linear::declare(r.parameters, "qkv", 4, 12);
      const Linear out = Linear::declare(r.parameters, "out", 4, 4);
      const auto feed = FeedForward::declare(r.parameters, "feed", 4, 6, 4, Activation::kGelu);
      const Linear readout = Linear::declare(r.parameters, "readout", 4, 5);
      const auto projection = [&](const Linear& layer) {
        return Projection{r.tape.parameter(layer.weight), r.tape.parameter(layer.bias)};
      };
      const Node mask = r.input({2, 4}, {1, 1, 1, 1, 1, 1, 1, 0});
      Node x = add_sinusoidal_positions(r.tape, tokens(r.tape, r.ids({2, 4}, 5, {0, 1, 2, 3, 4, 0, 1, 2})));
      const Attention a = multi_head_self(r.tape, first(r.tape, x), projection(qkv), projection(out),
                                          {.heads = 2, .padding = mask, .causal = causal});
      x = add(r.tape, x, a.context);
      x = add(r.tape, x, feed(r.tape, second(r.tape, x)));
      return cross_entropy(r.tape, readout(r.tape, x), r.ids({2, 4}, 5, {1, 2, 3, 4, 0, 1, 2, 3})).loss;
    });
  }
}

TEST(Models, Caption) {
  check_gradients("patches, soft attention, words", [](auto& r) {
    using S = typename std::decay_t<decltype(r)>::Scalar;
    const Parameter kernel = r.parameters.declare("patches.weight", {2, 2, 1, 3});
    const Parameter bias = r.parameters.declare("patches.bias", {3});
    const Embedding words = Embedding::declare(r.parameters, "words", 4, 2);
    const Recurrent decoder = Recurrent::declare(r.parameters, "decoder", Cell::kGru, 2 + 3, 3);
    const Parameter w = r.parameters.declare("attention.query", {3, 2});
    const Linear key = Linear::declare(r.parameters, "attention.key", 3, 2);
    const Parameter v = r.parameters.declare("attention.v", {2});
    const Linear readout = Linear::declare(r.parameters, "readout", 3, 4);
    const Node picture = r.constant({2, 4, 4, 1});
    const Node maps =
        sigmoid(r.tape, convolution(r.tape, picture, r.tape.parameter(kernel), r.tape.parameter(bias), 2, 0));
    const Node regions = r.tape.reshape(maps, {2, 4, 3});
    const Node keys = soft_keys(r.tape, regions, r.tape.parameter(key.weight), r.tape.parameter(key.bias));
    DecoderSteps<S> steps(r.tape, decoder, words(r.tape, r.ids({2, 2}, 4, {0, 1, 2, 3})));
    State state{r.constant({2, 3}), {}};
    for (int t = 0; t < 2; ++t) {
      const Attention a = soft(r.tape, r.tape.reshape(state.hidden, {2, 1, 3}), keys, regions,
                               r.tape.parameter(w), r.tape.parameter(v));
      state = steps.step(r.tape.reshape(a.context, {2, 3}));
    }
    return cross_entropy(r.tape, readout(r.tape, steps.sequence().hidden), r.ids({2, 2}, 4, {1, 2, 3, 0}))
        .loss;
  });
}

TEST(Models, Draw) {
  check_gradients("read, latent, write", [](auto& r) {
    const Linear attention_kind = Linear::declare(r.parameters, "looking", 3, 5);
    const Linear encoder = Linear::declare(r.parameters, "encoder", 8, 3);
    const Linear mean = Linear::declare(r.parameters, "mean", 3, 2);
    const Linear spread = Linear::declare(r.parameters, "spread", 3, 2);
    const Linear decoder = Linear::declare(r.parameters, "decoder", 2, 3);
    const Linear painting = Linear::declare(r.parameters, "painting", 3, 5);
    const Linear patch = Linear::declare(r.parameters, "patch", 3, 4);
    const auto p = [&](Parameter parameter) { return r.tape.parameter(parameter); };
    const Node picture = r.constant({2, 5, 4});
    const Node state = r.constant({2, 3});
    const DrawRead read =
        draw_read(r.tape, state, p(attention_kind.weight), p(attention_kind.bias), 2, picture, picture);
    const Node encoding = tanh(r.tape, encoder(r.tape, read.glimpse));
    const Node mu = mean(r.tape, encoding);
    const Node log_sigma = spread(r.tape, encoding);
    const Node half =
        multiply(r.tape, r.constant({2, 2}), log_sigma);  // fixed noise times a function of the deviation
    const Node decoded = tanh(r.tape, decoder(r.tape, add(r.tape, mu, half)));
    const DrawWriteParameters write{p(painting.weight), p(painting.bias), p(patch.weight), p(patch.bias)};
    const Node canvas = draw_write(r.tape, decoded, write, 2, 5, 4).picture;
    std::vector<float> ink(40);
    for (std::size_t i = 0; i < ink.size(); ++i) ink[i] = i % 3 == 0 ? 1.0F : 0.0F;
    const Node reconstruction = binary_cross_entropy(r.tape, canvas, r.input({2, 5, 4}, ink)).loss;
    return add(r.tape, reconstruction, gaussian_kl(r.tape, mu, log_sigma));
  });
}

}  // namespace
}  // namespace attento::models_test
