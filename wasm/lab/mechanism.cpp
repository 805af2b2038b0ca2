#include "lab/mechanism.hpp"

#include <algorithm>

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
                              std::span<const std::byte> file) {
  const Mechanism& mechanism = find_mechanism(mechanism_name);
  Given given;
  given.options = read_settings(mechanism.options, split_fields(options));
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
      given.nodes.emplace(input.name, tape.input(input.name, shape));
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
  Plan<float> plan = std::move(tape).freeze();
  plan.memory().training = given.options.has("sample") && given.options.boolean("sample");
  if (given.options.has("seed")) plan.memory().seed = static_cast<std::uint64_t>(given.options.real("seed"));
  for (const auto& [name, node] : given.nodes)
    copy_values<float, float>(*tensors.find(name), plan.value(node));
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

  std::vector<TensorView> results;
  for (const auto& [name, node] : outputs) {
    if (!node.valid()) continue;
    std::vector<std::size_t> shape;
    for (int axis = 0; axis < plan.shape(node).rank(); ++axis) {
      shape.push_back(static_cast<std::size_t>(plan.shape(node)[axis]));
    }
    results.push_back(tensor_view(name, shape, plan.value(node)));
  }
  return write_safetensors(results, {}, Floats::kAny);
}

void write_mechanisms(Json& json) {
  json.array([&] {
    for (const Mechanism& mechanism : mechanisms()) {
      json.object([&] {
        json.field("name", mechanism.name)
            .field("title", mechanism.title)
            .field("formula", mechanism.formula);
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
      });
    }
  });
}

}  // namespace attento
