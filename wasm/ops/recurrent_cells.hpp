// The recurrent cells: formulas and derivatives of one row (one example, one step), given its products.
//
//   kRnn             h' = tanh(x·W + b + h·U)
//
//   kLstm            i, f, o = σ(x·W + b + h·U)
//                    g = tanh(x·W + b + h·U)
//                    c' = f ⊙ c + i ⊙ g
//                    h' = o ⊙ tanh(c')
//
//   kGruResetBefore  r, z = σ(x·W + b + h·U)
//                    n = tanh(x·W + b + (r ⊙ h)·U)
//                    h' = (1 − z) ⊙ n + z ⊙ h
//
//   kGru             r, z = σ(x·W + b + h·U)
//                    n = tanh(x·W + b + r ⊙ (h·U + b_h))
//                    h' = (1 − z) ⊙ n + z ⊙ h
//
//   x      [D]  input
//   h, h'  [H]  hidden state before and after
//   c, c'  [H]  cell state of the LSTM before and after
//   W, U        weights of input and state; the columns of the gates stand side by side in the order given:
//               i, f, g, o of the LSTM; r, z, n of the GRUs
//   σ           the logistic function; ⊙ multiplies element by element
//
// Whole sequences and single steps (ops/recurrent.hpp) both call these; nowhere else are they written. kGru is the
// form of cuDNN and PyTorch: its reset gate acts after the product, which has a bias of its own, b_h.
// Paper: Elman 1990, "Finding structure in time" (kRnn); Hochreiter & Schmidhuber 1997, "Long short-term memory", with
//   the forget gate of Gers, Schmidhuber & Cummins 2000, "Learning to forget" (kLstm); Cho et al. 2014, "Learning
//   phrase representations using RNN encoder-decoder for statistical machine translation", equations 5 to 8
//   (kGruResetBefore).
#pragma once

namespace attento {

enum class Cell { kRnn, kGru, kGruResetBefore, kLstm };

/// Blocks of H columns in W, U and b.
constexpr int gates_of(Cell cell) { return cell == Cell::kRnn ? 1 : cell == Cell::kLstm ? 4 : 3; }

constexpr bool is_gru(Cell cell) { return cell == Cell::kGru || cell == Cell::kGruResetBefore; }

// In the functions below `gates` holds x·W + h·U, gate beside gate, and is overwritten by the gates' values;
// `bias` may be nullptr. In the backward ones dh is given, `dgates` is set to the derivative before the
// non-linearity, and what goes to the state before is ADDED, unless its pointer is nullptr.

template <class S>
void rnn_forward(int H, const S* bias, S* gates, S* h);
template <class S>
void rnn_backward(int H, const S* gates, const S* dh, S* dgates);

/// tanh_c keeps tanh(c') for the way back.
template <class S>
void lstm_forward(int H, const S* bias, S* gates, const S* c_before, S* c, S* tanh_c, S* h);
/// dc comes with what later steps say about c' and leaves with all of it.
template <class S>
void lstm_backward(int H, const S* gates, const S* c_before, const S* tanh_c, const S* dh, S* dc, S* dgates,
                   S* dc_before);

/// r and z.
template <class S>
void gru_gates(int H, const S* bias, S* gates);
/// For reset after, between the two others: product [H] holds h·U of n's columns and gets its bias;
/// n's column of the gates becomes x·W + r ⊙ product.
template <class S>
void gru_reset_after(int H, const S* bias_hidden, S* gates, S* product);
/// n and h'.
template <class S>
void gru_state(int H, const S* bias, S* gates, const S* h_before, S* h);
/// The derivatives of n and z; r's is left to what the variant does with it.
template <class S>
void gru_state_backward(int H, const S* gates, const S* h_before, const S* dh, S* dgates, S* dh_before);
/// r's derivative and that of the product, from n's.
template <class S>
void gru_reset_after_backward(int H, const S* gates, const S* product, S* dgates, S* dproduct);
/// r's derivative and the part of the state's, from that of r ⊙ h.
template <class S>
void gru_reset_before_backward(int H, const S* gates, const S* h, const S* dproduct, S* dgates, S* dh);

}  // namespace attento
