// The recurrent cells: formulas and derivatives of one row (one example, one step), given its matrix products.
//
//   kRnn   h' = tanh(x·W + b + h·U)
//
//   kLstm  i, f, o = σ(x·W + b + h·U)
//          g = tanh(x·W + b + h·U)
//          c' = f ⊙ c + i ⊙ g
//          h' = o ⊙ tanh(c')
//
//   kGru   r, z = σ(x·W + b + h·U)
//          n = tanh(x·W + b + r ⊙ (h·U + b_h))
//          h' = (1 − z) ⊙ n + z ⊙ h
//
//   x      [D]  input
//   h, h'  [H]  hidden state before and after
//   c, c'  [H]  cell state of the LSTM before and after
//   W, U        weights of input and state; the columns of the gates are side by side in this order:
//               i, f, g, o for the LSTM; r, z, n for the GRU
//   σ           the logistic function; ⊙ multiplies element by element
//
// Both whole sequences and single steps (ops/recurrent.hpp) call these functions. kGru is the form of cuDNN and
// PyTorch: its reset gate acts after the product, which has its own bias b_h.
// Paper: Elman 1990, "Finding structure in time" (kRnn); Hochreiter & Schmidhuber 1997, "Long short-term memory", with
//   the forget gate of Gers, Schmidhuber & Cummins 2000, "Learning to forget" (kLstm); Cho et al. 2014, "Learning
//   phrase representations using RNN encoder-decoder for statistical machine translation", equations 5 to 8
//   (kGru; there the reset gate acts before the product).
#pragma once

namespace attento {

enum class Cell { kRnn, kGru, kLstm };

/// The number of gates: W, U and b have one block of H columns for each.
constexpr int gate_count(Cell cell) { return cell == Cell::kRnn ? 1 : cell == Cell::kLstm ? 4 : 3; }

// In the functions below, `gates` holds x·W + h·U of all gates side by side; forward functions overwrite it by the
// gates' values. `bias` may be nullptr. Backward functions take dh, set `dgates` to the derivatives before the
// non-linearity, and ADD to the gradient of the previous state, unless its pointer is nullptr.

template <class S>
void rnn_forward(int H, const S* bias, S* gates, S* h);
template <class S>
void rnn_backward(int H, const S* gates, const S* dh, S* dgates);

/// Computes c' and h' of an LSTM, and stores tanh(c') in tanh_c for the backward pass.
template <class S>
void lstm_forward(int H, const S* bias, S* gates, const S* c_before, S* c, S* tanh_c, S* h);
/// On call, dc holds the gradient of c' from later steps only; on return, its whole gradient.
template <class S>
void lstm_backward(int H, const S* gates, const S* c_before, const S* tanh_c, const S* dh, S* dc, S* dgates,
                   S* dc_before);

/// Computes the gates r and z of a GRU.
template <class S>
void gru_gates(int H, const S* bias, S* gates);
/// Call between gru_gates and gru_state. product [H] holds h·U for the columns of n; adds bias_hidden to it. The
/// columns of n in `gates` become x·W + r ⊙ product.
template <class S>
void gru_reset_after(int H, const S* bias_hidden, S* gates, S* product);
/// Computes n and h' of a GRU.
template <class S>
void gru_state(int H, const S* bias, S* gates, const S* h_before, S* h);
/// Computes the derivatives of n and z of a GRU; gru_reset_after_backward computes the derivative of r.
template <class S>
void gru_state_backward(int H, const S* gates, const S* h_before, const S* dh, S* dgates, S* dh_before);
/// Computes the derivatives of r and of `product` of a GRU from the derivative of n.
template <class S>
void gru_reset_after_backward(int H, const S* gates, const S* product, S* dgates, S* dproduct);

}  // namespace attento
