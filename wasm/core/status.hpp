// Errors with a stable code. The core reports every failure by throwing an Error, which bindings/ catches, so
// that no exception leaves WebAssembly.
#pragma once

#include <exception>
#include <string>
#include <string_view>
#include <utility>

namespace attento {

/// The stable error codes that the core can raise; the names are those of the public API.
enum class Code { kBadParameter, kBadState, kBadFile, kBadInput, kNotFinite, kOutOfMemory, kTooLarge };

/// The public spelling of a code, for example "BAD_PARAMETER".
constexpr std::string_view code_name(Code code) {
  switch (code) {
    case Code::kBadParameter:
      return "BAD_PARAMETER";
    case Code::kBadState:
      return "BAD_STATE";
    case Code::kBadFile:
      return "BAD_FILE";
    case Code::kBadInput:
      return "BAD_INPUT";
    case Code::kNotFinite:
      return "NOT_FINITE";
    case Code::kOutOfMemory:
      return "OUT_OF_MEMORY";
    case Code::kTooLarge:
      return "TOO_LARGE";
  }
  return "BAD_STATE";
}

/// An error: its code, the parameter concerned, the value it had and the value that was expected.
class Error : public std::exception {
 public:
  /// Takes views, so that the many throw statements need little code.
  Error(Code code, std::string_view parameter, std::string_view value, std::string_view expected)
      : code(code), parameter(parameter), value(value), expected(expected), message_(parameter) {
    if (!value.empty()) message_.append(" = ").append(value);
    message_.append(": expected ").append(expected);
  }
  /// Takes, in addition, a message for the user in whole sentences.
  Error(Code code, std::string parameter, std::string value, std::string expected, std::string message)
      : code(code),
        parameter(std::move(parameter)),
        value(std::move(value)),
        expected(std::move(expected)),
        message_(std::move(message)) {}
  const char* what() const noexcept override { return message_.c_str(); }

  Code code;
  std::string parameter;
  std::string value;
  std::string expected;

 private:
  std::string message_;
};

/// The error for a file that cannot be used.
inline Error make_bad_file_error(std::string_view parameter, std::string_view value,
                                 std::string_view expected) {
  return {Code::kBadFile, parameter, value, expected};
}

}  // namespace attento
