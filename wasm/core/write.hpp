#pragma once

namespace attento {

/// What happens to the former content of a result.
enum class Write { kSet, kAdd };

}  // namespace attento
