#include "lab/experiments/self_attention_path.hpp"

#include <string>

#include "lab/trial_helpers.hpp"

namespace attento {
namespace {

/// Writes lines; what it is given are nodes of the reader, of which it takes the token's row.
class Path {
 public:
  Path(Json& json, const Transformer& model, const TransformerReader& reader, const PathRequest& request)
      : json_(json), model_(model), reader_(reader), at_(request) {}

  void write() {
    const Transformer::Pass& pass = at_.encoder ? reader_.read : reader_.written;
    const Transformer::Seen& seen = pass.layers[static_cast<std::size_t>(at_.layer)];
    const bool last = at_.layer + 1 == model_.settings.layers;
    const bool answers = at_.encoder != model_.has_decoder();
    if (at_.layer == 0) {
      line("embedding", model_.settings.tied ? "√D E w" : "E w", pass.embedded);
      if (model_.settings.positions != Transformer::Positions::kNone) {
        line("position", "P", sum(pass.placed, pass.embedded, -1));
        line("embedding and position", "x = E w + P", pass.placed);
      }
    }
    sublayer(seen.at_self, "", [&] { heads(seen.self, true); });
    if (seen.cross.weights.valid()) sublayer(seen.at_cross, "cross ", [&] { heads(seen.cross, false); });
    sublayer(seen.at_feed, "feed-forward ", [&] {
      line("feed-forward hidden",
           model_.settings.activation == Activation::kGelu ? "gelu(x W₁ + b₁)" : "max(0, x W₁ + b₁)",
           seen.hidden);
    });
    if (!last) return;
    if (before()) line("last norm", "norm(x)", pass.states);
    if (!answers) return;
    line("logits", model_.settings.tied ? "x Eᵀ + b" : "x W + b", reader_.logits);
    line("probabilities", "softmax(logits)", reader_.loss.probabilities);
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
  void line(const std::string& name, std::string_view formula, std::span<const float> values) {
    write_step(json_, name, formula, values);
  }
  void line(const std::string& name, std::string_view formula, Node node) { line(name, formula, row(node)); }

  /// Norm, what happens within, output, residual.
  template <class Body>
  void sublayer(const Transformer::Sublayer& at, const std::string& prefix, const Body& body) {
    line(prefix + "input", "x", at.given);
    if (before()) line(prefix + "norm", "norm(x)", at.asked);
    body();
    line(prefix + "output", prefix == "feed-forward " ? "f(x) W₂ + b₂" : "mix W + b", at.said);
    line(prefix + "residual", "x + output",
         before() ? std::vector<float>(row(at.after).begin(), row(at.after).end()) : sum(at.given, at.said));
    if (!before()) line(prefix + "norm", "norm(x + output)", at.after);
  }

  /// Of all tokens that are looked at, D columns of [tokens, ·].
  void tokens(const std::string& name, std::string_view formula, Node node, std::size_t first,
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
    const std::string prefix = self ? "" : "cross ";
    const auto columns = static_cast<std::size_t>(reader_.plan.shape(seen.weights).last());
    const auto rows = static_cast<std::size_t>(reader_.plan.shape(seen.weights)[2]);
    const auto used = static_cast<std::size_t>(self ? at_.rows : at_.source);
    line(prefix + "query", "q = x Wq + bq", row(seen.queries).first(D));
    if (self) {
      line("key", "k = x Wk + bk", row(seen.keys).subspan(D, D));
      line("value", "v = x Wv + bv", row(seen.keys).subspan(2 * D, D));
    }
    const std::size_t first_key = self ? D : 0;
    tokens(prefix + "keys", "k of each token", seen.keys, first_key, used);
    tokens(prefix + "values", "v of each token", seen.keys, first_key + D, used);
    std::vector<float> mask(used, 1.0F);
    for (std::size_t s = static_cast<std::size_t>(at_.position) + 1;
         self && model_.looks_back(!at_.encoder) && s < used; ++s)
      mask[s] = 0;
    const std::span<const float> on(self ? at_.on : at_.cross_on);
    for (std::size_t n = 0; n < N; ++n) {
      const std::string head = ", head " + std::to_string(n);
      const auto named = [&](const char* name) { return std::string(prefix).append(name).append(head); };
      const std::size_t first = (n * rows + static_cast<std::size_t>(at_.position)) * columns;
      line(named("scores"), model_.settings.scale == 0 ? "e = q · k / √d" : "e = q · k / D",
           std::span<const float>(reader_.plan.value(seen.scores)).subspan(first, used));
      line(named("mask"), "1 = seen", mask);
      line(named("weights"), "a = softmax(e)",
           std::span<const float>(reader_.plan.value(seen.weights)).subspan(first, used));
      line(named("mix"), "Σ a v", row(seen.mix).subspan(n * D / N, D / N));
    }
    line(prefix + "switches", "1 = on", on.subspan(static_cast<std::size_t>(at_.layer) * N, N));
  }

  Json& json_;
  const Transformer& model_;
  const TransformerReader& reader_;
  const PathRequest& at_;
};

}  // namespace

void write_path(Json& json, const Transformer& model, const TransformerReader& reader,
                const PathRequest& request) {
  json.name("steps").array([&] { Path(json, model, reader, request).write(); });
}

}  // namespace attento
