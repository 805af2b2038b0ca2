#include "ops/constant.hpp"

#include <algorithm>

namespace attento {
namespace {

template <class S>
struct Constant {
  Node y;
  std::vector<S> numbers;

  void forward(const Memory<S>& memory) { std::copy(numbers.begin(), numbers.end(), memory.value(y)); }
};

}  // namespace

template <class S>
Node constant(Tape<S>& tape, Shape shape, std::vector<S> numbers) {
  Tape<S>::require(shape.size() == numbers.size(), "constant", shape,
                   std::to_string(numbers.size()) + " elements");
  const Node y = tape.output(shape, {});
  tape.record("constant", {}, {y}, Constant<S>{y, std::move(numbers)});
  return y;
}

template Node constant(Tape<float>&, Shape, std::vector<float>);
template Node constant(Tape<double>&, Shape, std::vector<double>);

}  // namespace attento
