#include "ops/recurrent_cells.hpp"

#include "core/vector_math.hpp"

// One row of gates stays in the first-level cache, so a few short loops over it cost little more than one
// long loop, which would need more registers than WebAssembly engines have.

namespace attento {
namespace {

template <class S>
void add(int n, const S* __restrict x, S* __restrict y) {
  if (!x) return;
  for (int i = 0; i < n; ++i) y[i] += x[i];
}

}  // namespace

template <class S>
void rnn_forward(int H, const S* bias, S* gates, S* __restrict h) {
  add(H, bias, gates);
  vtanh(H, gates, gates);
  for (int j = 0; j < H; ++j) h[j] = gates[j];
}

// forward was h' = tanh(a), so da = dh' (1 − h'²)
template <class S>
void rnn_backward(int H, const S* __restrict gates, const S* __restrict dh, S* __restrict dgates) {
  for (int j = 0; j < H; ++j) dgates[j] = dh[j] * (1 - gates[j] * gates[j]);
}

template <class S>
void lstm_forward(int H, const S* bias, S* __restrict gates, const S* __restrict c_before, S* __restrict c,
                  S* __restrict tanh_c, S* __restrict h) {
  add(4 * H, bias, gates);
  S *i = gates, *f = gates + H, *g = gates + 2 * H, *o = gates + 3 * H;
  vlogistic(2 * H, i, i);
  vtanh(H, g, g);
  vlogistic(H, o, o);
  for (int j = 0; j < H; ++j) c[j] = f[j] * c_before[j] + i[j] * g[j];
  vtanh(H, c, tanh_c);
  for (int j = 0; j < H; ++j) h[j] = o[j] * tanh_c[j];
}

// forward was c' = f c + i g and h' = o tanh(c'), so dc' += dh' o (1 − tanh²), di = dc' g, df = dc' c, dg =
// dc' i, do = dh' tanh, each times the slope of its non-linearity, and dc += dc' f
template <class S>
void lstm_backward(int H, const S* __restrict gates, const S* __restrict c_before, const S* __restrict tanh_c,
                   const S* __restrict dh, S* __restrict dc, S* __restrict dgates, S* __restrict dc_before) {
  const S *i = gates, *f = gates + H, *g = gates + 2 * H, *o = gates + 3 * H;
  S *di = dgates, *df = dgates + H, *dg = dgates + 2 * H, *d_o = dgates + 3 * H;
  for (int j = 0; j < H; ++j) {
    d_o[j] = dh[j] * tanh_c[j] * o[j] * (1 - o[j]);
    dc[j] += dh[j] * o[j] * (1 - tanh_c[j] * tanh_c[j]);
    di[j] = dc[j] * g[j] * i[j] * (1 - i[j]);
    df[j] = dc[j] * c_before[j] * f[j] * (1 - f[j]);
    dg[j] = dc[j] * i[j] * (1 - g[j] * g[j]);
  }
  if (!dc_before) return;
  for (int j = 0; j < H; ++j) dc_before[j] += dc[j] * f[j];
}

template <class S>
void gru_gates(int H, const S* bias, S* gates) {
  add(2 * H, bias, gates);
  vlogistic(2 * H, gates, gates);
}

template <class S>
void gru_reset_after(int H, const S* bias_hidden, S* __restrict gates, S* __restrict product) {
  add(H, bias_hidden, product);
  const S* r = gates;
  S* n = gates + 2 * H;
  for (int j = 0; j < H; ++j) n[j] += r[j] * product[j];
}

template <class S>
void gru_state(int H, const S* bias, S* __restrict gates, const S* __restrict h_before, S* __restrict h) {
  const S* z = gates + H;
  S* n = gates + 2 * H;
  add(H, bias ? bias + 2 * H : nullptr, n);
  vtanh(H, n, n);
  for (int j = 0; j < H; ++j) h[j] = (1 - z[j]) * n[j] + z[j] * h_before[j];
}

// forward was h' = (1 − z) n + z h, so dn = dh' (1 − z), dz = dh' (h − n), each times the slope of its
// non-linearity, and dh += dh' z
template <class S>
void gru_state_backward(int H, const S* __restrict gates, const S* __restrict h_before,
                        const S* __restrict dh, S* __restrict dgates, S* __restrict dh_before) {
  const S *z = gates + H, *n = gates + 2 * H;
  S *dz = dgates + H, *dn = dgates + 2 * H;
  for (int j = 0; j < H; ++j) {
    dn[j] = dh[j] * (1 - z[j]) * (1 - n[j] * n[j]);
    dz[j] = dh[j] * (h_before[j] - n[j]) * z[j] * (1 - z[j]);
  }
  if (!dh_before) return;
  for (int j = 0; j < H; ++j) dh_before[j] += dh[j] * z[j];
}

// forward was a = x·W + r product, so dr = da product, times the slope r (1 − r), and dproduct = da r
template <class S>
void gru_reset_after_backward(int H, const S* __restrict gates, const S* __restrict product,
                              S* __restrict dgates, S* __restrict dproduct) {
  const S *r = gates, *dn = dgates + 2 * H;
  S* dr = dgates;
  for (int j = 0; j < H; ++j) {
    dr[j] = dn[j] * product[j] * r[j] * (1 - r[j]);
    dproduct[j] = dn[j] * r[j];
  }
}

#define ATTENTO_INSTANTIATE(S)                                                             \
  template void rnn_forward<S>(int, const S*, S*, S*);                                     \
  template void rnn_backward<S>(int, const S*, const S*, S*);                              \
  template void lstm_forward<S>(int, const S*, S*, const S*, S*, S*, S*);                  \
  template void lstm_backward<S>(int, const S*, const S*, const S*, const S*, S*, S*, S*); \
  template void gru_gates<S>(int, const S*, S*);                                           \
  template void gru_reset_after<S>(int, const S*, S*, S*);                                 \
  template void gru_state<S>(int, const S*, S*, const S*, S*);                             \
  template void gru_state_backward<S>(int, const S*, const S*, const S*, S*, S*);          \
  template void gru_reset_after_backward<S>(int, const S*, const S*, S*, S*);

ATTENTO_INSTANTIATE(float)
ATTENTO_INSTANTIATE(double)
#undef ATTENTO_INSTANTIATE

}  // namespace attento
