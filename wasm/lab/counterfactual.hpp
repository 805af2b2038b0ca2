// What would the model answer if a row of attention looked at one position alone? Each position in turn is given all the
// weight of the row, and everything after it is computed again.
#pragma once

#include "lab/explanation.hpp"

namespace attento {

/// Writes "label" (of the row), "learned" (the answer with the learned weights) and "cells": for each column its "column",
/// learned "weight", "label" and "probability" of the answer, "expected" (the answer that is right for the column, where one
/// is known) and "isTrue" (the true attention of the row is there). `only_expected` leaves out columns that are neither true
/// nor the largest and have no expected answer. A column that the row does not see has neither label nor probability.
void write_counterfactual(Json& json, const ExplainedAnswer& explained, bool only_expected);

}  // namespace attento
