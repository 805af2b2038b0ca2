// Errors and frames of a session.
#pragma once

#include <gtest/gtest.h>

#include <span>
#include <string>

#include "core/text_session.hpp"

namespace attento::proof {

/// The parameter of the error for a configuration, or for an input of its session; "nothing" if there is no error.
inline std::string find_bad_parameter(const std::string& fields, const std::string& input = "") {
  try {
    Session session(fields);
    if (!input.empty()) session.predict(input);
  } catch (const Error& error) {
    EXPECT_EQ(error.code, input.empty() ? Code::kBadParameter : Code::kBadInput) << fields << input;
    EXPECT_FALSE(error.expected.empty());
    return error.parameter;
  }
  return "nothing";
}

/// The tensor of the frame with this name in the manifest, or empty if there is none.
inline std::span<const float> tensor(const Session& session, const std::string& name) {
  const std::string manifest = session.manifest();
  const std::size_t at = manifest.find("{\"name\":\"" + name + "\",\"offset\":");
  if (at == std::string::npos) return {};
  const auto number = [&](std::size_t from) {
    return static_cast<std::size_t>(std::stoul(manifest.substr(from)));
  };
  const std::size_t offset = manifest.find(':', at + name.size() + 11) + 1;
  const std::size_t shape = manifest.find('[', offset);
  const std::size_t end = manifest.find(']', shape);
  std::size_t size = 1;
  for (std::size_t i = shape; i < end; i = manifest.find_first_of(",]", i + 1)) size *= number(i + 1);
  return session.frame().subspan(number(offset), size);
}

}  // namespace attento::proof
