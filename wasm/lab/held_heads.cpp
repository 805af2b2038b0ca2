#include "lab/held_heads.hpp"

#include <tuple>

#include "lab/trial_helpers.hpp"

namespace attento {

void hold_heads(Plan<float>& plan, std::span<const Node> layers, const HeldWeights& held, MapRows map_rows) {
  map_rows.layer = 0;
  for (const Node weights : layers) {
    const Shape shape = plan.shape(weights);
    const auto columns = static_cast<std::size_t>(shape.last());
    const std::size_t count = static_cast<std::size_t>(shape[2]) * columns;
    plan.edit(weights, [&held, map_rows, columns, count](std::span<float> all) {
      for (MapRows head = map_rows; !all.empty(); ++head.head, all = all.subspan(count))
        held.apply(head, columns, all.first(count));
    });
    ++map_rows.layer;
  }
}

void choose_heads(ExplainedAnswer& explained, std::span<const Node> layers, Fields request, int row) {
  const Shape shape = explained.plan->shape(layers.front());
  const int count = static_cast<int>(layers.size());
  const std::optional<Value> layer = take_field(request, "layer"), head = take_field(request, "head");
  const int chosen_layer = layer ? read_example(*layer, count, "layer") : -1;
  const int chosen_head = head ? read_example(*head, shape[1], "head") : -1;
  for (int l = 0; l < count; ++l) {
    for (int n = 0; n < shape[1]; ++n) {
      if ((layer && l != chosen_layer) || (head && n != chosen_head)) continue;
      explained.others.emplace_back(
          layers[static_cast<std::size_t>(l)],
          static_cast<std::size_t>(n * shape[2] + row) * static_cast<std::size_t>(shape.last()));
    }
  }
  std::tie(explained.weights, explained.first) = explained.others.front();
  explained.others.erase(explained.others.begin());
}

}  // namespace attento
