#pragma once

namespace attento {

/// Whether a result overwrites the previous content or is added to it.
enum class WriteMode { kSet, kAdd };

}  // namespace attento
