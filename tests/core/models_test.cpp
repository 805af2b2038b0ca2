// The derivatives of the model of context lookup.
#include "core/gradient_check.hpp"
#include "models/context_gate_regressor.hpp"
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

}  // namespace
}  // namespace attento::models_test
