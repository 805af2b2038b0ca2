#include "nn/optimizer.hpp"

#include "nn/adam.hpp"
#include "nn/sgd.hpp"

namespace attento {

template <class S>
std::unique_ptr<Optimizer<S>> make_optimizer(std::string_view name, const Parameters<S>& parameters,
                                             const OptimizerSettings& settings) {
  if (name == "sgd") {
    auto sgd = std::make_unique<Sgd<S>>(parameters);
    sgd->momentum = settings.momentum;
    return sgd;
  }
  if (name != "adam" && name != "adamw") {
    throw Error(Code::kBadParameter, "optimiser", name.substr(0, 80), "sgd, adam or adamw");
  }
  auto adam = std::make_unique<Adam<S>>(parameters, settings);
  adam->decay = name == "adamw" ? settings.decay : 0;
  return adam;
}

template std::unique_ptr<Optimizer<float>> make_optimizer(std::string_view, const Parameters<float>&,
                                                          const OptimizerSettings&);
template std::unique_ptr<Optimizer<double>> make_optimizer(std::string_view, const Parameters<double>&,
                                                           const OptimizerSettings&);

}  // namespace attento
