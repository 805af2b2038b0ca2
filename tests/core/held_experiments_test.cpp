// Held attention weights in each experiment: the learned rows change nothing, others change the answer, and the
// counterfactual answers are those of predict().
#include <gtest/gtest.h>

#include "core/held_rows.hpp"
#include "core/text_session.hpp"

namespace attento::held_experiments_test {
namespace {

using proof::hold_row;
using proof::Numbers;
using proof::Session;

/// The items of a list of a JSON text, of nested ones in one sequence; the first list of this name after `from`.
std::vector<std::string> list(const std::string& json, const std::string& name,
                              const std::string& from = "") {
  std::vector<std::string> items;
  std::size_t at = json.find("\"" + name + "\":[", json.find(from));
  if (at == std::string::npos) return items;
  int depth = 0;
  std::string item;
  for (at = json.find('[', at);; ++at) {
    const char c = json[at];
    depth += (c == '[') - (c == ']');
    if ((c == ',' || c == ']') && !item.empty()) items.push_back(std::exchange(item, {}));
    if (depth == 0) return items;
    if (c != '[' && c != ']' && c != ',' && c != '"') item += c;
  }
}

/// The rows of the map of an answer.
std::vector<Numbers> map_rows(const std::string& answer) {
  std::vector<Numbers> rows;
  const auto weights = list(answer, "weights", "\"attention\":{");
  const auto width = static_cast<std::size_t>(std::stoi(list(answer, "shape", "\"attention\":{").back()));
  for (std::size_t i = 0; i < weights.size(); ++i) {
    if (i % width == 0) rows.emplace_back();
    rows.back().push_back(std::stod(weights[i]));
  }
  return rows;
}

Numbers one_hot(std::size_t column, std::size_t columns) {
  Numbers row(columns);
  row[column] = 1;
  return row;
}

/// Holding all rows as they are changes nothing to the bit. Returns the answer.
std::string expect_learned_rows_change_nothing(Session& session, const std::string& input) {
  std::string answer = session.predict(input);
  Numbers held;
  for (int row = 0; const Numbers& weights : map_rows(answer)) {
    const Numbers one = hold_row(row++, weights);
    held.insert(held.end(), one.begin(), one.end());
  }
  EXPECT_TRUE(session.predict(input, held) == answer) << input;
  return answer;
}

std::string find_error(Session& session, const std::string& input, const Numbers& held,
                       const Numbers& without = {}) {
  try {
    session.predict(input, held, without);
  } catch (const Error& error) {
    EXPECT_EQ(error.code, Code::kBadInput);
    return error.parameter + " | " + error.expected;
  }
  return "no error";
}

/// The numbers of a field in all cells of a counterfactual, or its texts.
std::vector<std::string> cells(const std::string& counterfactual, const std::string& name) {
  std::vector<std::string> found;
  const std::string key = "\"" + name + "\":";
  for (std::size_t row = 0; (row = counterfactual.find("\"cells\":", row)) != std::string::npos;) {
    const std::size_t end = counterfactual.find(']', row);
    for (std::size_t at = row; (at = counterfactual.find(key, at)) < end;) {
      at += key.size();
      const std::size_t stop = counterfactual.find_first_of(",}", at);
      found.push_back(counterfactual.substr(at, stop - at));
      std::erase(found.back(), '"');
    }
    row = end;
  }
  return found;
}

bool knows_truth(Session& session, const std::string& input) {
  const std::string json = session.counterfactual(input);
  return json.find("\"isTrue\":true") != std::string::npos && json.find("\"expected\":") != std::string::npos;
}

TEST(HeldExperiments, CaptionLooksAtAnotherRegion) {
  for (const char* settings : {"", ";gate=true", ";attention=hard"}) {
    Session session(std::string("experiment=caption;examples=256;batchSize=16;hidden=16;features=16;beam=1") +
                    settings);
    session.train(200);
    const std::string answer = expect_learned_rows_change_nothing(session, "example=3;prefix=true");
    const std::string counterfactual = session.counterfactual("example=3");
    const auto labels = cells(counterfactual, "label"), probabilities = cells(counterfactual, "probability");
    int changed = 0;
    for (const std::size_t region : {0U, 7U, 14U, 35U}) {
      const std::string held = session.predict("example=3;prefix=true", hold_row(1, one_hot(region, 36)));
      EXPECT_EQ(list(held, "rowLabels", "\"attention\":{")[1], labels[36 + region]) << settings;
      EXPECT_NE(held.find(probabilities[36 + region].substr(0, 6)), std::string::npos);
      changed += list(held, "candidates") != list(answer, "candidates");
    }
    EXPECT_GT(changed, 0);
    EXPECT_TRUE(knows_truth(session, "example=3"));
    EXPECT_EQ(find_error(session, "example=3", hold_row(1, {1, 0})),
              "attention.rows.1 | 36 weights, one for each column");
    EXPECT_EQ(find_error(session, "example=3", hold_row(30, one_hot(0, 36))),
              "attention.rows | a number below 9");
    EXPECT_NE(session.predict("example=3", {}, {0, 1, 6, 7, 14, 20}), session.predict("example=3"));
  }
  Session none("experiment=caption;features=8;attention=none");
  EXPECT_EQ(find_error(none, "example=0", hold_row(0, one_hot(0, 36))),
            "attention | nothing: this model has no attention weights");
}

TEST(HeldExperiments, SentenceIsReadAtOneWord) {
  Session session("experiment=sentiment;sentences=500;maximumLength=24;cell=lstmn;baseline=article");
  session.train(60);
  const std::string answer = expect_learned_rows_change_nothing(session, "example=450");
  const std::size_t words = map_rows(answer)[0].size();
  const auto labels = cells(session.counterfactual("example=450"), "label");
  for (std::size_t word = 0; word < words; ++word) {
    const std::string held = session.predict("example=450", hold_row(0, one_hot(word, words)));
    EXPECT_TRUE(held != answer);
    EXPECT_EQ(std::stod(held.substr(held.find(':') + 1)) > 0.5 ? "good" : "bad", labels[word]);
  }
  EXPECT_NE(session.predict("example=450", hold_row(3, one_hot(0, words), -1, -1, 2)), answer);
  EXPECT_NE(session.predict("example=450", hold_row(0, one_hot(0, words), -1, -1, 1)), answer);
  EXPECT_NE(session.predict("example=450", {}, {2}), answer);
  EXPECT_EQ(find_error(session, "example=450", hold_row(3, one_hot(3, words), -1, -1, 2)),
            "attention.rows.3.3 | 0, as this row does not see that position");
  EXPECT_TRUE(knows_truth(session, "example=450"));
  Session mean("experiment=sentiment;sentences=500;maximumLength=24;pooling=mean");
  EXPECT_EQ(find_error(mean, "example=450", hold_row(0, {1})),
            "attention | nothing: this model has no attention weights");
}

TEST(HeldExperiments, QueryListensToAnotherNeighbor) {
  for (const char* heads : {"1", "4"}) {
    Session session(
        std::string("experiment=graph-attention;kinds=5;examples=256;batchSize=16;width=16;heads=") + heads);
    session.train(60);
    const std::string answer = heads[0] == '1' ? expect_learned_rows_change_nothing(session, "example=0")
                                               : session.predict("example=0");
    const auto labels = cells(session.counterfactual("example=0"), "label");
    ASSERT_EQ(labels.size(), 30U);  // each of the five queries sees itself and five keys
    for (std::size_t node = 5; node < 10; ++node) {
      const std::string held = session.predict("example=0", hold_row(2, one_hot(node, 10)));
      EXPECT_EQ(list(held, "text")[2], labels[13 + node - 5]);
      EXPECT_TRUE(held != answer);
    }
    EXPECT_EQ(find_error(session, "example=0", hold_row(2, one_hot(1, 10))),
              "attention.rows.2.1 | 0, as this row does not see that position");
    EXPECT_NE(session.predict("nodes=a ?, a 3, b 1;edges=1-2, 1-3", hold_row(0, {0, 0, 1})),
              session.predict("nodes=a ?, a 3, b 1;edges=1-2, 1-3"));
    EXPECT_TRUE(knows_truth(session, "example=0"));
  }
}

TEST(HeldExperiments, ContextReadsAnotherPosition) {
  Session session("experiment=context-lookup;examples=512;batchSize=32");
  session.train(50);
  const std::string answer = expect_learned_rows_change_nothing(session, "example=5");
  const std::size_t positions = map_rows(answer)[0].size();
  const std::string held = session.predict("example=5", hold_row(0, one_hot(0, positions)));
  EXPECT_TRUE(held != answer);
  EXPECT_EQ(map_rows(held)[0], one_hot(0, positions));
  EXPECT_EQ(find_error(session, "example=5", hold_row(1, one_hot(0, positions))),
            "attention.rows | a number below 1");
  EXPECT_THROW(session.counterfactual("example=5"), Error) << "the answer is a number";
}

TEST(HeldExperiments, FeaturesGetOtherWeights) {
  Session session("experiment=feature-attention;examples=2000");
  session.train(30);
  const std::string answer = expect_learned_rows_change_nothing(session, "example=5");
  const std::size_t features = map_rows(answer)[0].size();
  const auto labels = cells(session.counterfactual("example=5"), "label");
  for (std::size_t feature = 0; feature < features; ++feature) {
    const std::string held = session.predict("example=5", hold_row(0, one_hot(feature, features)));
    EXPECT_TRUE(held != answer);
    EXPECT_EQ(std::stod(held.substr(held.find(':') + 1)) > 0.5 ? "yes" : "no", labels[feature]);
  }
  EXPECT_EQ(find_error(session, "example=5", hold_row(0, {1})),
            "attention.rows.0 | " + std::to_string(features) + " weights, one for each column");
}

TEST(HeldExperiments, GlimpseIsTakenElsewhere) {
  Session session("experiment=glimpse;examples=256;batchSize=16;hidden=16;features=16");
  session.train(20);
  const std::string answer = session.predict("example=5");
  const auto places = list(answer, "places");
  const Numbers learned = {std::stod(places[2]), std::stod(places[3])};
  EXPECT_EQ(session.predict("example=5", hold_row(1, learned)), answer);
  for (const int glimpse : {0, 2}) {
    const auto held = list(session.predict("example=5", hold_row(glimpse, {0.5, -0.25})), "places");
    const auto at = static_cast<std::size_t>(2 * glimpse);
    EXPECT_EQ(held[at] + " " + held[at + 1], "0.5 -0.25");
    EXPECT_NE(held[7], places[7]) << "the places after it are chosen anew";
  }
  EXPECT_EQ(session.predict("example=5"), answer);
  EXPECT_EQ(find_error(session, "example=5", hold_row(1, {0, 2})),
            "attention.rows.1.1 | a number from -1 to 1");
  EXPECT_EQ(find_error(session, "example=5", hold_row(1, {0})), "attention.rows.1 | 2 coordinates");
  EXPECT_EQ(find_error(session, "example=5", {}, {0}), "without | nothing: a place has no weights to hide");
}

TEST(HeldExperiments, WindowIsHeld) {
  Session session("experiment=draw;examples=256;batchSize=16;hidden=16;glimpses=3");
  session.train(10);
  const std::string answer = session.predict("example=5");
  for (const auto& [map, name] : {std::pair(0, "readWindows"), std::pair(1, "writeWindows")}) {
    Numbers window;
    for (const std::string& number : list(answer, name)) window.push_back(std::stod(number));
    window = {window.begin() + 5, window.begin() + 10};
    EXPECT_EQ(list(session.predict("example=5", hold_row(1, window, -1, -1, map)), "canvases"),
              list(answer, "canvases"));
    window[0] = 3;
    const std::string held = session.predict("example=5", hold_row(1, window, -1, -1, map));
    EXPECT_EQ(list(held, name)[5], "3");
    EXPECT_NE(list(held, "canvases"), list(answer, "canvases"));
  }
  EXPECT_EQ(find_error(session, "example=5", hold_row(1, {1, 1, 0, 1, 1})),
            "attention.rows.1.2 | a number from 0.0001 to 10000");
  Session none("experiment=draw;readWindow=false;writeWindow=false");
  EXPECT_EQ(find_error(none, "example=0", hold_row(0, {1, 1, 1, 1, 1})),
            "attention | nothing: this model has no attention weights");
}

}  // namespace
}  // namespace attento::held_experiments_test
