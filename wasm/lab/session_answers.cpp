// The functions of a session that return JSON: configuration, manifest, evaluation, predictions and explanations.
#include <algorithm>

#include "lab/challenge.hpp"
#include "lab/map_score.hpp"
#include "lab/session.hpp"
#include "lab/trial_helpers.hpp"

namespace attento {
namespace {

/// Returns the answer that `write` writes, with its floats in `numbers` unless that is null. Turns BAD_PARAMETER errors
/// into BAD_INPUT.
template <class Write>
std::string write_answer(std::vector<float>* numbers, const Write& write) {
  Json json(numbers);
  try {
    write(json);
  } catch (const Error& error) {
    if (error.code != Code::kBadParameter) throw;
    throw Error(Code::kBadInput, error.parameter, error.value, error.expected);
  }
  return json.text();
}

}  // namespace

std::string Session::configuration() const {
  Json json;
  json.object([&] {
    json.field("experiment", experiment_->name).field("seed", static_cast<std::int64_t>(seed_));
    json.name("parameters").object([&] {
      for (const Setting& setting : experiment_->settings) {
        write_value(json.name(setting.name), values_.at(setting.name));
      }
    });
  });
  return json.text();
}

std::string Session::manifest() const {
  Json json;
  json.object([&] {
    json.field("scalars", scalar_names_);
    frame_.write_manifest(json);
    json.field("stepsPerEpoch", trial_->steps_per_epoch());
    json.field("plannedSteps", planned_steps());
    json.field("microBatches", micro_batches())
        .field("work", static_cast<double>(trial_->largest_plan().work()));
    json.name("optimizer").object([&] {
      write_optimizer(json, *experiment_);
      json.field("learningRate", values_.real("learningRate"));
      for (const char* name : {"clip", "l2"}) json.field(name, values_.has(name) ? values_.real(name) : 0.0);
    });
    trial_->describe(json);
    json.name("details").object([&] { trial_->describe_details(json); });
    json.name("parameters").array([&] {
      for (const auto& entry : trial_->parameters().entries()) {
        json.object([&] { write(json.field("name", entry.name), entry.shape); });
      }
    });
    json.name("graph").array([&] {
      const Plan<float>& plan = trial_->largest_plan();
      for (const OpRecord& line : plan.op_records()) {
        json.object([&] {
          json.field("op", line.op).field("inputs", line.inputs).field("outputs", line.outputs);
          write(json, plan.shape(Node{line.outputs.front()}));
        });
      }
    });
  });
  return json.text();
}

std::string Session::evaluate() {
  probe();
  const std::vector<double> probe_scalars = scalars_;
  const Evaluation whole = trial_->evaluate();
  for (const auto& [name, value] : whole.metrics) scalar_named(name) = value;
  Json json;
  json.object([&] {
    json.field("loss", whole.loss);
    json.name("metrics").object([&] {
      for (const Metric& metric : experiment_->metrics) {
        if (!is_training_loss(metric.name)) json.field(metric.name, scalar_named(metric.name));
      }
    });
  });
  scalars_ = probe_scalars;
  return json.text();
}

std::string Session::predict(Fields input, std::vector<float>* numbers) {
  return write_answer(numbers, [&](Json& json) {
    HeldWeights held = take_held_weights(input, experiment_->maps);
    const EditScope edits{*trial_};
    json.object([&] { write(json, trial_->predict(input, held)); });
  });
}

std::string Session::attention(const Fields& request, std::vector<float>* numbers) {
  return write_answer(numbers, [&](Json& json) {
    const AttentionMap map = trial_->attention(request);
    json.object([&] {
      write(json, map);
      if (!map.truth.empty() && trial_->has_attention(map.name))
        json.field("sampleRows", sample_rows(map.truth, map.shape[map.shape.rank() - 1], seed_));
    });
  });
}

std::string Session::explain(Fields request) {
  return write_answer(nullptr, [&](Json& json) {
    const std::string test = take_text(request, "test");
    if (!experiment_->supports_explanation)
      throw_bad_parameter("test", test, "an experiment that supports explain()");
    ExplainedAnswer explained = trial_->make_explained_answer(request);
    explained.others.clear();
    if (explained.labels.empty()) throw_bad_parameter("row", explained.row_label, "a row that sees a column");
    json.object([&] { write(json, attento::explain(explained, test)); });
  });
}

std::string Session::challenge(Fields input) {
  return write_answer(nullptr, [&](Json& json) {
    const int number = read_example(take_field(input, "number").value_or(0.0), kMaxChallenges, "number");
    const Challenge found = find_challenge(*trial_, input, seed_, static_cast<std::uint32_t>(number));
    json.object([&] { json.field("rowLabels", found.words).field("moves", found.moves); });
  });
}

std::string Session::counterfactual(Fields request) {
  return write_answer(nullptr, [&](Json& json) {
    const bool all = !request.contains("row"),
               only_expected = take_field(request, "onlyExpected").has_value();
    json.array([&] {
      for (int row = 0, count = 1; row < count; ++row) {
        if (all) request.insert_or_assign("row", static_cast<double>(row));
        const ExplainedAnswer explained = trial_->make_explained_answer(request);
        if (all) count = explained.rows;
        if (only_expected && std::none_of(explained.truth.begin(), explained.truth.end(),
                                          [](float share) { return share > 0; }))
          continue;
        json.object([&] { write_counterfactual(json, explained, only_expected); });
      }
    });
  });
}

}  // namespace attento
