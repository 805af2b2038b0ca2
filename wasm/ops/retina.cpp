#include "ops/retina.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

#include "core/gemm.hpp"
#include "core/operation.hpp"

namespace attento {
namespace {

/// The pixels that a cell covers along one axis.
template <class S>
struct CellCoverage {
  S low, high, width;
  S slope;  // derivative of the location in pixels by l; 0 beyond the edges of the image
  int from, to;

  CellCoverage() = default;
  CellCoverage(const Retina& retina, S location, int extent, int scale, int cell) {
    slope = location > S{-1} && location < S{1} ? S(0.5) * static_cast<S>(extent) : S{0};
    const S inside = location >= S{-1} ? (location <= S{1} ? location : S{1}) : S{-1};
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

  /// The derivative of share() by the location: what enters at one edge of the cell minus what leaves at the other.
  S share_slope(int pixel) const {
    const auto in = [&](S edge) { return edge > static_cast<S>(pixel) && edge < static_cast<S>(pixel + 1); };
    return (static_cast<S>(in(high)) - static_cast<S>(in(low))) * slope / width;
  }
};

template <class S>
struct RetinaPatches {
  Retina retina;
  Node image, locations, patches;
  Node lines;   // for one row of cells: Fy · picture, and its gradient [2, columns]
  Node filter;  // for one patch: Fx [N, columns]
  std::vector<CellCoverage<S>> column_coverage;  // the pixels that each column of cells covers
  int images, rows, columns, count;

  /// Calls body(cover of a row of cells, its index among all rows, its image) for each row of cells of each patch, with
  /// `column_coverage` and `filter` set for that patch.
  template <class Body>
  void for_each_line(const Memory<S>& memory, const Body& body) {
    const S* location = memory.value(locations);
    S* fx = memory.value(filter);
    for (int r = 0; r < count; ++r) {
      for (int k = 0; k < retina.scales; ++k) {
        for (int j = 0; j < retina.cells; ++j) {
          const CellCoverage<S> x(retina, location[2 * r], columns, k, j);
          for (int a = x.from; a < x.to; ++a) fx[j * columns + a] = x.share(a);
          column_coverage[static_cast<std::size_t>(j)] = x;
        }
        for (int i = 0; i < retina.cells; ++i)
          body(CellCoverage<S>(retina, location[2 * r + 1], rows, k, i),
               (r * retina.scales + k) * retina.cells + i, r / (count / images));
      }
    }
  }

  void forward(const Memory<S>& memory) {
    const S* all = memory.value(image);
    const S* fx = memory.value(filter);
    S* line = memory.value(lines);
    S* to = memory.value(patches);
    for_each_line(memory, [&](const CellCoverage<S>& y, int number, int which) {
      std::fill_n(line, columns, S{0});
      for (int a = y.from; a < y.to; ++a) axpy(columns, y.share(a), all + (which * rows + a) * columns, line);
      for (int j = 0; j < retina.cells; ++j) {
        const CellCoverage<S>& x = column_coverage[static_cast<std::size_t>(j)];
        S sum = 0;
        for (int a = x.from; a < x.to; ++a) sum += fx[j * columns + a] * line[a];
        to[number * retina.cells + j] = sum;
      }
    });
  }

  // forward was ρ = Fy · picture · Fxᵀ, so dpicture += Fyᵀ · dρ · Fx, and dl += ½ extent · Σ dρ ⊙ (F′y · picture ·
  // Fxᵀ) or (Fy · picture · F′xᵀ)
  void backward(const Memory<S>& memory) {
    const S* all = memory.value(image);
    S* dpicture = memory.gradient(image);
    S* dlocation = memory.gradient(locations);
    const S* fx = memory.value(filter);
    S* line = memory.value(lines);
    S* dline = line + columns;
    const S* from = memory.gradient(patches);
    for_each_line(memory, [&](const CellCoverage<S>& y, int number, int which) {
      const int row = number / (retina.scales * retina.cells);
      std::fill_n(line, 2 * columns, S{0});
      for (int a = y.from; a < y.to; ++a) axpy(columns, y.share(a), all + (which * rows + a) * columns, line);
      for (int j = 0; j < retina.cells; ++j) {
        const CellCoverage<S>& x = column_coverage[static_cast<std::size_t>(j)];
        const S dcell = from[number * retina.cells + j];
        for (int a = x.from; a < x.to; ++a) {
          dline[a] += fx[j * columns + a] * dcell;
          if (dlocation) dlocation[2 * row] += x.share_slope(a) * line[a] * dcell;
        }
      }
      for (int a = y.from; a < y.to; ++a) {
        const int at = (which * rows + a) * columns;
        if (dpicture) axpy(columns, y.share(a), static_cast<const S*>(dline), dpicture + at);
        if (dlocation)
          dlocation[2 * row + 1] += y.share_slope(a) * dot(columns, all + at, static_cast<const S*>(dline));
      }
    });
  }
  // A cell of scale m covers c · 2^m rows of pixels, so those of all scales cover c · (2^M − 1).
  std::uint64_t work() const {
    return multiply_saturating(multiply_saturating(multiply_saturating(count, retina.cells), columns),
                               retina.width * ((1 << retina.scales) - 1));
  }
};

}  // namespace

template <class S>
S pixel_coverage(const Retina& retina, S location, int extent, int scale, int cell, int pixel) {
  return CellCoverage<S>(retina, location, extent, scale, cell).share(pixel);
}

template <class S>
Node retina_patches(Tape<S>& tape, Node image, Node locations, const Retina& retina) {
  const Shape shape = tape.shape(image);
  const Shape where = tape.shape(locations);
  Tape<S>::require(shape.rank() == 3 && shape.size() > 0, "picture", shape, "[B, rows, columns]");
  Tape<S>::require(where.rank() == 2 && where[0] > 0 && where[0] % shape[0] == 0 && where[1] == 2, "places",
                   where, "[R, 2] with an R that is a multiple of the pictures");
  const Node patches = tape.output({where[0], retina.scales, retina.cells, retina.cells}, {image, locations});
  const Node lines = tape.output({2, shape[2]}, {});
  const Node filter = tape.output({retina.cells, shape[2]}, {});
  tape.record("retina", {image, locations}, {patches},
              RetinaPatches<S>{retina, image, locations, patches, lines, filter,
                               std::vector<CellCoverage<S>>(static_cast<std::size_t>(retina.cells)), shape[0],
                               shape[1], shape[2], where[0]});
  return patches;
}

template float pixel_coverage(const Retina&, float, int, int, int, int);
template double pixel_coverage(const Retina&, double, int, int, int, int);
ATTENTO_INSTANTIATE_OPERATION(Node, retina_patches, Node, Node, const Retina&)

}  // namespace attento
