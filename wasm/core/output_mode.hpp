#pragma once

namespace attento {

/// Whether an operation overwrites its output or adds to it.
enum class OutputMode { kOverwrite, kAccumulate };

}  // namespace attento
