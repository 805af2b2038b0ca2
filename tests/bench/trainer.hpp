// The trainer of the benchmarks: a workload's model as plans over data from JavaScript.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/parameters.hpp"
#include "core/tape.hpp"
#include "nn/adam.hpp"

namespace attento::bench {

/// Columns of data by name, rows one after the other.
struct Data {
  std::map<std::string, std::vector<float>, std::less<>> numbers;
  std::map<std::string, std::vector<std::int32_t>, std::less<>> ids;
};

/// An input of a plan and the column that feeds it, with `width` numbers for each example. In time-first plans a batch is
/// turned on its way in, so that the steps of `step` numbers each come first; elsewhere an example is one step.
template <class T, class Handle>
struct Feed {
  const T* column;
  Handle input;
  int width, step;
  std::span<T> to{};  // the input in the frozen plan
};

struct Feeds {
  std::vector<Feed<float, Node>> numbers;
  std::vector<Feed<std::int32_t, IdsNode>> ids;
};

/// The parameter of this name.
Parameter handle(const Parameters<float>& parameters, std::string_view name);

/// What a model is recorded with: its tape, and parameters and inputs by name.
class Recording {
 public:
  Recording(Tape<float>& tape, const Parameters<float>& parameters, const Data& data, int batch)
      : tape(tape), batch(batch), parameters_(&parameters), data_(&data) {}

  Tape<float>& tape;
  const int batch;
  Feeds feeds;

  Node parameter(std::string_view name) const { return tape.parameter(handle(*parameters_, name)); }
  const Shape& shape(std::string_view name) const { return parameters_->shape(handle(*parameters_, name)); }

  const Parameters<float>& parameters() const { return *parameters_; }

  /// A column whose examples have the shape `row`, as [batch, ...row] or [row[0], batch, ...].
  Node numbers(std::string_view column, const Shape& row, Layout layout = Layout::kBatchFirst);

  /// The same for whole numbers below `limit`, as [batch, ...row] or [row[0], batch · ...].
  IdsNode ids(std::string_view column, const Shape& row, int limit, Layout layout = Layout::kBatchFirst);

 private:
  const Parameters<float>* parameters_;
  const Data* data_;
};

/// Records the model of a workload, "W1" to "W10", down to its loss. Sizes come from the shapes of the parameters.
Node record_model(std::string_view workload, Recording& recording);

/// Declare parameters and fill in data, then record, then fill in parameters, then run.
class Trainer {
 public:
  Trainer(std::string workload, int batch, int held_out_rows)
      : workload_(std::move(workload)), batch_(batch), held_out_rows_(held_out_rows) {}

  void declare(const std::string& name, const Shape& shape) { parameters_.declare(name, shape); }
  std::span<float> numbers(const std::string& column, std::size_t count);
  std::span<std::int32_t> ids(const std::string& column, std::size_t count);
  void record();
  std::span<float> parameter(std::string_view name) { return parameters_.values(handle(parameters_, name)); }

  /// Trains `count` further steps on `batches` batches in turn.
  void run(int count, int batches, double rate);

  /// Mean loss over the held-out rows, which begin at `first_row`.
  float loss(int first_row);

 private:
  struct Recorded {
    Feeds feeds;
    Plan<float> plan;
    Node loss;
    void fill(int first_row) const;
  };
  Recorded record(int batch, bool trains) const;

  std::string workload_;
  int batch_;
  int held_out_rows_;
  int next_batch_ = 0;
  Data data_;
  Parameters<float> parameters_;
  std::optional<Adam<float>> adam_;
  std::optional<Recorded> training_;
  std::optional<Recorded> held_out_;
};

}  // namespace attento::bench
