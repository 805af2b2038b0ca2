#include "trainer.hpp"

#include <algorithm>
#include <cstring>
#include <utility>

namespace attento::bench {
namespace {

template <class Columns>
auto find_column(const Columns& columns, std::string_view name) {
  const auto found = columns.find(name);
  if (found == columns.end()) throw Error(Code::kBadInput, std::string(name), "", "a column of data");
  return found->second.data();
}

/// Eight at a time, as the compiler would not; `memcpy` would leave the module for so many bytes.
template <class T>
void copy(std::size_t count, const T* from, T* to) {
  std::size_t i = 0;
  for (; i + 8 <= count; i += 8) {
    struct Eight {
      T values[8];
    } eight;
    std::memcpy(&eight, from + i, sizeof eight);
    std::memcpy(to + i, &eight, sizeof eight);
  }
  for (; i < count; ++i) to[i] = from[i];
}

/// Copies rows of a column into a plan, row by row or transposed.
template <class T, class Handle>
void bring(const Feed<T, Handle>& feed, int first_row) {
  const auto width = static_cast<std::size_t>(feed.width);
  const T* from = feed.column + static_cast<std::size_t>(first_row) * width;
  T* to = feed.to.data();
  if (feed.step == feed.width) {
    copy(feed.to.size(), from, to);
    return;
  }
  const auto step = static_cast<std::size_t>(feed.step);
  const std::size_t rows = feed.to.size() / width;
  for (std::size_t t = 0; t < width / step; ++t) {
    for (std::size_t row = 0; row < rows; ++row) {
      std::copy_n(from + row * width + t * step, step, to + (t * rows + row) * step);
    }
  }
}

int get_step(const Shape& row, Layout layout) {
  const auto width = static_cast<int>(row.size());
  return layout == Layout::kTimeFirst ? width / row[0] : width;
}

}  // namespace

Parameter handle(const Parameters<float>& parameters, std::string_view name) {
  const auto& entries = parameters.entries();
  const auto found =
      std::find_if(entries.begin(), entries.end(), [&](const auto& entry) { return entry.name == name; });
  if (found == entries.end()) throw Error(Code::kBadInput, std::string(name), "", "a declared parameter");
  return {static_cast<int>(found - entries.begin())};
}

Node Recording::numbers(std::string_view column, const Shape& row, Layout layout) {
  std::vector<int> extents{batch};
  for (int axis = 0; axis < row.rank(); ++axis) extents.push_back(row[axis]);
  if (layout == Layout::kTimeFirst) std::swap(extents[0], extents[1]);
  const Node node = tape.input(column, Shape(std::span<const int>(extents)));
  feeds.numbers.push_back(
      {find_column(data_->numbers, column), node, static_cast<int>(row.size()), get_step(row, layout)});
  return node;
}

IdsNode Recording::ids(std::string_view column, const Shape& row, int limit, Layout layout) {
  const int step = get_step(row, layout);
  const Shape shape = layout == Layout::kTimeFirst ? Shape{row[0], batch * step}
                      : row.rank() == 0            ? Shape{batch}
                                                   : Shape{batch, row[0]};
  const IdsNode node = tape.ids(column, shape, limit);
  feeds.ids.push_back({find_column(data_->ids, column), node, static_cast<int>(row.size()), step});
  return node;
}

std::span<float> Trainer::numbers(const std::string& column, std::size_t count) {
  data_.numbers[column].resize(count);
  return data_.numbers[column];
}

std::span<std::int32_t> Trainer::ids(const std::string& column, std::size_t count) {
  data_.ids[column].resize(count);
  return data_.ids[column];
}

void Trainer::record() {
  parameters_.allocate();
  adam_.emplace(parameters_);
  training_.emplace(record(batch_, true));
  held_out_.emplace(record(held_out_rows_, false));
}

Trainer::Recorded Trainer::record(int batch, bool trains) const {
  Tape<float> tape(parameters_);
  Recording recording(tape, parameters_, data_, batch);
  const Node loss = record_model(workload_, recording);
  Recorded recorded{std::move(recording.feeds), std::move(tape).freeze(trains ? loss : Node{}), loss};
  for (auto& feed : recorded.feeds.numbers) feed.to = recorded.plan.value(feed.input);
  for (auto& feed : recorded.feeds.ids) feed.to = recorded.plan.ids(feed.input);
  return recorded;
}

void Trainer::Recorded::fill(int first_row) const {
  for (const auto& feed : feeds.numbers) bring(feed, first_row);
  for (const auto& feed : feeds.ids) bring(feed, first_row);
}

void Trainer::run(int count, int batches, double rate) {
  for (int i = 0; i < count; ++i) {
    training_->fill(next_batch_ * batch_);
    training_->plan.forward();
    training_->plan.backward();
    adam_->step(parameters_, rate);
    if (++next_batch_ == batches) next_batch_ = 0;
  }
}

float Trainer::loss(int first_row) {
  held_out_->fill(first_row);
  held_out_->plan.forward();
  return *held_out_->plan.value(held_out_->loss).data();
}

}  // namespace attento::bench
