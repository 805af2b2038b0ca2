// DRAW: its filters and samples, comparison of the model with PyTorch, and its baseline. For reading and writing see
// attention_golden_test.cpp.
#include <cmath>

#include "core/golden.hpp"
#include "core/gradient_check.hpp"
#include "core/replay.hpp"
#include "models/draw.hpp"
#include "ops/gaussian_sample.hpp"

namespace attento::draw_test {
namespace {

using proof::check_gradients;
using proof::expect_bad_input;
using proof::Golden;

constexpr Draw::Settings kTiny{
    .rows = 3, .columns = 4, .hidden = 2, .latent = 2, .glimpses = 2, .read_grid = 2, .write_grid = 2};

TEST(Draw, FiltersOfOnePixelHaveNoDerivative) {
  check_gradients("one pixel",
                  [](auto& r) {
                    const Node window = draw_window(r.tape, r.variable({2, 5}, 0.4F), 2, 6, 9);
                    return gaussian_filters(r.tape, window, ImageAxis::kX, 2, 1);
                  },
                  {0});
}

TEST(Draw, FiltersSumToOneWhereverTheyAre) {
  // The second window lies far outside of the image and is very sharp: it sees the nearest edge, and its
  // filters are finite.
  const auto filters = proof::replay({4, 4, 0.25F, 2, 1, 400, 4, 1e-4F, 2, 1}, [](auto& tape, Node x) {
    return gaussian_filters(tape, tape.reshape(x, {2, 5}), ImageAxis::kX, 3, 8);
  });
  for (std::size_t row = 0; row < 6; ++row) {
    double total = 0;
    for (std::size_t a = 0; a < 8; ++a) total += static_cast<double>(filters[row * 8 + a]);
    EXPECT_NEAR(total, 1, 1e-6);
  }
  EXPECT_EQ(filters[3 * 8 + 7], 1);
  // Centers of the first: 4 + (i − 2) · 2 = 2, 4, 6, counted from 1.
  for (std::size_t i = 0; i < 3; ++i) {
    EXPECT_GT(filters[i * 8 + 2 * i + 1], 0.75F);
  }
}

TEST(Draw, NamesOperandsOfWrongShape) {
  proof::TapeWithoutParameters tape;
  const auto in = [&](Shape shape) { return tape.input("in", shape); };
  expect_bad_input("window", [&] { draw_window(tape, in({2, 4}), 3, 5, 5); });
  expect_bad_input("window", [&] { draw_window(tape, in({2, 5}), 0, 5, 5); });
  expect_bad_input("window", [&] { gaussian_filters(tape, in({5}), ImageAxis::kX, 3, 5); });
  expect_bad_input("filters_y", [&] {
    read_glimpse(tape, in({2, 3, 5}), in({2, 4, 5}), in({2, 5}), in({2, 5, 5}));
  });
  expect_bad_input("picture", [&] {
    read_glimpse(tape, in({2, 3, 5}), in({2, 3, 4}), in({2, 5}), in({2, 5, 4}));
  });
  expect_bad_input("patch", [&] {
    write_glimpse(tape, in({2, 3, 5}), in({2, 3, 4}), in({2, 5}), in({2, 3, 4}));
  });
}

TEST(GaussianSample, Derivatives) {
  check_gradients("given noise", [](auto& r) {
    return gaussian_sample(r.tape, r.variable({3, 2}), r.variable({3, 2}, 0.5F), r.constant({3, 2}));
  });
}

TEST(GaussianSample, DrawsFromTheGaussianReproducibly) {
  constexpr int kDraws = 40000;
  proof::TapeWithoutParameters tape;
  const Node mean = tape.input("mean", {kDraws});
  const Node log_sigma = tape.input("log sigma", {kDraws});
  const Node z = gaussian_sample(tape, mean, log_sigma);
  const Node other = gaussian_sample(tape, mean, log_sigma);
  Plan<float> plan = std::move(tape).freeze();
  proof::fill(plan, mean, std::vector<float>(kDraws, 3));
  proof::fill(plan, log_sigma, std::vector<float>(kDraws, std::log(0.5F)));
  const auto drawn = [&](std::uint64_t seed, std::uint32_t step) {
    plan.memory().seed = seed;
    plan.memory().step = step;
    plan.forward();
    return proof::copy_values(plan.value(z));
  };
  EXPECT_EQ(drawn(1, 0), std::vector<float>(kDraws, 3)) << "outside training it gives the mean";
  plan.memory().training = true;
  const std::vector<float> first = drawn(1, 0);
  double sum = 0, squares = 0;
  for (const float number : first) {
    const double away = static_cast<double>(number) - 3;
    sum += away;
    squares += away * away;
  }
  EXPECT_NEAR(sum / kDraws, 0, 5 * 0.5 / std::sqrt(kDraws));
  EXPECT_NEAR(squares / kDraws, 0.25, 5 * 0.25 * std::sqrt(2.0 / kDraws));
  EXPECT_EQ(drawn(1, 0), first);
  EXPECT_NE(proof::copy_values(plan.value(other)), first) << "each operation on the tape draws independently";
  EXPECT_NE(drawn(1, 1), first);
  EXPECT_NE(drawn(2, 0), first);
}

TEST(DrawModel, ComputesWhatPyTorchDoes) {
  const Golden golden("draw");
  const Shape x_shape = golden.shape("x");
  const Shape noise_shape = golden.shape("noise");
  for (const bool read : {true, false}) {
    for (const bool write : {true, false}) {
      const std::string name = std::string(read ? "read" : "all") + "." + (write ? "write" : "all");
      SCOPED_TRACE(name);
      Parameters<float> parameters;
      const Draw model = Draw::declare(parameters, name,
                                       {.rows = x_shape[1],
                                        .columns = x_shape[2],
                                        .hidden = 5,
                                        .latent = noise_shape[2],
                                        .glimpses = noise_shape[0],
                                        .read_grid = 3,
                                        .write_grid = 2,
                                        .read_window = read,
                                        .write_window = write});
      golden.fill_parameters(parameters, [](const std::string& parameter) { return parameter; });
      Tape<float> tape(parameters);
      proof::GoldenRecorder<float> inputs(golden, tape);
      const Node x = inputs.input("x");
      const auto steps = model.reconstruct(tape, x, inputs.input("noise"));
      const Draw::Bound bound = model.compute_bound(tape, steps, x);
      Plan<float> plan = std::move(tape).freeze(bound.bound);
      inputs.fill(plan);
      plan.forward();
      plan.backward();
      const auto expect = [&](const std::string& what, Node node) {
        golden.expect(name + "." + what, plan, node, 2e-5);
      };
      expect("reconstruction", bound.reconstruction);
      expect("divergence", bound.divergence);
      for (std::size_t t = 0; t < steps.size(); ++t) {
        const std::string number = "." + std::to_string(t);
        expect("canvas" + number, steps[t].canvas);
        expect("latent" + number, steps[t].latent);
        if (read) expect("read_window" + number, steps[t].read.window);
        if (write) expect("write_window" + number, steps[t].write.window);
      }
      golden.expect_gradients(
          parameters,
          [&](const std::string& parameter) { return name + ".d" + parameter.substr(name.size()); }, 1e-4);
    }
  }
}

TEST(DrawModel, GeneratesTheSameImageFromTheSameLatents) {
  // The decoder alone, with the latents of a reconstruction, gives the same canvas at every step.
  Parameters<float> parameters;
  const Draw model = Draw::declare(parameters, "draw", kTiny);
  parameters.allocate();
  model.initialize(parameters, 3);
  Tape<float> copying(parameters);
  const Node x = copying.input("x", {1, 3, 4});
  const auto steps = model.reconstruct(copying, x);
  Plan<float> copies = std::move(copying).freeze();
  copies.memory().training = true;
  proof::fill(copies, x, {0, 1, 0, 0, 0, 1, 1, 0, 0, 0, 1, 0});
  copies.forward();
  Tape<float> generating(parameters);
  const Node z = generating.input("z", {2, 1, 2});
  const auto drawn = model.generate(generating, z);
  Plan<float> generates = std::move(generating).freeze();
  std::vector<float> latents;
  for (const auto& step : steps) {
    for (const float number : copies.value(step.latent)) latents.push_back(number);
  }
  proof::fill(generates, z, latents);
  generates.forward();
  for (std::size_t t = 0; t < steps.size(); ++t) {
    EXPECT_EQ(proof::copy_values(generates.value(drawn[t].canvas)),
              proof::copy_values(copies.value(steps[t].canvas)));
  }
}

TEST(DrawModel, BaselineHasNoWindowAndAtMostAsManyParameters) {
  const Draw::Settings settings{};
  const Draw::Settings baseline = Draw::without_attention(settings);
  EXPECT_FALSE(baseline.read_window || baseline.write_window);
  EXPECT_LE(Draw::count_parameters(baseline), Draw::count_parameters(settings));
  Draw::Settings wider = baseline;
  ++wider.hidden;
  EXPECT_GT(Draw::count_parameters(wider), Draw::count_parameters(settings));
}

}  // namespace
}  // namespace attento::draw_test
