#include "ops/convolution.hpp"

#include <algorithm>

#include "core/gemm.hpp"
#include "core/operation.hpp"

namespace attento {
namespace {

/// The sizes of a convolution, and an iteration over its patches.
struct Geometry {
  int batch, height, width, channels;  // shape of x
  int kernel, stride, padding;
  int out_height, out_width, outputs;

  int patches() const { return batch * out_height * out_width; }
  int patch_size() const { return kernel * kernel * channels; }

  /// Calls run(patch offset, x offset) for each run of `channels` numbers that are contiguous in a patch and in x;
  /// an x offset of −1 stands for zeros outside the image.
  template <class Run>
  void for_each_run(Run run) const {
    std::ptrdiff_t to = 0;
    for (int b = 0; b < batch; ++b) {
      for (int i = 0; i < out_height; ++i) {
        for (int j = 0; j < out_width; ++j) {
          for (int p = 0; p < kernel; ++p) {
            const int row = i * stride + p - padding;
            for (int q = 0; q < kernel; ++q, to += channels) {
              const int column = j * stride + q - padding;
              const bool inside = row >= 0 && row < height && column >= 0 && column < width;
              const std::ptrdiff_t pixel = (static_cast<std::ptrdiff_t>(b) * height + row) * width + column;
              run(to, inside ? pixel * channels : -1);
            }
          }
        }
      }
    }
  }
};

template <class S>
struct Convolution {
  Node x, weight, bias, patches, y;
  Geometry g;

  void forward(const Memory<S>& memory) {
    S* ys = memory.value(y);
    gather(memory);
    gemm(g.patches(), g.outputs, g.patch_size(), plain<S>(memory.value(patches), g.patch_size()),
         plain<S>(memory.value(weight), g.outputs), ys, g.outputs);
    if (!bias.valid()) return;
    for (int patch = 0; patch < g.patches(); ++patch) {
      axpy(g.outputs, S{1}, memory.value(bias), ys + static_cast<std::ptrdiff_t>(patch) * g.outputs);
    }
  }

  // forward was y = patches(x) · W + bias, so dW += patchesᵀ · dy, dbias += Σ dy, and dx collects dy · Wᵀ
  // from the patches
  void backward(const Memory<S>& memory) {
    const S* dy = memory.gradient(y);
    S* block = memory.value(patches);
    if (S* dw = memory.gradient(weight)) {
      gemm(g.patch_size(), g.outputs, g.patches(), transposed<S>(block, g.patch_size()), plain(dy, g.outputs),
           dw, g.outputs, OutputMode::kAccumulate);
    }
    if (S* db = bias.valid() ? memory.gradient(bias) : nullptr) {
      for (int patch = 0; patch < g.patches(); ++patch) {
        axpy(g.outputs, S{1}, dy + static_cast<std::ptrdiff_t>(patch) * g.outputs, db);
      }
    }
    if (S* dx = memory.gradient(x)) {
      // The patches are no longer needed; their block is reused for the gradients.
      gemm(g.patches(), g.patch_size(), g.outputs, plain(dy, g.outputs),
           transposed<S>(memory.value(weight), g.outputs), block, g.patch_size());
      g.for_each_run([&](std::ptrdiff_t from, std::ptrdiff_t to) {
        if (to < 0) return;
        for (int c = 0; c < g.channels; ++c) dx[to + c] += block[from + c];
      });
    }
  }
  std::uint64_t work() const {
    return multiply_saturating(multiply_saturating(g.patches(), g.patch_size()), g.outputs);
  }

 private:
  void gather(const Memory<S>& memory) const {
    const S* xs = memory.value(x);
    S* block = memory.value(patches);
    g.for_each_run([&](std::ptrdiff_t to, std::ptrdiff_t from) {
      if (from < 0) {
        std::fill_n(block + to, g.channels, S{0});
      } else {
        std::copy_n(xs + from, g.channels, block + to);
      }
    });
  }
};

}  // namespace

template <class S>
Node convolution(Tape<S>& tape, Node x, Node weight, Node bias, int stride, int padding) {
  const Shape shape = tape.shape(x);
  const Shape w = tape.shape(weight);
  Tape<S>::require(shape.rank() == 4, "x", shape, "[B, H, W, C]");
  require_operand(w.rank() == 4 && w[0] == w[1] && w[2] == shape[3], "weight", w, "[K, K, C, O] for x ",
                  shape);
  require_shape(tape, bias, "bias", {w[3]}, "[O] for W ", w);
  Tape<S>::require(
      stride >= 1 && padding >= 0 && shape[1] + 2 * padding >= w[0] && shape[2] + 2 * padding >= w[0],
      "weight", w, "a kernel that fits into x " + shape.text() + ", with a stride of 1 or more");
  const Geometry g{.batch = shape[0],
                   .height = shape[1],
                   .width = shape[2],
                   .channels = shape[3],
                   .kernel = w[0],
                   .stride = stride,
                   .padding = padding,
                   .out_height = (shape[1] + 2 * padding - w[0]) / stride + 1,
                   .out_width = (shape[2] + 2 * padding - w[0]) / stride + 1,
                   .outputs = w[3]};
  const Node patches = tape.output({g.patches(), g.patch_size()}, {});
  const Node y = tape.output({g.batch, g.out_height, g.out_width, g.outputs}, {x, weight, bias});
  tape.record("convolution", {x, weight, bias}, {y}, Convolution<S>{x, weight, bias, patches, y, g});
  return y;
}

ATTENTO_INSTANTIATE_OPERATION(Node, convolution, Node, Node, Node, int, int)

}  // namespace attento
