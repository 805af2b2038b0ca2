// Answers what the model would predict if a row of attention looked at one position alone: gives all weight of the
// row to each position in turn, and computes everything after the attention again.
#pragma once

#include "lab/explanation.hpp"

namespace attento {

/// Writes "label" (of the row), "learned" (the answer with learned weights) and "cells": for each column its
/// "column", learned "weight", the answer's "label" and "probability", "expected" (the right answer for this column,
/// if known) and "isTrue" (whether the true attention of the row is there). `only_expected` omits columns that are
/// neither true nor the largest and have no expected answer. Hidden columns have no label and probability.
void write_counterfactual(Json& json, const ExplainedAnswer& explained, bool only_expected);

}  // namespace attento
