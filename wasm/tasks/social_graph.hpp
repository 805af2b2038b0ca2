// A social graph: query nodes have to predict the opinion of their circle, which only friends of that circle know.
//
//   a ? — a 3,  a ? — b 1,  a ? — c 3
//   t = 3, carried by the first edge alone
//
// n persons in C circles; each graph draws a new opinion for each circle. The first third of the persons are the query
// nodes and have no value; the others (speakers) carry the opinion of their circle. Each person is a friend of the next
// few persons on a ring, one in five replaced by a random person (Watts & Strogatz 1998, "Collective dynamics of
// small-world networks"), and each query node of at least one speaker of its circle. Edges go both ways.
// The truth: the edges from a query node to its friends who are speakers of its circle.
// Look for: few wide edges among many thin ones, from each person to its own circle.
#pragma once

#include <array>

#include "tasks/graph.hpp"

namespace attento {

class SocialGraph final : public GraphTask {
 public:
  SocialGraph(std::uint64_t seed, int persons, int circles, int friends, bool permuted, bool self_loops)
      : GraphTask(seed, "task/social", persons, circles, self_loops, permuted), friends_(friends) {}

  int query_count() const { return nodes / 3; }
  /// The smallest number of persons that gives each circle a speaker.
  static constexpr int min_persons(int circles) { return (3 * circles + 1) / 2; }

 protected:
  void fill_graph(Generator& random, Graph& graph) const override {
    std::array<std::int32_t, kMaxNodes> opinion{};
    const auto opinions = std::span(opinion).first(static_cast<std::size_t>(kinds));
    draw_values(random, opinions);
    for (int person = 0; person < nodes; ++person) {
      const auto p = static_cast<std::size_t>(person);
      graph.attribute[p] =
          (person < query_count() ? draw_below(random, kinds) : (person - query_count()) % kinds);
      const std::int32_t value = opinions[static_cast<std::size_t>(graph.attribute[p])];
      (person < query_count() ? graph.target : graph.value)[p] = value;
    }
    std::array<std::int32_t, kMaxNodes> ring{};
    const auto order = std::span(ring).first(static_cast<std::size_t>(nodes));
    for (int person = 0; person < nodes; ++person) ring[static_cast<std::size_t>(person)] = person;
    random.shuffle(order);
    for (int place = 0; place < nodes; ++place) {
      for (int step = 1; step <= friends_; ++step) {
        const int far = draw_below(random, 5) == 0 ? draw_below(random, nodes) : place + step;
        connect(graph, ring[static_cast<std::size_t>(place)], ring[static_cast<std::size_t>(far % nodes)]);
      }
    }
    for (int person = 0; person < query_count(); ++person) {
      const std::int32_t circle = graph.attribute[static_cast<std::size_t>(person)];
      const int speakers = (nodes - query_count() - circle + kinds - 1) / kinds;
      connect(graph, person, query_count() + circle + kinds * draw_below(random, speakers));
    }
  }

 private:
  static int draw_below(Generator& random, int limit) {
    return static_cast<int>(random.integer(static_cast<std::uint32_t>(limit)));
  }
  static void connect(Graph& graph, int one, int other) {
    if (one != other)
      graph.edges[graph.edge_index(one, other)] = graph.edges[graph.edge_index(other, one)] = 1;
  }

  int friends_;
};

}  // namespace attento
