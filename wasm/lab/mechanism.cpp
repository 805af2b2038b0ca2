#include "lab/mechanism.hpp"

#include <algorithm>
#include <cmath>

#include "core/generator.hpp"
#include "core/number_text.hpp"
#include "core/status.hpp"
#include "files/safetensors.hpp"

namespace attento {
namespace {

constexpr std::size_t kMostElements = std::size_t{1} << 24;  // of scores, B·N·T·S

const Mechanism& find_mechanism(std::string_view name) {
  for (const Mechanism& mechanism : mechanisms()) {
    if (mechanism.name == name) return mechanism;
  }
  throw Error(Code::kBadParameter, "mechanism", std::string(name.substr(0, 80)),
              "one of " + joined(mechanisms(), &Mechanism::name));
}

/// A mistake in an input of a mechanism.
[[noreturn]] void refuse(std::string_view input, std::string got, std::string_view wanted) {
  throw Error(Code::kBadInput, std::string(input.substr(0, 80)), std::move(got), std::string(wanted));
}

std::string extents_text(const std::vector<std::size_t>& shape) {
  std::string text;
  for (const std::size_t extent : shape) text += (text.empty() ? "" : ", ") + std::to_string(extent);
  return "[" + text + "]";
}

/// The extent that a word of a shape stands for ("H", "3", "H+K"), or −1 while it holds an unknown letter.
int extent_of(std::string_view word, const std::map<char, int>& extents) {
  int sum = 0;
  for (const char letter : word) {
    if (letter == '+') continue;
    const auto known = extents.find(letter);
    if (letter >= '0' && letter <= '9') {
      sum += letter - '0';
    } else if (known != extents.end()) {
      sum += known->second;
    } else {
      return -1;
    }
  }
  return sum;
}

/// Checks the shape of a tensor against its words; letters met for the first time are bound.
Shape bind(const MechanismInput& input, const TensorView& tensor, std::map<char, int>& extents) {
  std::vector<std::string> words;
  std::string wanted;
  for (std::size_t start = 0; start < input.shape.size();) {
    const std::size_t end = std::min(input.shape.find(' ', start), input.shape.size());
    words.emplace_back(input.shape.substr(start, end - start));
    start = end + 1;
    const int known = extent_of(words.back(), extents);
    wanted += (wanted.empty() ? "" : ", ") + words.back();
    if (known >= 0 && words.back() != std::to_string(known)) wanted += " = " + std::to_string(known);
  }
  const auto refuse_shape = [&] { refuse(input.name, extents_text(tensor.shape), "[" + wanted + "]"); };
  if (tensor.shape.size() != words.size()) refuse_shape();
  std::vector<int> shape;
  for (std::size_t axis = 0; axis < words.size(); ++axis) {
    const auto extent = static_cast<int>(std::min(tensor.shape[axis], kMostElements));
    int known = extent_of(words[axis], extents);
    if (known < 0 && words[axis].size() == 1) known = extents.emplace(words[axis][0], extent).first->second;
    if (extent == 0 || extent != known) refuse_shape();
    shape.push_back(extent);
  }
  return Shape(shape);
}

constexpr std::string_view kMaskName = "mask";  // it says where to look, so nothing is differentiated by it

/// What is wanted besides the outputs.
struct Request {
  bool steps = false;
  bool draws = false;
  std::uint64_t seed = 0;
  std::string of;          // whose derivatives
  std::vector<double> at;  // and which of its numbers
};

Request read_request(std::string_view text) {
  Request request;
  for (const auto& [name, value] : split_fields(text)) {
    if (name == "steps") {
      request.steps = value == "true";
    } else if (name == "draw") {
      request.draws = true;
      request.seed = static_cast<std::uint64_t>(text_number(value));
    } else if (name == "of") {
      request.of = value;
    } else if (name == "at") {
      for (std::size_t start = 0; start < value.size();) {
        const std::size_t end = std::min(value.find(',', start), value.size());
        request.at.push_back(text_number(value.substr(start, end - start)));
        start = end + 1;
      }
    } else {
      throw Error(Code::kBadParameter, name.substr(0, 80), "", "one of steps, draw, of, at");
    }
  }
  return request;
}

/// One number of a tensor: y = x[i].
struct Pick final : Op<float> {
  Node x, y;
  std::size_t place;

  Pick(Node x, Node y, std::size_t place) : x(x), y(y), place(place) {}

  void forward(const Memory<float>& memory) override { *memory.value(y) = memory.value(x)[place]; }
  void backward(const Memory<float>& memory) override { memory.gradient(x)[place] += *memory.gradient(y); }
};

/// The number whose derivatives are wanted; not valid where it depends on no input.
Node pick(Tape<float>& tape, const Outputs& outputs, const Request& request) {
  const auto refuse_request = [](const char* part, const std::string& got, const std::string& wanted) {
    throw Error(Code::kBadParameter, part, got, wanted);
  };
  std::string names;
  Node node;
  for (const auto& [name, output] : outputs) {
    if (!output.valid() || std::string_view(name).starts_with("steps.")) continue;
    names += (names.empty() ? "" : ", ") + std::string(name);
    if (name == request.of) node = output;
  }
  if (!node.valid()) refuse_request("gradient.of", request.of.substr(0, 80), "one of " + names);
  const Shape shape = tape.shape(node);
  std::size_t place = 0;
  bool fits = request.at.size() == static_cast<std::size_t>(shape.rank());
  std::string got;
  for (std::size_t axis = 0; axis < request.at.size(); ++axis) {
    const double index = request.at[axis];
    got += (got.empty() ? "" : ", ") + number_text(index);
    fits = fits && index >= 0 && index < shape[static_cast<int>(axis)] && index == std::floor(index);
    if (fits)
      place =
          place * static_cast<std::size_t>(shape[static_cast<int>(axis)]) + static_cast<std::size_t>(index);
  }
  if (!fits) refuse_request("gradient.at", "[" + got.substr(0, 80) + "]", "a place in " + shape.text());
  if (!tape.differentiable(node)) return {};
  const Node number = tape.output({1}, {node});
  tape.record("pick", {node}, {number}, Pick(node, number, place));
  return number;
}

/// Standard normal numbers with two decimals, short enough for links and lessons.
void draw(std::uint64_t seed, std::string_view name, std::span<float> values) {
  Generator generator(seed, name);
  for (float& value : values) value = std::round(generator.normal() * 100.0F) / 100.0F;
}

template <class To, class From>
void copy_values(const TensorView& tensor, std::span<To> to) {
  for (std::size_t i = 0; i < to.size(); ++i) {
    From value;
    std::memcpy(&value, tensor.bytes.data() + i * sizeof value, sizeof value);
    to[i] = static_cast<To>(value);
  }
}

}  // namespace

std::vector<std::byte> attend(std::string_view mechanism_name, std::string_view options,
                              std::string_view request_text, std::span<const std::byte> file) {
  const Mechanism& mechanism = find_mechanism(mechanism_name);
  Given given;
  given.options = read_settings(mechanism.options, split_fields(options));
  const Request request = read_request(request_text);
  given.steps = request.steps;
  const TensorFile tensors = read_safetensors(file, Floats::kAny);

  Parameters<float> none;
  none.allocate();
  Tape<float> tape(none);
  for (const MechanismInput& input : mechanism.inputs) {
    const TensorView* tensor = tensors.find(input.name);
    if (tensor == nullptr) {
      if (input.optional) continue;
      refuse(input.name, "", "[" + std::string(input.shape) + "], " + std::string(input.help));
    }
    const bool whole = input.below != ' ';
    const Dtype dtype = whole ? Dtype::kI32 : Dtype::kF32;
    if (tensor->dtype != dtype) {
      refuse(input.name, "", whole ? "whole numbers (I32)" : "numbers (F32)");
    }
    const Shape shape = bind(input, *tensor, given.extents);
    if (whole) {
      given.ids.emplace(input.name, tape.ids(input.name, shape, given.extents.at(input.below)));
    } else {
      const bool variable = !request.of.empty() && input.name != kMaskName;
      given.nodes.emplace(input.name,
                          variable ? tape.variable(input.name, shape) : tape.input(input.name, shape));
    }
  }
  for (const TensorView& tensor : tensors.tensors) {
    const auto same = [&](const MechanismInput& input) { return input.name == tensor.name; };
    if (std::none_of(mechanism.inputs.begin(), mechanism.inputs.end(), same)) {
      refuse(tensor.name, extents_text(tensor.shape),
             "one of the inputs " + joined(mechanism.inputs, &MechanismInput::name));
    }
  }
  std::size_t elements = 1;
  for (const char letter : {'B', 'N', 'T', 'S'}) {
    const auto extent = given.extents.find(letter);
    if (extent != given.extents.end()) elements *= static_cast<std::size_t>(extent->second);
  }
  if (elements > kMostElements) {
    refuse("inputs", std::to_string(elements) + " scores", "at most " + std::to_string(kMostElements));
  }

  const Outputs outputs = mechanism.record(tape, given);
  const Node wanted = request.of.empty() ? Node{} : pick(tape, outputs, request);
  Plan<float> plan = std::move(tape).freeze(wanted);
  plan.memory().training = given.options.has("sample") && given.options.boolean("sample");
  if (given.options.has("seed")) plan.memory().seed = static_cast<std::uint64_t>(given.options.real("seed"));
  if (given.options.has("temperature")) {
    plan.memory().temperature = static_cast<float>(given.options.real("temperature"));
  }
  for (const auto& [name, node] : given.nodes) {
    if (request.draws && name != kMaskName) {
      draw(request.seed, name, plan.value(node));
    } else {
      copy_values<float, float>(*tensors.find(name), plan.value(node));
    }
  }
  for (const auto& [name, ids] : given.ids) {
    const auto values = plan.ids(ids);
    copy_values<std::int32_t, std::int32_t>(*tensors.find(name), values);
    const MechanismInput& input = *std::find_if(mechanism.inputs.begin(), mechanism.inputs.end(),
                                                [&name = name](const auto& one) { return one.name == name; });
    const int limit = given.extents.at(input.below);
    for (const std::int32_t value : values) {
      if (value < 0 || value >= limit) {
        refuse(name, std::to_string(value), "whole numbers from 0 to " + std::to_string(limit - 1));
      }
    }
  }
  plan.forward();
  if (wanted.valid()) plan.backward();

  std::vector<TensorView> results;
  std::vector<float> zeros;  // of inputs that the wanted number does not depend on
  const auto add = [&](std::string name, Node node, std::span<const float> values) {
    std::vector<std::size_t> shape;
    for (int axis = 0; axis < plan.shape(node).rank(); ++axis) {
      shape.push_back(static_cast<std::size_t>(plan.shape(node)[axis]));
    }
    results.push_back(tensor_view(std::move(name), shape, values));
  };
  for (const auto& [name, node] : outputs) {
    if (node.valid()) add(name, node, plan.value(node));
  }
  for (const auto& [name, node] : given.nodes) {
    if (name != kMaskName) zeros.resize(std::max(zeros.size(), plan.value(node).size()));
  }
  for (const auto& [name, node] : given.nodes) {
    if (name == kMaskName) continue;
    const std::span<const float> values = plan.value(node);
    const std::span<const float> slopes = plan.gradient(node);
    if (request.draws) add("inputs." + name, node, values);
    if (request.of.empty()) continue;
    add("gradients." + name, node, slopes.empty() ? std::span(zeros).first(values.size()) : slopes);
  }
  return write_safetensors(results, {}, Floats::kAny);
}

/// The lines of the formula, those of a softmax spelt out.
static void write_lines(Json& json, const Mechanism& mechanism) {
  const auto write = [&](const FormulaLine& line, std::string_view shape) {
    json.object([&] { json.field("name", line.name).field("shape", shape).field("formula", line.formula); });
  };
  std::string_view before;
  for (const FormulaLine& line : mechanism.lines) {
    if (std::string_view(line.name) == "softmax") {
      for (const FormulaLine& own : lines::kSoftmax) {
        const bool whole = std::string_view(own.name) != "sum";
        write(own, whole ? before : before.substr(0, before.rfind(' ')));
      }
    } else {
      write(line, line.shape);
    }
    before = line.shape;
  }
}

void write_mechanisms(Json& json) {
  json.array([&] {
    for (const Mechanism& mechanism : mechanisms()) {
      json.object([&] {
        json.field("name", mechanism.name).field("group", mechanism.group);
        json.field("title", mechanism.title).field("formula", mechanism.formula);
        json.field("paper", mechanism.paper).field("look", mechanism.look);
        json.name("inputs").array([&] {
          for (const MechanismInput& input : mechanism.inputs) {
            json.object([&] {
              json.field("name", input.name).field("shape", input.shape).field("help", input.help);
              json.field("optional", input.optional).field("type", input.below != ' ' ? "integers" : "reals");
            });
          }
        });
        json.name("options").array([&] {
          for (const Setting& option : mechanism.options) write_setting(json, option);
        });
        json.name("lines").array([&] { write_lines(json, mechanism); });
        json.field("code", mechanism.code);
      });
    }
  });
}

}  // namespace attento
