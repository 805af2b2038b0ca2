// The parts of the recurrent model of visual attention: the sensor, the sampling of places, all derivatives, and
// comparison with PyTorch.
#include <cmath>
#include <numeric>

#include "attention/glimpse_sensor.hpp"
#include "core/golden.hpp"
#include "core/gradient_check.hpp"
#include "core/replay.hpp"
#include "models/glimpse_network.hpp"

namespace attento::glimpse_model_test {
namespace {

using proof::check_gradients;
using proof::Golden;

/// The patches of one image around one place.
std::vector<float> patches(const std::vector<float>& picture, int side, const std::vector<float>& location,
                           const Retina& retina) {
  proof::TapeWithoutParameters tape;
  const Node x = tape.input("picture", {1, side, side});
  const Node l = tape.input("place", {1, 2});
  const Node glimpse = glimpse_sensor(tape, x, l, retina);
  Plan<float> plan = std::move(tape).freeze();
  proof::fill(plan, x, picture);
  proof::fill(plan, l, location);
  plan.forward();
  return proof::copy_values(plan.value(glimpse));
}

TEST(GlimpseSensor, ClampsPlacesToTheImage) {
  std::vector<float> picture(16);
  std::iota(picture.begin(), picture.end(), 1.0F);
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
  proof::check_golden(Golden("glimpse"), "sensor", [](auto& r) {
    return glimpse_sensor(r.tape, r.variable("picture", "picture"), r.input("sensor.places"),
                          {.cells = 4, .width = 1, .scales = 3});
  });
}

TEST(GaussianLocation, DrawsAroundTheMeanAndStaysInTheImage) {
  constexpr int kDraws = 20000;
  proof::TapeWithoutParameters tape;
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
  golden.fill_parameters(parameters, [](const std::string& parameter) { return parameter; });
  Tape<S> tape(parameters);
  proof::GoldenRecorder<S> inputs(golden, tape);
  const Node sigma = inputs.input("sigma");
  const Node weight = tape.input("weight", target_shape);
  const int samples = target_shape[1] / picture_shape[0];
  const auto outputs =
      model.take_glimpses(tape, inputs.input("picture"), samples, sigma, {}, inputs.input("noise"));
  const int answer_count = every ? target_shape[0] : 1;
  const auto loss = model.loss(tape, outputs, sigma, inputs.ids("target", 3), weight,
                               {.samples = samples, .reward = 1.0 / answer_count});
  Plan<S> plan = std::move(tape).freeze(loss.total);
  inputs.fill(plan);
  std::fill(plan.value(weight).begin(), plan.value(weight).end(), every ? 1 : 0);
  std::fill(plan.value(weight).end() - target_shape[1], plan.value(weight).end(), 1);
  plan.forward();
  const auto same = [&](const std::string& key, Node node) {
    golden.expect(name + "." + key, plan, node, relative);
  };
  for (std::size_t t = 0; t < outputs.places.size(); ++t) {
    same("place." + std::to_string(t), outputs.places[t]);
    same("patches." + std::to_string(t), outputs.patches[t]);
  }
  same("logits", outputs.logits);
  same("loss", loss.answers.loss);
  plan.backward();
  golden.expect_gradients(
      parameters,
      [&](const std::string& parameter) { return name + ".d." + parameter.substr(name.size() + 1); },
      relative);
}

TEST(GlimpseNetwork, ComputesWhatPyTorchDoes) {
  for (const bool every : {true, false}) {
    const std::string name = every ? "every" : "published";
    expect_golden<float>(name, every, 2e-4);
    expect_golden<double>(name, every, 2e-6);
  }
}

}  // namespace
}  // namespace attento::glimpse_model_test
