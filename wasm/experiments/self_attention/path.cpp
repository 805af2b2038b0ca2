#include "experiments/self_attention/recording.hpp"

namespace attento::self_attention {
namespace {

/// Collects the steps of a computation: the rows of the followed tokens in each node of the recording.
class Path {
 public:
  Path(const TransformerRecording& recording, const PairLayout& used, const Values& inputs,
       std::span<const float> head_gates)
      : recording_(recording), used_(used), inputs_(inputs), head_gates_(head_gates) {
    if (position_ < rows_) return;
    throw_bad_parameter("position", position_, "a number below that of the tokens, " + std::to_string(rows_));
  }

  ComputationSteps steps() {
    const Transformer::StackOutput& pass =
        is_encoder_ ? recording_.encoder_output : recording_.decoder_output;
    const Transformer::LayerOutput& output = pass.layers[static_cast<std::size_t>(layer_)];
    if (layer_ == 0) {
      part_ = "embedding";
      line("embedding", model_.settings.tied_embeddings ? "√D E w" : "E w", pass.embedded);
      if (model_.settings.positions != Transformer::Positions::kNone) {
        line("position", "P", sum(pass.with_positions, pass.embedded, -1));
        line("embedding and position", "x = E w + P", pass.with_positions);
      }
    }
    sublayer("self", output.self_sublayer, "mix W + b", [&] { heads(output.self, self_); });
    if (output.cross.weights.valid())
      sublayer("cross", output.cross_sublayer, "mix W + b", [&] { heads(output.cross, kCrossMap); });
    sublayer("feed-forward", output.feed_sublayer, "f(x) W₂ + b₂", [&] {
      line("hidden",
           model_.settings.activation == Activation::kGelu ? "gelu(x W₁ + b₁)" : "max(0, x W₁ + b₁)",
           output.hidden);
    });
    if (layer_ + 1 < model_.settings.layers) return std::move(steps_);
    part_ = "answer";
    if (norm_before()) line("last norm", "norm(x)", pass.states);
    if (is_encoder_ && model_.has_decoder()) return std::move(steps_);
    line("logits", model_.settings.tied_embeddings ? "x Eᵀ + b" : "x W + b", recording_.logits);
    line("probabilities", "softmax(logits)", recording_.loss.probabilities);
    return std::move(steps_);
  }

 private:
  bool norm_before() const { return model_.settings.norm == NormPosition::kBefore; }

  /// Copies `count` columns from `from` on, in `rows` rows from `first` on; one row after the other.
  std::vector<float> block(Node node, std::size_t first, std::size_t rows, std::size_t from,
                           std::size_t count) const {
    const std::span<const float> all = recording_.plan.value(node);
    const auto width = static_cast<std::size_t>(recording_.plan.shape(node).last());
    std::vector<float> values;
    for (std::size_t r = first; r < first + rows; ++r) append(values, all.subspan(r * width + from, count));
    return values;
  }
  /// Copies `count` columns from `from` on, in the rows of the followed tokens.
  std::vector<float> columns(Node node, std::size_t from, std::size_t count) const {
    return block(node, first_, count_, from, count);
  }
  std::vector<float> rows(Node node) const {
    return columns(node, 0, static_cast<std::size_t>(recording_.plan.shape(node).last()));
  }
  std::vector<float> sum(Node a, Node b, float sign = 1) const {
    std::vector<float> all = rows(a);
    const std::vector<float> more = rows(b);
    for (std::size_t i = 0; i < all.size(); ++i) all[i] += sign * more[i];
    return all;
  }
  void line(std::string_view name, std::string_view formula, std::span<const float> values, int head = -1) {
    steps_.add(name, formula, values, -1, part_, layer_, head);
  }
  void line(std::string_view name, std::string_view formula, Node node) { line(name, formula, rows(node)); }

  /// Adds the lines of a sublayer: its input, the norm, the lines of `body`, its output, and the residual.
  template <class Body>
  void sublayer(std::string_view part, const Transformer::Sublayer& at, std::string_view output,
                const Body& body) {
    part_ = part;
    line("input", "x", at.input);
    if (norm_before()) line("norm", "norm(x)", at.normed);
    body();
    line("output", output, at.output);
    line("residual", "x + output", norm_before() ? rows(at.residual) : sum(at.input, at.output));
    if (!norm_before()) line("norm", "norm(x + output)", at.residual);
  }

  /// Adds the lines of an attention: queries of the followed tokens, keys and values of all tokens; scores, weights
  /// and weighted sum of each head. Self-attention also has lines with the followed tokens' keys and values.
  void heads(const MultiHead& output, MapKind map) {
    const bool self = map == self_;
    const auto D = static_cast<std::size_t>(model_.settings.width);
    const auto N = static_cast<std::size_t>(model_.settings.heads);
    const auto queries = static_cast<std::size_t>(recording_.plan.shape(output.weights)[2]);
    const auto used = static_cast<std::size_t>(used_.columns(map));
    line("query", "q = x Wq + bq", columns(output.queries, 0, D));
    if (self) {
      line("key", "k = x Wk + bk", columns(output.keys, D, D));
      line("value", "v = x Wv + bv", columns(output.keys, 2 * D, D));
    }
    const std::size_t first_key = self ? D : 0;
    line("keys", "k of each token", block(output.keys, 0, used, first_key, D));
    line("values", "v of each token", block(output.keys, 0, used, first_key + D, D));
    std::vector<float> mask(count_ * used, 1.0F);
    for (std::size_t t = 0; t < count_; ++t)
      for (std::size_t s = first_ + t + 1; self && model_.is_causal(!is_encoder_) && s < used; ++s)
        mask[t * used + s] = 0;
    for (std::size_t n = 0; n < N; ++n) {
      const int head = static_cast<int>(n);
      const std::size_t first = n * queries + first_;
      line("scores", model_.settings.scale == 0 ? "e = q · k / √d" : "e = q · k / D",
           block(output.scores, first, count_, 0, used), head);
      line("mask", "1 = seen", mask, head);
      line("weights", "a = softmax(e)", block(output.weights, first, count_, 0, used), head);
      line("weighted sum", "Σ a v", columns(output.head_contexts, n * D / N, D / N), head);
    }
    line("heads on", "1 = on",
         used_.select_gates(map, head_gates_).subspan(static_cast<std::size_t>(layer_) * N, N));
  }

  const TransformerRecording& recording_;
  const PairLayout& used_;
  const Values& inputs_;
  std::span<const float> head_gates_;
  const Transformer& model_ = recording_.model;
  bool is_encoder_ =  // whether the tokens are those of the encoder, not of the decoder
      !used_.has_decoder() || (used_.has_encoder() && inputs_.choice("side") == "source");
  MapKind self_ = is_encoder_ ? kEncoderMap : kDecoderMap;  // the map of their self-attention
  bool all_ = inputs_.boolean("allTokens");
  int rows_ = used_.rows(self_), layer_ = inputs_.integer("layer");
  int position_ = all_ ? 0 : inputs_.integer("position");
  std::size_t first_ = static_cast<std::size_t>(position_);         // the first followed token
  std::size_t count_ = all_ ? static_cast<std::size_t>(rows_) : 1;  // and the number of followed tokens
  std::string_view part_;
  ComputationSteps steps_;
};

}  // namespace

ComputationSteps list_path_steps(const TransformerRecording& recording, const PairLayout& used,
                                 const Values& inputs, std::span<const float> head_gates) {
  return Path(recording, used, inputs, head_gates).steps();
}

}  // namespace attento::self_attention
