// The parts of the recurrent model of visual attention: the sensor, the sampling of places, all derivatives, comparison
// with PyTorch, and the gradient estimate of REINFORCE.
#include <cmath>
#include <numeric>

#include "attention/glimpse_sensor.hpp"
#include "core/golden.hpp"
#include "core/gradient_check.hpp"
#include "core/proof.hpp"
#include "core/reinforce_check.hpp"
#include "core/replay.hpp"
#include "models/glimpse_network.hpp"

namespace attento::glimpse_model_test {
namespace {

using proof::check_gradients;
using proof::expect_bad_input;
using proof::Golden;

/// The patches of one image around one place.
std::vector<float> patches(const std::vector<float>& picture, int side, const std::vector<float>& location,
                           const Retina& retina) {
  Parameters<float> parameters;
  parameters.allocate();
  Tape<float> tape(parameters);
  const Node x = tape.input("picture", {1, side, side});
  const Node l = tape.input("place", {1, 2});
  const Node glimpse = glimpse_sensor(tape, x, l, retina);
  Plan<float> plan = std::move(tape).freeze();
  proof::fill(plan, x, picture);
  proof::fill(plan, l, location);
  plan.forward();
  return proof::copy_values(plan.value(glimpse));
}

TEST(GlimpseSensor, ReadsPixelsExactlyWhereCellsCoincideWithPixels) {
  std::vector<float> picture(16);
  std::iota(picture.begin(), picture.end(), 1.0F);
  // Two cells per side around the center; then the next scale, whose cells have four pixels each.
  EXPECT_EQ(patches(picture, 4, {0, 0}, {.cells = 2, .width = 1, .scales = 2}),
            (std::vector<float>{6, 7, 10, 11, 3.5F, 5.5F, 11.5F, 13.5F}));
  // Moved by half a pixel to the right and a quarter down.
  EXPECT_EQ(patches(picture, 4, {0.25F, 0.125F}, {.cells = 2, .width = 1, .scales = 1}),
            (std::vector<float>{7.5F, 8.5F, 11.5F, 12.5F}));
  // Pixels beyond the edges are 0; places beyond them are clamped to the edges.
  for (const float far : {-1.0F, -5.0F, std::nanf("")}) {
    EXPECT_EQ(patches(picture, 4, {far, far}, {.cells = 2, .width = 1, .scales = 1}),
              (std::vector<float>{0, 0, 0, 1}));
  }
}

TEST(GlimpseSensor, EqualsFiltersMadeOfSharesOfPixels) {
  const Retina retina{.cells = 3, .width = 1, .scales = 3};
  constexpr int kSide = 7;
  std::vector<float> picture(kSide * kSide);
  Generator random(3, "picture");
  for (float& pixel : picture) pixel = random.uniform();
  const std::vector<float> location{0.37F, -0.81F};
  const std::vector<float> glimpse = patches(picture, kSide, location, retina);
  std::size_t at = 0;
  for (int scale = 0; scale < 3; ++scale) {
    for (int cell = 0; cell < 9; ++cell) {
      double sum = 0;
      for (int pixel = 0; pixel < kSide * kSide; ++pixel) {
        sum +=
            static_cast<double>(pixel_coverage(retina, location[1], kSide, scale, cell / 3, pixel / kSide) *
                                pixel_coverage(retina, location[0], kSide, scale, cell % 3, pixel % kSide) *
                                picture[static_cast<std::size_t>(pixel)]);
      }
      EXPECT_NEAR(static_cast<double>(glimpse[at++]), sum, 1e-5);
    }
  }
}

TEST(GlimpseSensor, Derivatives) {
  check_gradients("two places of each of two pictures", [](auto& r) {
    const Node places = r.input({4, 2}, {0, 0, 0.3F, -0.7F, -1, 0.9F, 2, 0.15F});
    return retina_patches(r.tape, r.variable({2, 5, 6}), places, {.cells = 3, .width = 1, .scales = 3});
  });
  check_gradients("places that move", [](auto& r) {
    return retina_patches(r.tape, r.variable({2, 5, 6}), r.variable({4, 2}, 0.4F, 0.05F),
                          {.cells = 3, .width = 1, .scales = 2});
  });
  check_gradients("places that a network means", [](auto& r) {
    const Node advantages = r.constant({3, 2});
    return reinforce_locations(r.tape, r.variable({3, 2, 2}), r.constant({3, 2, 2}), r.input({1}, {0.4F}),
                               advantages, 0.7);
  });
}

TEST(GlimpseSensor, ComputesWhatPyTorchDoes) {
  const Golden golden("glimpse");
  const Shape shape = golden.shape("picture");
  const auto same = [&](auto& tape, double relative) {
    const Node picture = tape.variable("picture", shape);
    const Node places = tape.input("places", golden.shape("sensor.places"));
    const Node dy = tape.input("dy", golden.shape("sensor.dy"));
    const Node glimpse = glimpse_sensor(tape, picture, places, {.cells = 4, .width = 1, .scales = 3});
    auto plan = std::move(tape).freeze(proof::total(tape, multiply(tape, glimpse, dy)));
    proof::fill(plan, picture, golden.values("picture"));
    proof::fill(plan, places, golden.values("sensor.places"));
    proof::fill(plan, dy, golden.values("sensor.dy"));
    plan.forward();
    plan.backward();
    golden.expect("sensor.y", plan.shape(glimpse), plan.value(glimpse), relative);
    golden.expect("sensor.dpicture", plan.shape(picture), plan.gradient(picture), relative);
  };
  Parameters<float> floats;
  Parameters<double> doubles;
  floats.allocate();
  doubles.allocate();
  Tape<float> in_float(floats);
  Tape<double> in_double(doubles);
  same(in_float, 1e-5);
  same(in_double, 1e-6);
}

TEST(GaussianLocation, DrawsAroundTheMeanAndStaysInTheImage) {
  constexpr int kDraws = 20000;
  Parameters<float> parameters;
  parameters.allocate();
  Tape<float> tape(parameters);
  const Node mean = tape.input("mean", {kDraws, 2});
  const Node sigma = tape.input("sigma", {1});
  const GaussianLocation at = draw_location(tape, mean, sigma);
  Plan<float> plan = std::move(tape).freeze();
  proof::fill(plan, mean, std::vector<float>(2 * kDraws, 0.5F));
  proof::fill(plan, sigma, {0.4F});
  const auto drawn = [&](std::uint32_t step) {
    plan.memory().step = step;
    plan.forward();
    return proof::copy_values(plan.value(at.drawn));
  };
  EXPECT_EQ(drawn(0), std::vector<float>(2 * kDraws, 0.5F)) << "outside training the place is the mean";
  plan.memory().training = true;
  const auto first = drawn(0);
  double sum = 0, squares = 0;
  for (const float z : first) {
    sum += static_cast<double>(z) - 0.5;
    squares += (static_cast<double>(z) - 0.5) * (static_cast<double>(z) - 0.5);
  }
  EXPECT_NEAR(sum / (2 * kDraws), 0, 5 * 0.4 / std::sqrt(2 * kDraws));
  EXPECT_NEAR(squares / (2 * kDraws), 0.16, 5 * 0.16 * std::sqrt(1.0 / kDraws));
  const auto places = plan.value(at.location);
  for (std::size_t i = 0; i < first.size(); ++i) ASSERT_EQ(places[i], std::clamp(first[i], -1.0F, 1.0F));
  EXPECT_GT(std::count(places.begin(), places.end(), 1.0F), kDraws / 10);
  EXPECT_NE(drawn(1), first);
  EXPECT_EQ(drawn(0), first);
}

TEST(GaussianLocation, RefusesWrongShapes) {
  Parameters<float> parameters;
  parameters.allocate();
  Tape<float> tape(parameters);
  const auto in = [&](Shape shape) { return tape.input("in", shape); };
  expect_bad_input("picture", [&] { retina_patches(tape, in({4, 4}), in({1, 2}), {}); });
  expect_bad_input("places", [&] { retina_patches(tape, in({2, 4, 4}), in({3, 2}), {}); });
  expect_bad_input("places", [&] { retina_patches(tape, in({2, 4, 4}), in({2, 3}), {}); });
  expect_bad_input("mean", [&] { draw_location(tape, in({2, 3}), in({1})); });
  expect_bad_input("sigma", [&] { draw_location(tape, in({2, 2}), in({2})); });
  expect_bad_input("noise", [&] { draw_location(tape, in({2, 2}), in({1}), in({3, 2})); });
  expect_bad_input("means", [&] { reinforce_locations(tape, in({2, 2}), in({2, 2}), in({1}), in({2, 2})); });
  expect_bad_input("drawn", [&] {
    reinforce_locations(tape, in({2, 3, 2}), in({2, 2, 2}), in({1}), in({2, 3}));
  });
  expect_bad_input("advantages", [&] {
    reinforce_locations(tape, in({2, 3, 2}), in({2, 3, 2}), in({1}), in({3, 2}));
  });
}

/// Compares outputs, loss and all derivatives of a model with golden weights and noise. `every`: all answers count.
template <class S>
void expect_golden(const std::string& name, bool every, double relative) {
  SCOPED_TRACE(name);
  const Golden golden("glimpse");
  const Shape picture_shape = golden.shape("picture");
  const Shape target_shape = golden.shape("target");
  Parameters<S> parameters;
  const auto model = GlimpseNetwork::declare(parameters, name,
                                             {.classes = 3,
                                              .features = 5,
                                              .hidden = 4,
                                              .glimpses = target_shape[0],
                                              .retina = {.cells = 4, .width = 1, .scales = 3},
                                              .detach = !every});
  parameters.allocate();
  const auto each = [&](const auto& act) {
    for (int id = 0; id < static_cast<int>(parameters.entries().size()); ++id) act(Parameter{id});
  };
  each([&](Parameter p) {
    const auto from = golden.values(parameters.entry(p).name);
    ASSERT_EQ(from.size(), parameters.values(p).size());
    std::copy(from.begin(), from.end(), parameters.values(p).begin());
  });
  Tape<S> tape(parameters);
  const Node picture = tape.input("picture", picture_shape);
  const Node sigma = tape.input("sigma", {1});
  const Node noise = tape.input("noise", golden.shape("noise"));
  const Node weight = tape.input("weight", target_shape);
  const IdsNode target = tape.ids("target", target_shape, 3);
  const int samples = target_shape[1] / picture_shape[0];
  const auto outputs = model.take_glimpses(tape, picture, samples, sigma, {}, noise);
  const int answer_count = every ? target_shape[0] : 1;
  const auto loss =
      model.loss(tape, outputs, sigma, target, weight, {.samples = samples, .reward = 1.0 / answer_count});
  Plan<S> plan = std::move(tape).freeze(loss.total);
  const auto fill = [&](Node node, const std::string& key) { proof::fill(plan, node, golden.values(key)); };
  fill(picture, "picture");
  fill(sigma, "sigma");
  fill(noise, "noise");
  const auto labels = golden.values<std::int32_t>("target");
  std::copy(labels.begin(), labels.end(), plan.ids(target).begin());
  std::fill(plan.value(weight).begin(), plan.value(weight).end(), every ? 1 : 0);
  std::fill(plan.value(weight).end() - target_shape[1], plan.value(weight).end(), 1);
  plan.forward();
  const auto same = [&](const std::string& key, Node node, Shape shape) {
    golden.expect(name + "." + key, shape, plan.value(node), relative);
  };
  for (std::size_t t = 0; t < outputs.places.size(); ++t) {
    same("place." + std::to_string(t), outputs.places[t], plan.shape(outputs.places[t]));
    same("patches." + std::to_string(t), outputs.patches[t], plan.shape(outputs.patches[t]));
  }
  same("logits", outputs.logits, plan.shape(outputs.logits));
  same("loss", loss.answers.loss, {1});
  plan.backward();
  each([&](Parameter p) {
    const auto& entry = parameters.entry(p);
    golden.expect(name + ".d." + entry.name.substr(name.size() + 1), entry.shape, parameters.gradients(p),
                  relative);
  });
}

TEST(GlimpseNetwork, ComputesWhatPyTorchDoes) {
  for (const bool every : {true, false}) {
    const std::string name = every ? "every" : "published";
    expect_golden<float>(name, every, 2e-4);
    expect_golden<double>(name, every, 2e-6);
  }
}

/// A tiny model in double precision that takes two glimpses of one image. Only its second place is random.
struct GlimpseFixture {
  Parameters<double> parameters;
  GlimpseNetwork model;
  Node noise, surprise;
  Plan<double> plan;

  /// `input`: the noise is an input; otherwise it is drawn.
  GlimpseFixture(const HardAttentionTraining& hard_training, bool input)
      : model(GlimpseNetwork::declare(parameters, "m",
                                      {.classes = 3,
                                       .features = 3,
                                       .hidden = 2,
                                       .glimpses = 2,
                                       .retina = {.cells = 2, .width = 1, .scales = 2}})),
        plan(record(hard_training, input)) {}

 private:
  Plan<double> record(const HardAttentionTraining& hard_training, bool input) {
    parameters.allocate();
    for (int id = 0; id < static_cast<int>(parameters.entries().size()); ++id) {
      Generator random(4, parameters.entry({id}).name);
      for (double& value : parameters.values({id})) value = static_cast<double>(random.normal());
    }
    const int R = hard_training.samples;
    Tape<double> tape(parameters);
    const Node picture = tape.input("picture", {1, 4, 4});
    const Node sigma = tape.input("sigma", {1});
    if (input) noise = tape.input("noise", {1, R, 2});
    const IdsNode target = tape.ids("target", {2, R}, 3);
    const auto outputs = model.take_glimpses(tape, picture, R, sigma, {}, noise);
    const auto loss = model.loss(tape, outputs, sigma, target, {}, hard_training);
    surprise = loss.answers.loss;
    Plan<double> result = std::move(tape).freeze(loss.total);
    result.memory().training = true;
    result.memory().seed = 6;
    Generator random(5, "picture");
    for (double& pixel : result.value(picture)) pixel = static_cast<double>(random.uniform());
    result.value(sigma)[0] = 0.5;
    std::fill(result.ids(target).begin(), result.ids(target).end(), 1);
    return result;
  }
};

/// The derivatives of the expected loss ∫ N(ε; 0, 1) loss(ε) dε, by central differences of the integral over a grid. The
/// integrand is not smooth where the edge of a cell meets that of a pixel; the grid is fine enough for that.
std::vector<double> integrated_gradient() {
  GlimpseFixture g({.samples = 1, .leave_one_out = false}, true);
  const int points = proof::whole() ? 81 : 41;
  constexpr double kReach = 5;
  const auto expected = [&] {
    double sum = 0, whole = 0;
    for (int i = 0; i < points * points; ++i) {
      const double x = kReach * (2.0 * (i % points) / (points - 1) - 1);
      const double y = kReach * (2.0 * (i / points) / (points - 1) - 1);
      g.plan.value(g.noise)[0] = x;
      g.plan.value(g.noise)[1] = y;
      g.plan.forward();
      const double weight = std::exp(-(x * x + y * y) / 2);
      sum += weight * g.plan.value(g.surprise)[0];
      whole += weight;
    }
    return sum / whole;
  };
  return proof::central_differences(g.parameters.all_values(), 1e-3, expected);
}

proof::Estimate estimate(const HardAttentionTraining& hard_training, const std::vector<double>& exact,
                         int draws) {
  GlimpseFixture g(hard_training, false);
  return proof::compare(g.parameters.all_gradients(), exact, draws, 1e-4, [&](std::uint32_t step) {
    g.plan.memory().step = step;
    g.plan.forward();
    g.plan.backward();
  });
}

TEST(GlimpseNetwork, EstimatesTheGradientOfTheExpectedSurprise) {
  const std::vector<double> exact = integrated_gradient();
  const int draws = proof::whole() ? 4000 : 1000;
  for (const int samples : proof::whole() ? std::vector{1, 3} : std::vector{3}) {
    const proof::Estimate fair =
        estimate({.samples = samples, .reward = 0.5, .leave_one_out = samples > 1}, exact, draws);
    EXPECT_LT(fair.worst, 5) << samples;
    EXPECT_LT(fair.relative_error, 3.2 / std::sqrt(draws)) << samples;
  }
  // Negative controls: the test detects a wrong or missing factor of the reward.
  for (const double reward : proof::whole() ? std::vector{1., 0.} : std::vector{1.}) {
    EXPECT_GT(estimate({.samples = 3, .reward = reward}, exact, draws).worst, 5) << reward;
  }
}

}  // namespace
}  // namespace attento::glimpse_model_test
