// Inputs for attend() in tests, and helpers to call it and to read its results.
#pragma once

#include <algorithm>
#include <cstring>
#include <map>
#include <string>
#include <vector>

#include "calculator/attend_computation.hpp"
#include "core/generator.hpp"

namespace attento {

using Extents = std::map<char, std::uint64_t>;

/// Tensors that own their numbers, of which there may be too few.
struct Inputs {
  std::vector<TensorView> views;
  std::vector<std::vector<float>> data;
  std::vector<std::vector<std::int32_t>> ids;

  void add(const MechanismInput& input, const std::vector<std::size_t>& shape, std::uint64_t size) {
    const std::string name(input.name);
    if (input.limit_letter != ' ') {
      ids.emplace_back(size);  // zeros, which are in every range
      views.push_back(tensor_view(name, shape, ids.back()));
      return;
    }
    auto& numbers = data.emplace_back(size);
    Generator generator(7, name);
    for (float& number : numbers) number = name == "mask" ? 1 : generator.normal();
    views.push_back(tensor_view(name, shape, numbers));
  }
};

inline std::vector<std::size_t> evaluate_shape(std::string_view words, const Extents& extents) {
  std::vector<std::size_t> shape(1);
  for (const char letter : words) {
    if (letter == ' ') {
      shape.push_back(0);
    } else if (letter >= '0' && letter <= '9') {
      shape.back() += static_cast<std::size_t>(letter - '0');
    } else if (letter != '+') {
      shape.back() += extents.at(letter);
    }
  }
  return shape;
}

inline std::uint64_t count_elements(const std::vector<std::size_t>& shape) {
  std::uint64_t size = 1;
  for (const std::size_t extent : shape) size = multiply_saturating(size, extent);
  return size;
}

inline const Extents kSmall = {{'B', 2}, {'T', 3}, {'S', 5}, {'H', 4}, {'K', 4}, {'M', 6},
                               {'A', 7}, {'D', 8}, {'C', 9}, {'L', 6}, {'R', 9}, {'P', 25}};

inline std::vector<MechanismInput> list_inputs(const Mechanism& mechanism, const Fields& options = {}) {
  return mechanism.list_inputs(read_settings(mechanism.options, options));
}

inline Inputs make_inputs(const Mechanism& mechanism, const Extents& extents, const Fields& options = {}) {
  Inputs inputs;
  for (const MechanismInput& input : list_inputs(mechanism, options)) {
    const auto shape = evaluate_shape(input.shape, extents);
    inputs.add(input, shape, count_elements(shape));
  }
  return inputs;
}

/// The request of a text such as "gradient.of=context;gradient.at=0,1,2".
inline Fields parse_request(const std::string& text) {
  static const std::vector<Setting> kRequest = {{.name = "steps", .type = SettingType::kBoolean},
                                                {.name = "randomSeed"},
                                                {.name = "gradient.of", .type = SettingType::kText},
                                                {.name = "gradient.at", .type = SettingType::kReals},
                                                {.name = "descent.towards", .type = SettingType::kReals},
                                                {.name = "descent.rate"},
                                                {.name = "descent.steps"}};
  return parse_settings(text, kRequest);
}

inline std::vector<std::byte> finish(AttendComputation computation) {
  while (!computation.advance(UINT64_MAX)) {
  }
  return computation.results();
}

/// Starts a computation; options and request are texts.
inline AttendComputation start(const Mechanism& mechanism, const Inputs& inputs, const std::string& options,
                               const std::string& request) {
  return AttendComputation(mechanism.name, parse_settings(options, mechanism.options), parse_request(request),
                           inputs.views);
}

inline std::vector<std::byte> compute(const Mechanism& mechanism, const Inputs& inputs,
                                      const std::string& options = "", const std::string& request = "") {
  return finish(start(mechanism, inputs, options, request));
}

inline const Mechanism& find_mechanism(std::string_view name) {
  return *std::ranges::find(mechanisms(), name, &Mechanism::name);
}

/// The results with the mechanism "own", or the error, as text.
inline std::string compute_own(const std::string& formula, const Inputs& inputs,
                               const std::string& request = "") {
  try {
    const auto bytes =
        finish(AttendComputation("own", {{"formula", formula}}, parse_request(request), inputs.views));
    return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
  } catch (const Error& error) {
    return std::string(code_name(error.code)) + " " + error.parameter + ": " + error.expected;
  }
}

/// The inputs that a formula requires.
inline Inputs make_formula_inputs(const std::string& formula, const Extents& extents = kSmall) {
  return make_inputs(find_mechanism("own"), extents, {{"formula", formula}});
}

inline std::vector<float> floats(const TensorFile& file, std::string_view name) {
  std::vector<float> values(file.find(name)->bytes.size() / sizeof(float));
  std::memcpy(values.data(), file.find(name)->bytes.data(), values.size() * sizeof(float));
  return values;
}

}  // namespace attento
