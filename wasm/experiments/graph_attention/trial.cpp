#include "experiments/graph_attention/trial.hpp"

#include <array>
#include <string>

#include "experiments/graph_attention/graph_text.hpp"
#include "experiments/graph_attention/layout.hpp"
#include "experiments/graph_attention/measure.hpp"
#include "lab/pair_words.hpp"
#include "lab/trial_helpers.hpp"
#include "tasks/dictionary_lookup.hpp"
#include "tasks/social_graph.hpp"

namespace attento::graph_attention {
namespace {

bool is_social(const Values& values) { return values.choice("task") == "social"; }

/// Makes the task. Throws BAD_PARAMETER for settings that contradict one another.
std::unique_ptr<GraphTask> make_task(std::uint64_t seed, const Values& values) {
  const bool permuted = values.choice("values") == "permuted";
  const bool self_loops = values.boolean("selfLoops");
  const int kinds = values.integer("kinds");
  if (!is_social(values)) return std::make_unique<DictionaryLookup>(seed, kinds, permuted, self_loops);
  const int persons = values.integer("people");
  const int min_persons = SocialGraph::min_persons(kinds);
  if (persons < min_persons)
    throw_bad_parameter("people", persons,
                        "a speaker for each circle: " + std::to_string(min_persons) + " or more");
  return std::make_unique<SocialGraph>(seed, persons, kinds, values.integer("friends"), permuted, self_loops);
}

GraphNetwork make_model(Parameters<float>& parameters, const Values& values) {
  const int width = values.integer("width");
  const int heads = values.integer("heads");
  if (width % heads != 0)
    throw_bad_parameter("heads", heads, "a divisor of the width, " + std::to_string(width));
  return GraphNetwork::declare(parameters, values.choice("mechanism"), values.integer("kinds"), width, heads);
}

class GraphTrial final : public Trial {
 public:
  GraphTrial(std::uint64_t seed, const Values& values)
      : Trial(values, {seed, values.integer("examples"), values.integer("batchSize")}),
        seed_(seed),
        task_(make_task(seed, values)),
        model_(make_model(parameters_, values)),
        training_plan_(parameters_, true, model_, values.integer("batchSize"), task_->nodes, task_->kinds),
        probe_plan_(parameters_, false, model_, kProbeExamples, task_->nodes, task_->kinds),
        predict_plan_(parameters_, false, model_, 1, task_->nodes, task_->kinds),
        user_plan_(parameters_, false, model_, 1, GraphTask::kMaxNodes, task_->kinds) {
    register_plans({&training_plan_.plan, &probe_plan_.plan, &predict_plan_.plan, &user_plan_.plan});
  }

  std::vector<Node> model_losses() const override { return {training_plan_.loss.loss}; }

  void declare(Frame& frame) override {
    const int n = task_->nodes;
    const std::vector<Axis> map = /* translated */ {{"query", n}, {"key", n}};
    frame.add_map("weights", map);
    frame.add("truth", map);
    frame.add("lengths", {{"axis", 2}});
    frame.add("tokens", {{"node", n}});
    frame.add("heads", {{"head", predict_plan_.heads()}, {"query", n}, {"key", n}});
    frame.add("edges", map);
    frame.add("places", {{"node", n}, {"axis", 2}});
    for (const char* name : {"attributes", "values", "targets"}) frame.add(name, {{"node", n}});
    frame.row_labels = frame.column_labels = number_labels(n);
  }

  void describe(Json& json) const override { write_counts(json, kHeldOut, kProbeExamples); }

  void describe_details(Json& json) const override {
    std::vector<std::string> value_labels = number_labels(task_->kinds, 0), attributes;
    value_labels.emplace_back("?");
    for (int kind = 0; kind < task_->kinds; ++kind) attributes.push_back(format_attribute(kind));
    json.field("targetWords", value_labels).field("sourceWords", attributes);
    json.field("heads", predict_plan_.heads()).field("maximumNodes", GraphTask::kMaxNodes);
  }

  MetricValues probe(Frame& frame) override;

  Evaluation evaluate() override {
    const MetricSums sums = measure(kHeldOut);
    return {sums.loss / sums.queries, sums.metrics(task_->nodes)};
  }

  Answer predict(const Fields& input, HeldWeights& held) override;
  ExplainedAnswer make_explained_answer(const Fields& request) override;

  AttentionMap attention(const Fields& request) override {
    const Graph graph =
        held_out(read_map_request(request, kMaps, kHeldOut, values_.integer("probeExample")).example);
    fill_and_run(predict_plan_, graph);
    return make_map(predict_plan_, graph);
  }

 private:
  void initialize(std::uint64_t seed) override { model_.initialize(parameters_, seed); }

  void fill_row(int row, std::int32_t example) override {
    task_->draw(static_cast<std::uint32_t>(example), false, training_graph_);
    training_plan_.fill(row, training_graph_);
  }
  Shape truth_shape() const override { return {task_->nodes, task_->nodes}; }
  void mark_example(std::int32_t example, std::span<float> marks) const override {
    const Graph graph = task_->graph(static_cast<std::uint32_t>(example));
    std::copy(graph.truth.begin(), graph.truth.end(), marks.begin());
  }

  Graph held_out(int index) const { return task_->graph(static_cast<std::uint32_t>(index), true); }

  /// Returns the held-out or typed graph of an input, and a recording that is large enough for it.
  std::pair<Graph, GraphRecording*> read_input(const Fields& input) {
    if (const auto example = read_example_field(input, kHeldOut)) return {held_out(*example), &predict_plan_};
    const Values read = read_settings(kInputs, input);
    return {read_graph(read.text("nodes"), read.text("edges"), GraphTask::kMaxNodes, task_->kinds,
                       values_.boolean("selfLoops")),
            &user_plan_};
  }

  /// Makes the plan use the held weights until clear_edits(). Held row i belongs to the i-th query node.
  static void hold(HeldWeights& held, GraphRecording& recording, const Graph& graph) {
    const std::vector<int> queries = graph.queries();
    held.check({{{.name = kMaps[0].name,
                  .heads = recording.heads(),
                  .rows = static_cast<int>(queries.size()),
                  .columns = graph.nodes(),
                  .is_visible = [&](int row, int node) {
                    return graph.has_edge(queries[static_cast<std::size_t>(row)], node);
                  }}}});
    if (held.empty()) return;
    recording.plan.edit(recording.output.attention.weights,
                        [&held, &recording, queries](std::span<float> weights) {
                          const auto n = static_cast<std::size_t>(recording.nodes());
                          for (int head = 0; head < recording.heads(); ++head)
                            for (int row = 0; const int node : queries)
                              held.apply({.map = kMaps[0].name, .head = head, .row = row++}, n,
                                         weights.subspan(recording.row_offset(head, node), n));
                        });
  }

  /// Computes the positions at which nodes are drawn.
  std::vector<float> lay_out_nodes(const Graph& graph) const {
    std::vector<float> positions(2 * graph.attribute.size());
    if (is_social(values_)) {
      lay_out(graph, seed_, positions);
    } else {
      lay_out_in_rows(graph, positions);
    }
    return positions;
  }

  MetricSums measure(int count) {
    MetricSums all;
    std::vector<Graph> graphs(kProbeExamples);
    const auto fill = [&](int row, int i) {
      Graph& graph = graphs[static_cast<std::size_t>(row)];
      task_->draw(static_cast<std::uint32_t>(i), true, graph);
      probe_plan_.fill(row, graph);
    };
    run_in_batches(probe_plan_.plan, kProbeExamples, count, fill, [&](int, int rows) {
      const double before = all.queries;
      for (int row = 0; row < rows; ++row) all.add(probe_plan_, row, graphs[static_cast<std::size_t>(row)]);
      all.loss += probe_plan_.number(probe_plan_.loss.loss) * (all.queries - before);
    });
    return all;
  }

  /// A map with a row for each query node.
  AttentionMap make_map(const GraphRecording& recording, const Graph& graph) const {
    const Attention& attention = recording.output.attention;
    AttentionMap map{.name = kMaps[0].name, .column_labels = list_nodes(graph, task_->kinds)};
    for (const int node : graph.queries()) {
      map.row_labels.push_back(map.column_labels[static_cast<std::size_t>(node)]);
      append(map.weights, recording.average_heads(attention.weights, 0, node, graph.nodes()));
      append(map.scores, recording.average_heads(attention.scores, 0, node, graph.nodes()));
      append(map.truth, copy_row(graph.truth, node, graph.nodes()));
    }
    map.shape = {static_cast<int>(map.row_labels.size()), graph.nodes()};
    return map;
  }

  std::uint64_t seed_;
  std::unique_ptr<GraphTask> task_;
  GraphNetwork model_;
  GraphRecording training_plan_, probe_plan_, predict_plan_, user_plan_;
  Graph training_graph_;   // the last drawn training example
  int layout_graph_ = -1;  // the index of the held-out graph whose layout the frame holds
};

MetricValues GraphTrial::probe(Frame& frame) {
  const int watched = values_.integer("probeExample");
  const Graph graph = held_out(watched);
  fill_and_run(predict_plan_, graph);
  const Attention& attention = predict_plan_.output.attention;
  frame.write("heads", predict_plan_.plan.value(attention.weights));
  frame.write("truth", graph.truth);
  frame.write("edges", graph.edges);
  frame.write("attributes", graph.attribute);
  frame.write("targets", graph.target);
  for (int node = 0; node < graph.nodes(); ++node) {
    const auto i = static_cast<std::size_t>(node);
    frame.write("weights", predict_plan_.average_heads(attention.weights, 0, node, graph.nodes()), i);
    frame.write("weights.scores", predict_plan_.average_heads(attention.scores, 0, node, graph.nodes()), i);
    frame["values"][i] = graph.value[i] == task_->kinds ? -1.0F : static_cast<float>(graph.value[i]);
    frame["tokens"][i] =
        graph.is_query(node) ? static_cast<float>(predict_plan_.predicted_value(0, node)) : -1.0F;
  }
  frame.write("lengths", std::array{static_cast<int>(graph.queries().size()), graph.nodes()});
  if (layout_graph_ != watched) {
    layout_graph_ = watched;
    frame.write("places", lay_out_nodes(graph));
  }
  return measure(kProbeExamples).metrics(task_->nodes);
}

ExplainedAnswer GraphTrial::make_explained_answer(const Fields& request) {
  Fields input = without_row(request, {"map"});
  const std::optional<Value> head_value = take_field(input, "head");
  const std::pair<Graph, GraphRecording*> read = read_input(input);
  const Graph& graph = read.first;
  GraphRecording* const recording = read.second;
  const std::vector<int> queries = graph.queries();
  const int row = read_row(request, static_cast<int>(queries.size()));
  const int node = queries[static_cast<std::size_t>(row)];
  const Node weights = recording->output.attention.weights;
  // Without "head", the row is held in all heads.
  const int head = read_example(head_value.value_or(0.0), recording->heads(), "head");
  std::vector<std::pair<Node, std::size_t>> others;
  for (int other = 1; other < recording->heads() && !head_value; ++other)
    others.emplace_back(weights, recording->row_offset(other, node));
  const std::vector<std::string> labels = list_nodes(graph, task_->kinds);
  std::vector<bool> hidden;
  std::vector<int> expected;
  for (int other = 0; other < graph.nodes(); ++other) {
    const int value = graph.value[static_cast<std::size_t>(other)];
    hidden.push_back(!graph.has_edge(node, other));
    expected.push_back(hidden.back() || value >= task_->kinds ? ExplainedAnswer::kNone : value);
  }
  return {
      .plan = &recording->plan,
      .weights = weights,
      .first = recording->row_offset(head, node),
      .others = others,
      .labels = labels,
      .row_label = labels[static_cast<std::size_t>(node)],
      .rows = static_cast<int>(queries.size()),
      .truth = copy_row(graph.truth, node, graph.nodes()),
      .hidden = hidden,
      .expected = expected,
      .fill = [graph, recording](int) { recording->fill(0, graph); },
      .answer = read_probabilities(recording->row(recording->loss.probabilities, node, recording->nodes())),
      .answer_label = [](std::size_t value) { return std::to_string(value); }};
}

Answer GraphTrial::predict(const Fields& input, HeldWeights& held) {
  const auto [graph, from] = read_input(input);
  GraphRecording& recording = *from;
  hold(held, recording, graph);
  fill_and_run(recording, graph);
  std::vector<int> output, target, isolated;
  std::vector<std::string> text;
  std::vector<std::vector<Candidate>> candidate_lists;
  for (const int node : graph.queries()) {
    const auto edges = select_row(graph.edges, node, graph.nodes());
    if (std::count(edges.begin(), edges.end(), 1) == graph.has_edge(node, node)) isolated.push_back(node + 1);
    output.push_back(recording.predicted_value(0, node));
    text.push_back(std::to_string(output.back()));
    candidate_lists.push_back(
        list_top_candidates(recording.row(recording.loss.probabilities, node, recording.nodes()),
                            [](std::size_t value) { return std::to_string(value); }));
    target.push_back(graph.find_answer(node));
  }
  Answer answer;
  answer.fields.add("output", output);
  answer.fields.add("text", text);
  answer.fields.add("candidates", candidate_lists);
  answer.fields.add("target", target);
  // The answers of query nodes without neighbors do not depend on other nodes.
  if (!isolated.empty()) answer.fields.add("isolatedNodes", isolated);
  answer.fields.add("nodes", format_nodes(graph, task_->kinds));
  answer.fields.add("edges", format_edges(graph));
  answer.fields.add("nodePositions", lay_out_nodes(graph));
  answer.attention = make_map(recording, graph);
  const Attention& attention = recording.output.attention;
  const auto rows = [&, count = graph.attribute.size()](Node of) {
    return recording.first_rows(of, count, recording.nodes());
  };
  const bool gat = model_.mechanism == "gat";
  answer.steps.add("scores",
                   gat                                  ? "e = LeakyReLU(a₁ · W h + a₂ · W h′)"
                   : model_.mechanism == "gatv2-linear" ? "e = a · (W₁ h + W₂ h′)"
                                                        : "e = a · LeakyReLU(W₁ h + W₂ h′)",
                   recording.copy_head_maps(attention.scores, graph.nodes()));
  answer.steps.add("weights", "a = softmax(e)", recording.copy_head_maps(attention.weights, graph.nodes()));
  answer.steps.add("context", gat ? "c = Σ a W h′" : "c = Σ a W₂ h′", rows(attention.context));
  answer.steps.add("probabilities", "p = softmax(W c + b)", rows(recording.loss.probabilities));
  return answer;
}

}  // namespace

std::unique_ptr<Trial> make_trial(std::uint64_t seed, const Values& values, Data) {
  return std::make_unique<GraphTrial>(seed, values);
}

}  // namespace attento::graph_attention
