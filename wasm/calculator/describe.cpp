#include <algorithm>

#include "calculator/mechanism.hpp"
#include "calculator/parts.hpp"

namespace attento {
namespace {

void write_plain_lines(Json& json, const FormulaDetails& details) {
  for (const FormulaDetails::Line& line : details.lines) {
    json.object([&] {
      json.field("name", line.name)
          .field("shape", line.shape)
          .field("formula", "")
          .field("written", line.plain_text);
    });
  }
}

/// Writes the lines of the formula; the line "softmax" becomes the lines of kSoftmax.
void write_lines(Json& json, const Mechanism& mechanism, const FormulaDetails& details) {
  const auto write = [&](const FormulaLine& line, std::string_view shape) {
    json.object([&] { json.field("name", line.name).field("shape", shape).field("formula", line.formula); });
  };
  write_plain_lines(json, details);
  std::string_view before = details.lines.empty() ? std::string_view() : details.lines.back().shape;
  for (const FormulaLine& line : mechanism.lines) {
    if (std::string_view(line.name) == "softmax") {
      for (const FormulaLine& own : calculator::kSoftmax) {
        const bool whole = std::string_view(own.name) != "sum";
        write(own, whole ? before : before.substr(0, before.rfind(' ')));
      }
    } else {
      write(line, line.shape);
    }
    before = line.shape;
  }
}

void write_inputs(Json& json, const std::vector<MechanismInput>& inputs) {
  json.name("inputs").array([&] {
    for (const MechanismInput& input : inputs) {
      json.object([&] {
        json.field("name", input.name).field("shape", input.shape).field("help", input.help);
        json.name("otherShapes").array([&] {
          for (const std::string_view shape : input.alternative_shapes) json.value(shape);
        });
        json.field("optional", input.optional)
            .field("type", input.limit_letter != ' ' ? "integers" : "reals");
      });
    }
  });
}

}  // namespace

std::string describe_mechanisms() {
  Json json;
  json.array([&] {
    for (const Mechanism& mechanism : mechanisms()) {
      json.object([&] {
        json.field("name", mechanism.name).field("group", mechanism.group);
        json.field("title", mechanism.title).field("formula", mechanism.formula);
        json.field("paper", mechanism.paper).field("look", mechanism.look);
        const Values default_text = read_settings(mechanism.options, {});
        const FormulaDetails details =
            mechanism.details_for_options ? mechanism.details_for_options(default_text) : FormulaDetails{};
        write_inputs(json, mechanism.list_inputs(default_text));
        json.name("options").array([&] {
          for (const Setting& option : mechanism.options) write_setting(json, option);
        });
        json.name("lines").array([&] { write_lines(json, mechanism, details); });
        json.field("code", std::string(mechanism.helpers) + std::string(mechanism.code) + details.code);
      });
    }
  });
  return json.text();
}

std::string describe_score(std::string_view formula) {
  const auto own = std::find_if(mechanisms().begin(), mechanisms().end(),
                                [](const Mechanism& mechanism) { return mechanism.name == "own"; });
  const Values options = read_settings(own->options, {{"formula", std::string(formula)}});
  const FormulaDetails details = own->details_for_options(options);
  Json json;
  json.object([&] {
    write_inputs(json, details.inputs);
    json.name("lines").array([&] { write_plain_lines(json, details); });
    json.field("code", details.code);
  });
  return json.text();
}

}  // namespace attento
