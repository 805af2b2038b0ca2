// A social graph: whoever is asked gives the opinion of its circle, and only friends of that circle know it.
//
//   a ? — a 3,  a ? — b 1,  a ? — c 3
//   t = 3, carried by the first edge alone
//
// n persons in C circles; an opinion for each circle, drawn anew in every graph. The first third of them is asked and
// says nothing; all others say the opinion of their circle. Everybody knows the next few persons on a ring, one of five
// replaced by anybody (Watts & Strogatz 1998, "Collective dynamics of small-world networks"), and who is asked knows at
// least one speaker of its circle. Friends see one another.
// The truth: the edges from a person who is asked to the friends of its circle that speak.
// Look for: few wide edges among many thin ones, from each person to its own circle.
#pragma once

#include <array>

#include "tasks/graph.hpp"

namespace attento {

class SocialGraph final : public GraphTask {
 public:
  SocialGraph(std::uint64_t seed, int persons, int circles, int friends, bool permuted, bool self_loops)
      : GraphTask(seed, "task/social", persons, circles, self_loops, permuted), friends_(friends) {}

  int asked() const { return nodes / 3; }
  /// So many speakers there must be at least, one for each circle.
  static constexpr int least_persons(int circles) { return (3 * circles + 1) / 2; }

 protected:
  void compose(Generator& random, Graph& graph) const override {
    std::array<std::int32_t, kMostNodes> opinion{};
    const auto opinions = std::span(opinion).first(static_cast<std::size_t>(kinds));
    draw_values(random, opinions);
    for (int person = 0; person < nodes; ++person) {
      const auto p = static_cast<std::size_t>(person);
      graph.attribute[p] = (person < asked() ? below(random, kinds) : (person - asked()) % kinds);
      const std::int32_t said = opinions[static_cast<std::size_t>(graph.attribute[p])];
      (person < asked() ? graph.target : graph.value)[p] = said;
    }
    std::array<std::int32_t, kMostNodes> ring{};
    const auto order = std::span(ring).first(static_cast<std::size_t>(nodes));
    for (int person = 0; person < nodes; ++person) ring[static_cast<std::size_t>(person)] = person;
    random.shuffle(order);
    for (int place = 0; place < nodes; ++place) {
      for (int step = 1; step <= friends_; ++step) {
        const int far = below(random, 5) == 0 ? below(random, nodes) : place + step;
        befriend(graph, ring[static_cast<std::size_t>(place)], ring[static_cast<std::size_t>(far % nodes)]);
      }
    }
    for (int person = 0; person < asked(); ++person) {
      const std::int32_t circle = graph.attribute[static_cast<std::size_t>(person)];
      const int speakers = (nodes - asked() - circle + kinds - 1) / kinds;
      befriend(graph, person, asked() + circle + kinds * below(random, speakers));
    }
  }

 private:
  static int below(Generator& random, int limit) {
    return static_cast<int>(random.integer(static_cast<std::uint32_t>(limit)));
  }
  static void befriend(Graph& graph, int one, int other) {
    if (one != other) graph.edges[graph.place(one, other)] = graph.edges[graph.place(other, one)] = 1;
  }

  int friends_;
};

}  // namespace attento
