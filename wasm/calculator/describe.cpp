#include "calculator/mechanism.hpp"
#include "calculator/parts.hpp"

namespace attento {
namespace {

/// The lines of the formula, those of a softmax spelt out.
void write_lines(Json& json, const Mechanism& mechanism) {
  const auto write = [&](const FormulaLine& line, std::string_view shape) {
    json.object([&] { json.field("name", line.name).field("shape", shape).field("formula", line.formula); });
  };
  std::string_view before;
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

}  // namespace

std::string describe_mechanisms() {
  Json json;
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
              json.name("otherShapes").array([&] {
                for (const std::string_view shape : input.others) json.value(shape);
              });
              json.field("optional", input.optional).field("type", input.below != ' ' ? "integers" : "reals");
            });
          }
        });
        json.name("options").array([&] {
          for (const Setting& option : mechanism.options) write_setting(json, option);
        });
        json.name("lines").array([&] { write_lines(json, mechanism); });
        json.field("code", std::string(mechanism.helpers) + std::string(mechanism.code));
      });
    }
  });
  return json.text();
}

}  // namespace attento
