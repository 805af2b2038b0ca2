#include "ops/retina.hpp"

#include <algorithm>
#include <cmath>

#include "core/gemm.hpp"

namespace attento {
namespace {

/// The pixels that a cell covers, along one axis.
template <class S>
struct Cover {
  S low, high, width;
  int from, to;

  Cover(const Retina& retina, S place, int extent, int scale, int cell) {
    const S inside = place >= S{-1} ? (place <= S{1} ? place : S{1}) : S{-1};
    const S middle = (inside + S{1}) * S(0.5) * static_cast<S>(extent);
    width = static_cast<S>(retina.width << scale);
    low = middle + width * (static_cast<S>(cell) - S(0.5) * static_cast<S>(retina.cells));
    high = low + width;
    from = std::clamp(static_cast<int>(std::floor(low)), 0, extent);
    to = std::clamp(static_cast<int>(std::ceil(high)), 0, extent);
  }

  S share(int pixel) const {
    const S left = std::max(low, static_cast<S>(pixel));
    const S right = std::min(high, static_cast<S>(pixel + 1));
    return std::max(right - left, S{0}) / width;
  }
};

template <class S>
struct RetinaPatches final : Op<S> {
  Retina retina;
  Node picture, places, patches;
  Node lines;  // of one cell row: Fy · picture, [columns]
  int pictures, rows, columns, count;

  RetinaPatches(const Retina& retina, Node picture, Node places, Node patches, Node lines, const Shape& shape,
                int count)
      : retina(retina),
        picture(picture),
        places(places),
        patches(patches),
        lines(lines),
        pictures(shape[0]),
        rows(shape[1]),
        columns(shape[2]),
        count(count) {}

  /// Calls body(covers of a cell row, its number among all, picture, place) for each row of cells of each patch.
  template <class Body>
  void for_each_line(const Memory<S>& memory, const Body& body) const {
    const S* place = memory.value(places);
    for (int r = 0; r < count; ++r) {
      for (int k = 0; k < retina.scales; ++k) {
        for (int i = 0; i < retina.cells; ++i) {
          body(Cover<S>(retina, place[2 * r + 1], rows, k, i), (r * retina.scales + k) * retina.cells + i,
               r / (count / pictures), [&](int j) { return Cover<S>(retina, place[2 * r], columns, k, j); });
        }
      }
    }
  }

  void forward(const Memory<S>& memory) override {
    const S* all = memory.value(picture);
    S* line = memory.value(lines);
    S* to = memory.value(patches);
    for_each_line(memory, [&](const Cover<S>& y, int number, int which, const auto& across) {
      std::fill_n(line, columns, S{0});
      for (int a = y.from; a < y.to; ++a) axpy(columns, y.share(a), all + (which * rows + a) * columns, line);
      for (int j = 0; j < retina.cells; ++j) {
        const Cover<S> x = across(j);
        S sum = 0;
        for (int a = x.from; a < x.to; ++a) sum += x.share(a) * line[a];
        to[number * retina.cells + j] = sum;
      }
    });
  }

  // forward was ρ = Fy · picture · Fxᵀ, so dpicture += Fyᵀ · dρ · Fx
  void backward(const Memory<S>& memory) override {
    S* slopes = memory.gradient(picture);
    if (!slopes) return;
    S* dline = memory.value(lines);
    const S* from = memory.gradient(patches);
    for_each_line(memory, [&](const Cover<S>& y, int number, int which, const auto& across) {
      std::fill_n(dline, columns, S{0});
      for (int j = 0; j < retina.cells; ++j) {
        const Cover<S> x = across(j);
        for (int a = x.from; a < x.to; ++a) dline[a] += x.share(a) * from[number * retina.cells + j];
      }
      for (int a = y.from; a < y.to; ++a)
        axpy(columns, y.share(a), static_cast<const S*>(dline), slopes + (which * rows + a) * columns);
    });
  }
};

}  // namespace

template <class S>
S share_of_pixel(const Retina& retina, S place, int extent, int scale, int cell, int pixel) {
  return Cover<S>(retina, place, extent, scale, cell).share(pixel);
}

template <class S>
Node retina_patches(Tape<S>& tape, Node picture, Node places, const Retina& retina) {
  const Shape shape = tape.shape(picture);
  const Shape where = tape.shape(places);
  Tape<S>::require(shape.rank() == 3 && shape.size() > 0, "picture", shape, "[B, rows, columns]");
  Tape<S>::require(where.rank() == 2 && where[0] > 0 && where[0] % shape[0] == 0 && where[1] == 2, "places",
                   where, "[R, 2] with an R that is a multiple of the pictures");
  const Node patches = tape.output({where[0], retina.scales, retina.cells, retina.cells}, {picture});
  const Node lines = tape.output({shape[2]}, {});
  tape.record("retina", {picture, places}, {patches},
              RetinaPatches<S>(retina, picture, places, patches, lines, shape, where[0]));
  return patches;
}

template float share_of_pixel(const Retina&, float, int, int, int, int);
template double share_of_pixel(const Retina&, double, int, int, int, int);
template Node retina_patches(Tape<float>&, Node, Node, const Retina&);
template Node retina_patches(Tape<double>&, Node, Node, const Retina&);

}  // namespace attento
