// Computes the steps of a recurrent layer in the memory of a plan, one by one or several as one matrix product. The
// cells are in recurrent_cells.hpp.
//
//   gates[t]  = x[t] W + h[t−1] U
//   dW       += x[t]ᵀ dgates[t],  dU += h[t−1]ᵀ dgates[t]
//
//   x  [T, B, D]  inputs
//   h  [T, B, H]  hidden states
#pragma once

#include <algorithm>

#include "core/gemm.hpp"
#include "ops/recurrent.hpp"

namespace attento::recurrence {

template <class S>
void add(int n, const S* __restrict x, S* __restrict y) {
  for (int i = 0; i < n; ++i) y[i] += x[i];
}

template <class S>
void multiply(int n, const S* __restrict x, const S* __restrict factors, S* __restrict y) {
  for (int i = 0; i < n; ++i) y[i] = x[i] * factors[i];
}

template <class S>
void multiply_add(int n, const S* __restrict x, const S* __restrict factors, S* __restrict y) {
  for (int i = 0; i < n; ++i) y[i] += x[i] * factors[i];
}

/// The input: x [.., B, D], a share of x·W [.., B, kH], or both. Their first row belongs to step `begin`.
struct Input {
  Node x, projected;
  int begin;
};

/// A recurrent layer with the addresses of its tensors in a plan.
template <class S>
class Layer {
 public:
  Layer(const RecurrentTensors& r, const Memory<S>& memory)
      : r(r), memory(memory), H(r.H), width(r.width()), rows_h(r.B * r.H), gru(r.cell == Cell::kGru) {}

  /// Packs the weights. Call before the first step.
  void pack_weights() const {
    pack_with_transpose(r.input, r.weights.input, 0, r.D, width);
    pack_with_transpose(r.main, r.weights.hidden, 0, H, main_width());
    if (gru) pack_with_transpose(r.candidate, r.weights.hidden, 2 * H, H, H);
  }

  /// Sets gates = projected + x · W for the steps t … t + count − 1.
  void input_forward(const Input& in, int t, int count) const {
    const int rows = count * r.B;
    S* a = value(r.gates, t, width);
    if (in.projected.valid()) std::copy_n(value(in.projected, t - in.begin, width), at(rows, width), a);
    if (!in.x.valid()) return;
    gemm_packed(rows, width, r.D, value(in.x, t - in.begin, r.D), r.D, memory.value(r.input.factor), a, width,
                in.projected.valid() ? OutputMode::kAccumulate : OutputMode::kOverwrite);
  }

  // forward was a = projected + x · W, so dprojected += da, dx += da · Wᵀ and dW += xᵀ · da
  void input_backward(const Input& in, int t, int count, OutputMode mode) const {
    const int rows = count * r.B;
    const S* da = gradient(r.gates, t, width);
    if (gradient(in.projected)) {
      axpy(rows * width, S{1}, da, gradient(in.projected, t - in.begin, width), mode);
    }
    if (gradient(in.x)) {
      gemm_packed(rows, r.D, width, da, width, memory.value(r.input.transpose),
                  gradient(in.x, t - in.begin, r.D), r.D, mode);
    }
    if (S* dw = in.x.valid() ? gradient(r.weights.input) : nullptr) {
      gemm(r.D, width, rows, transposed<S>(value(in.x, t - in.begin, r.D), r.D), plain(da, width), dw, width,
           OutputMode::kAccumulate);
    }
  }

  /// Computes step t. Its gates must hold x · W. Starts from `from` if present, else from the previous state.
  void step_forward(int t, const RecurrentState& from = {}) const {
    const bool zero = r.starts_from_zero && t == r.first_step() && !from.hidden.valid();
    S* a = value(r.gates, t, width);
    S* h = value(r.hidden, t, H);
    S* inner = r.inner.valid() ? value(r.inner, t, H) : nullptr;
    const S* last_state = state_before(r.hidden, r.options.initial.hidden, t);
    const S* c_last_state = r.cells.valid() ? state_before(r.cells, r.options.initial.cell, t) : nullptr;
    const S* before = from.hidden.valid() ? memory.value(from.hidden) : last_state;
    const S* c_before = from.cell.valid() ? memory.value(from.cell) : c_last_state;
    const S* previous_state = before;
    if (r.previous_state.valid()) {
      S* to = value(r.previous_state, t, H);
      if (r.options.dropout.valid()) {
        multiply(rows_h, before, memory.value(r.options.dropout), to);
      } else {
        std::copy_n(before, rows_h, to);
      }
      previous_state = to;
    }
    if (!zero) multiply_packed(previous_state, r.main, main_width(), a, width, OutputMode::kAccumulate);
    const S* bias = r.weights.bias.valid() ? memory.value(r.weights.bias) : nullptr;
    if (r.cell == Cell::kRnn) {
      for (int b = 0; b < r.B; ++b) rnn_forward(H, bias, a + at(b, width), h + at(b, H));
    } else if (r.cell == Cell::kLstm) {
      S* c = value(r.cells, t, H);
      for (int b = 0; b < r.B; ++b) {
        lstm_forward(H, bias, a + at(b, width), c_before + at(b, H), c + at(b, H), inner + at(b, H),
                     h + at(b, H));
      }
    } else {
      multiply_packed(previous_state, r.candidate, H, inner, H, OutputMode::kOverwrite);
      const S* bias_hidden = r.weights.bias_hidden.valid() ? memory.value(r.weights.bias_hidden) : nullptr;
      for (int b = 0; b < r.B; ++b) {
        gru_gates(H, bias, a + at(b, width));
        gru_reset_after(H, bias_hidden, a + at(b, width), inner + at(b, H));
        gru_state(H, bias, a + at(b, width), before + at(b, H), h + at(b, H));
      }
    }
    for (int b = 0; b < r.B; ++b) {
      if (is_real(b, t)) continue;
      std::copy_n(last_state + at(b, H), H, h + at(b, H));
      if (c_last_state) std::copy_n(c_last_state + at(b, H), H, value(r.cells, t, H) + at(b, H));
    }
  }

  /// Computes the gradients of the gates of step t and of the state before it. Call from the last step to the first.
  void step_backward(int t, const RecurrentState& from = {}) const {
    const S* a = value(r.gates, t, width);
    const S* inner = r.inner.valid() ? value(r.inner, t, H) : nullptr;
    const bool has_other_state = from.hidden.valid();
    const S* before =
        has_other_state ? memory.value(from.hidden) : state_before(r.hidden, r.options.initial.hidden, t);
    const S* dh = gradient(r.hidden, t, H);
    S* da = gradient(r.gates, t, width);
    S* dinner = gru ? gradient(r.inner, t, H) : nullptr;
    S* dlast_state = gradient_before(r.hidden, r.options.initial.hidden, t);
    S* dbefore = has_other_state ? memory.gradient(from.hidden) : dlast_state;
    for (int b = 0; b < r.B; ++b) {
      const S* row = a + at(b, width);
      const S* dh_row = dh + at(b, H);
      S* da_row = da + at(b, width);
      S* dbefore_row = dbefore ? dbefore + at(b, H) : nullptr;
      if (r.cell == Cell::kLstm) {
        S* dc = gradient(r.cells, t, H) + at(b, H);
        S* dc_last_state = gradient_before(r.cells, r.options.initial.cell, t);
        if (is_real(b, t)) {
          const bool other = from.cell.valid();
          const S* c_before =
              other ? memory.value(from.cell) : state_before(r.cells, r.options.initial.cell, t);
          S* dc_before = other ? memory.gradient(from.cell) : dc_last_state;
          lstm_backward(H, row, c_before + at(b, H), inner + at(b, H), dh_row, dc, da_row,
                        dc_before ? dc_before + at(b, H) : nullptr);
          continue;
        }
        if (dc_last_state) add(H, dc, dc_last_state + at(b, H));
      } else if (is_real(b, t)) {
        if (gru) {
          gru_state_backward(H, row, before + at(b, H), dh_row, da_row, dbefore_row);
          gru_reset_after_backward(H, row, inner + at(b, H), da_row, dinner + at(b, H));
        } else {
          rnn_backward(H, row, dh_row, da_row);
        }
        continue;
      }
      // forward was h[t] = h[t−1] at padding
      std::fill_n(da_row, width, S{0});
      if (dinner) std::fill_n(dinner + at(b, H), H, S{0});
      if (dlast_state) add(H, dh_row, dlast_state + at(b, H));
    }
    state_products_backward(da, dinner, dbefore);
    if (S* db = gradient(r.weights.bias)) {
      for (int b = 0; b < r.B; ++b) add(width, da + at(b, width), db);
    }
    if (S* db = gradient(r.weights.bias_hidden)) {
      for (int b = 0; b < r.B; ++b) add(H, dinner + at(b, H), db);
    }
  }

  // forward was a[t] = … + h[t−1] · U, so dU += Σ over t of h[t−1]ᵀ · da[t]: one product over the rows of
  // `count` steps
  void state_weights_backward(int t, int count) const {
    S* du = gradient(r.weights.hidden);
    if (!du) return;
    add_state_weight_gradients(memory.gradient(r.gates), width, main_width(), t, count, du);
    if (gru) add_state_weight_gradients(memory.gradient(r.inner), H, H, t, count, du + 2 * H);
  }

 private:
  static std::ptrdiff_t at(int row, int stride) { return static_cast<std::ptrdiff_t>(row) * stride; }
  S* value(Node block, int t, int stride) const { return memory.value(block) + at(t * r.B, stride); }
  S* gradient(Node block, int t, int stride) const { return memory.gradient(block) + at(t * r.B, stride); }
  S* gradient(Node node) const { return node.valid() ? memory.gradient(node) : nullptr; }

  bool is_real(int b, int t) const {
    return !r.options.mask.valid() || memory.value(r.options.mask)[at(b, r.T) + t] != 0;
  }
  int previous_index(int t) const { return r.options.reverse ? t + 1 : t - 1; }
  const S* state_before(Node block, Node initial, int t) const {
    return t == r.first_step() ? memory.value(initial) : value(block, previous_index(t), H);
  }
  S* gradient_before(Node block, Node initial, int t) const {
    return t == r.first_step() ? memory.gradient(initial) : gradient(block, previous_index(t), H);
  }

  /// The number of columns of U that are multiplied by h in one product: all, but for a GRU not those of n.
  int main_width() const { return gru ? 2 * H : width; }

  void pack_with_transpose(const RecurrentTensors::Packed& packed, Node weight, int column, int inputs,
                           int columns) const {
    if (!weight.valid()) return;
    const S* w = memory.value(weight) + column;
    pack(inputs, columns, plain(w, width), memory.value(packed.factor));
    if (memory.gradient(r.hidden))
      pack(columns, inputs, transposed(w, width), memory.value(packed.transpose));
  }

  void multiply_packed(const S* x, const RecurrentTensors::Packed& packed, int columns, S* y, int stride,
                       OutputMode mode) const {
    gemm_packed(r.B, columns, H, x, H, memory.value(packed.factor), y, stride, mode);
  }

  void multiply_packed_backward(const S* dy, int stride, const RecurrentTensors::Packed& packed, int columns,
                                S* dx, OutputMode mode) const {
    gemm_packed(r.B, H, columns, dy, stride, memory.value(packed.transpose), dx, H, mode);
  }

  // forward was a = … + (dropout ⊙ h[t−1]) · U
  void state_products_backward(const S* da, const S* dinner, S* dbefore) const {
    if (!dbefore) return;
    const bool dropped = r.options.dropout.valid();
    S* dentering = dropped ? memory.value(r.d_previous_state) : dbefore;
    if (dropped) std::fill_n(dentering, rows_h, S{0});
    multiply_packed_backward(da, width, r.main, main_width(), dentering, OutputMode::kAccumulate);
    if (gru) multiply_packed_backward(dinner, H, r.candidate, H, dentering, OutputMode::kAccumulate);
    if (dropped) multiply_add(rows_h, dentering, memory.value(r.options.dropout), dbefore);
  }

  /// du += Σ over t of h[t−1]ᵀ · d[t], where rows of d are `stride` apart.
  void add_state_weight_gradients(const S* d, int stride, int columns, int t, int count, S* du) const {
    const auto add_steps = [&](const S* states, int from, int steps) {
      gemm(H, columns, steps * r.B, transposed(states, H), plain(d + at(from * r.B, stride), stride), du,
           width, OutputMode::kAccumulate);
    };
    if (r.previous_state.valid()) return add_steps(value(r.previous_state, t, H), t, count);
    const int first = r.first_step();
    if (first >= t && first < t + count) {
      if (!r.starts_from_zero) add_steps(memory.value(r.options.initial.hidden), first, 1);
      if (first == t) ++t;
      --count;
    }
    if (count > 0) add_steps(value(r.hidden, previous_index(t), H), t, count);
  }

  const RecurrentTensors& r;
  const Memory<S>& memory;
  const int H, width, rows_h;
  const bool gru;
};

}  // namespace attento::recurrence
