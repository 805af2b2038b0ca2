#include "ops/upsample.hpp"

#include <algorithm>

namespace attento {
namespace {

template <class S>
struct Upsample final : Op<S> {
  Node x, y;
  int rows, width, channels, factor;  // rows = B · factor · H, the rows of y

  Upsample(Node x, Node y, int rows, int width, int channels, int factor)
      : x(x), y(y), rows(rows), width(width), channels(channels), factor(factor) {}

  void forward(const Memory<S>& memory) override {
    const S* xs = memory.value(x);
    S* ys = memory.value(y);
    for_each_pixel(
        [&](std::ptrdiff_t to, std::ptrdiff_t from) { std::copy_n(xs + from, channels, ys + to); });
  }

  // forward was y[pixel] = x[its source], so dx[source] += dy[pixel]
  void backward(const Memory<S>& memory) override {
    const S* dy = memory.gradient(y);
    if (S* dx = memory.gradient(x)) {
      for_each_pixel([&](std::ptrdiff_t from, std::ptrdiff_t to) {
        for (int c = 0; c < channels; ++c) dx[to + c] += dy[from + c];
      });
    }
  }

 private:
  template <class Pixel>
  void for_each_pixel(Pixel pixel) const {
    for (int row = 0; row < rows; ++row) {
      for (int column = 0; column < width * factor; ++column) {
        const std::ptrdiff_t large = (static_cast<std::ptrdiff_t>(row) * width * factor + column) * channels;
        const std::ptrdiff_t small =
            (static_cast<std::ptrdiff_t>(row / factor) * width + column / factor) * channels;
        pixel(large, small);
      }
    }
  }
};

}  // namespace

template <class S>
Node upsample(Tape<S>& tape, Node x, int factor) {
  const Shape shape = tape.shape(x);
  Tape<S>::require(shape.rank() == 4 && factor >= 1, "x", shape, "[B, H, W, C], and a factor of 1 or more");
  const Node y = tape.output({shape[0], shape[1] * factor, shape[2] * factor, shape[3]}, {x});
  tape.record("upsample", {x}, {y},
              Upsample<S>(x, y, shape[0] * shape[1] * factor, shape[2], shape[3], factor));
  return y;
}

template Node upsample(Tape<float>&, Node, int);
template Node upsample(Tape<double>&, Node, int);

}  // namespace attento
