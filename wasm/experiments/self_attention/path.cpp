#include "experiments/self_attention/path.hpp"

namespace attento::self_attention {
namespace {

/// Collects steps; what it is given are nodes of the reader, of which it takes the token's row.
class Path {
 public:
  Path(const Transformer& model, const TransformerReader& reader, const PathRequest& request)
      : model_(model), reader_(reader), at_(request) {}

  Steps steps() {
    const Transformer::Pass& pass = at_.encoder ? reader_.read : reader_.written;
    const Transformer::Seen& seen = pass.layers[static_cast<std::size_t>(at_.layer)];
    const bool last = at_.layer + 1 == model_.settings.layers;
    const bool answers = at_.encoder != model_.has_decoder();
    if (at_.layer == 0) {
      part_ = "embedding";
      line("embedding", model_.settings.tied ? "√D E w" : "E w", pass.embedded);
      if (model_.settings.positions != Transformer::Positions::kNone) {
        line("position", "P", sum(pass.placed, pass.embedded, -1));
        line("embedding and position", "x = E w + P", pass.placed);
      }
    }
    sublayer("self", seen.at_self, "mix W + b", [&] { heads(seen.self, true); });
    if (seen.cross.weights.valid())
      sublayer("cross", seen.at_cross, "mix W + b", [&] { heads(seen.cross, false); });
    sublayer("feed-forward", seen.at_feed, "f(x) W₂ + b₂", [&] {
      line("hidden",
           model_.settings.activation == Activation::kGelu ? "gelu(x W₁ + b₁)" : "max(0, x W₁ + b₁)",
           seen.hidden);
    });
    if (!last) return std::move(steps_);
    part_ = "answer";
    if (before()) line("last norm", "norm(x)", pass.states);
    if (!answers) return std::move(steps_);
    line("logits", model_.settings.tied ? "x Eᵀ + b" : "x W + b", reader_.logits);
    line("probabilities", "softmax(logits)", reader_.loss.probabilities);
    return std::move(steps_);
  }

 private:
  bool before() const { return model_.settings.norm == NormPlace::kBefore; }

  std::span<const float> row(Node node) const {
    const std::span<const float> all = reader_.plan.value(node);
    const auto width = static_cast<std::size_t>(reader_.plan.shape(node).last());
    return all.subspan(static_cast<std::size_t>(at_.position) * width, width);
  }
  std::vector<float> sum(Node a, Node b, float sign = 1) const {
    std::vector<float> all(row(a).begin(), row(a).end());
    for (std::size_t i = 0; i < all.size(); ++i) all[i] += sign * row(b)[i];
    return all;
  }
  void line(std::string_view name, std::string_view formula, std::span<const float> values, int head = -1) {
    steps_.add(name, formula, values, -1, part_, at_.layer, head);
  }
  void line(std::string_view name, std::string_view formula, Node node) { line(name, formula, row(node)); }

  /// Norm, what happens within, output, residual.
  template <class Body>
  void sublayer(std::string_view part, const Transformer::Sublayer& at, std::string_view output,
                const Body& body) {
    part_ = part;
    line("input", "x", at.given);
    if (before()) line("norm", "norm(x)", at.asked);
    body();
    line("output", output, at.said);
    line("residual", "x + output", before() ? copy_of(row(at.after)) : sum(at.given, at.said));
    if (!before()) line("norm", "norm(x + output)", at.after);
  }

  /// Of all tokens that are looked at, D columns of [tokens, ·].
  void tokens(std::string_view name, std::string_view formula, Node node, std::size_t first,
              std::size_t used) {
    const auto D = static_cast<std::size_t>(model_.settings.width);
    const std::span<const float> all = reader_.plan.value(node);
    const auto width = static_cast<std::size_t>(reader_.plan.shape(node).last());
    std::vector<float> values;
    for (std::size_t s = 0; s < used; ++s) {
      const auto from = all.subspan(s * width + first, D);
      values.insert(values.end(), from.begin(), from.end());
    }
    line(name, formula, values);
  }

  /// Question, and scores, weights and mix of each head; keys and values of all tokens that are looked at, in a
  /// self-attention those of the token itself once more by themselves.
  void heads(const MultiHead& seen, bool self) {
    const auto D = static_cast<std::size_t>(model_.settings.width);
    const auto N = static_cast<std::size_t>(model_.settings.heads);
    const auto columns = static_cast<std::size_t>(reader_.plan.shape(seen.weights).last());
    const auto rows = static_cast<std::size_t>(reader_.plan.shape(seen.weights)[2]);
    const auto used = static_cast<std::size_t>(self ? at_.rows : at_.source);
    line("query", "q = x Wq + bq", row(seen.queries).first(D));
    if (self) {
      line("key", "k = x Wk + bk", row(seen.keys).subspan(D, D));
      line("value", "v = x Wv + bv", row(seen.keys).subspan(2 * D, D));
    }
    const std::size_t first_key = self ? D : 0;
    tokens("keys", "k of each token", seen.keys, first_key, used);
    tokens("values", "v of each token", seen.keys, first_key + D, used);
    std::vector<float> mask(used, 1.0F);
    for (std::size_t s = static_cast<std::size_t>(at_.position) + 1;
         self && model_.looks_back(!at_.encoder) && s < used; ++s)
      mask[s] = 0;
    const std::span<const float> on(self ? at_.on : at_.cross_on);
    for (std::size_t n = 0; n < N; ++n) {
      const int head = static_cast<int>(n);
      const std::size_t first = (n * rows + static_cast<std::size_t>(at_.position)) * columns;
      line("scores", model_.settings.scale == 0 ? "e = q · k / √d" : "e = q · k / D",
           std::span<const float>(reader_.plan.value(seen.scores)).subspan(first, used), head);
      line("mask", "1 = seen", mask, head);
      line("weights", "a = softmax(e)",
           std::span<const float>(reader_.plan.value(seen.weights)).subspan(first, used), head);
      line("mix", "Σ a v", row(seen.mix).subspan(n * D / N, D / N), head);
    }
    line("switches", "1 = on", on.subspan(static_cast<std::size_t>(at_.layer) * N, N));
  }

  const Transformer& model_;
  const TransformerReader& reader_;
  const PathRequest& at_;
  std::string_view part_;
  Steps steps_;
};

}  // namespace

Steps path_of(const Transformer& model, const TransformerReader& reader, const PathRequest& request) {
  return Path(model, reader, request).steps();
}

}  // namespace attento::self_attention
