#include "ops/categorical_sample.hpp"

#include <algorithm>
#include <string>

#include "core/gemm.hpp"
#include "core/generator.hpp"
#include "core/operation.hpp"
#include "core/reduce.hpp"

namespace attento {
namespace {

template <class S>
struct CategoricalSampleOp {
  Node weights, expected, choice, sampled;
  std::string stream;
  int rows, width;

  void forward(const Memory<S>& memory) {
    const S* w = memory.value(weights);
    S* chosen = memory.value(choice);
    S* drawn = memory.value(sampled);
    const S share = expected.valid() && memory.training ? *memory.value(expected) : S{0};
    Generator generator(memory.seed, stream, memory.step);
    for (int row = 0; row < rows; ++row, w += width, chosen += width) {
      const auto coin = static_cast<S>(generator.uniform());
      const auto fraction = static_cast<S>(generator.uniform());
      if (coin < share) {
        std::copy_n(w, width, chosen);
        drawn[row] = 0;
        continue;
      }
      std::fill_n(chosen, width, S{0});
      const int s =
          memory.training ? draw(w, fraction) : static_cast<int>(std::max_element(w, w + width) - w);
      drawn[row] = w[s] > S{0} ? S{1} : S{0};
      chosen[s] = drawn[row];
    }
  }

  // forward was choice = w in the rows that were not sampled, so there dw += dchoice
  void backward(const Memory<S>& memory) {
    const S* dchosen = memory.gradient(choice);
    const S* drawn = memory.value(sampled);
    S* dw = memory.gradient(weights);
    for (int row = 0; row < rows; ++row, dw += width, dchosen += width) {
      if (drawn[row] == S{0}) axpy(width, S{1}, dchosen, dw);
    }
  }

 private:
  /// The first position whose running sum exceeds `fraction` times the total.
  int draw(const S* w, S fraction) const {
    const S threshold = fraction * sum(width, w);
    S running = 0;
    int last = 0;
    for (int s = 0; s < width; ++s) {
      if (!(w[s] > S{0})) continue;
      last = s;
      running += w[s];
      if (running > threshold) break;
    }
    return last;
  }
};

}  // namespace

template <class S>
CategoricalSample categorical_sample(Tape<S>& tape, Node weights, Node expected) {
  const Shape shape = tape.shape(weights);
  Tape<S>::require(shape.rank() == 3 && shape.size() > 0, "weights", shape, "[B, T, S]");
  require_shape(tape, expected, "expected", {1}, "[1]");
  CategoricalSample out;
  out.choice = tape.output(shape, {expected.valid() ? weights : Node{}});
  out.sampled = tape.output({shape[0], shape[1]}, {});
  std::string stream = "categorical sample/" + std::to_string(tape.op_count());
  tape.record("categorical sample", {weights, expected}, {out.choice, out.sampled},
              CategoricalSampleOp<S>{weights, expected, out.choice, out.sampled, std::move(stream),
                                     shape.rows(), shape.last()});
  return out;
}

ATTENTO_INSTANTIATE_OPERATION(CategoricalSample, categorical_sample, Node, Node)

}  // namespace attento
