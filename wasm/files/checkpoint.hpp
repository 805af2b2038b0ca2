// A checkpoint: the exact state of a run. It is a safetensors file (files/safetensors.hpp), so Python can open it:
//
//   metadata   "format": "attentoscope-checkpoint", "version": "2", "configuration": the text that recreates the run
//   tensors    the state: weights, moments, counters and generator, each under its own name; NaN and infinities are
//              allowed
//              "checksum" U8 [8], the last eight bytes of the file: FNV-1a of all bytes before them, little-endian
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "files/safetensors.hpp"

namespace attento {

/// The content of a checkpoint. The views of `state` point into the bytes that were read.
struct Checkpoint {
  std::string configuration;
  TensorFile state;  // without metadata and checksum
};

/// Reads a checkpoint. Throws BAD_FILE if the bytes are not a checkpoint, have another version, or are damaged.
Checkpoint read_checkpoint(std::span<const std::byte> file);

/// Writes a checkpoint; the same input gives the same bytes. No tensor of `state` may be named "checksum".
std::vector<std::byte> write_checkpoint(std::string_view configuration, std::span<const TensorView> state);

}  // namespace attento
