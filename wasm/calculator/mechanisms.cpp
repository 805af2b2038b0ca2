// All mechanisms, in the order of the reference page. To add one, write a header in attention/ and one in
// calculator/mechanisms/, and add its name here.
#include "calculator/mechanisms/additive.hpp"
#include "calculator/mechanisms/additive_pooling.hpp"
#include "calculator/mechanisms/concat.hpp"
#include "calculator/mechanisms/context_gate.hpp"
#include "calculator/mechanisms/dot.hpp"
#include "calculator/mechanisms/draw_read.hpp"
#include "calculator/mechanisms/draw_write.hpp"
#include "calculator/mechanisms/feature_gate.hpp"
#include "calculator/mechanisms/gat.hpp"
#include "calculator/mechanisms/gatv2.hpp"
#include "calculator/mechanisms/general.hpp"
#include "calculator/mechanisms/glimpse_sensor.hpp"
#include "calculator/mechanisms/hard.hpp"
#include "calculator/mechanisms/intra.hpp"
#include "calculator/mechanisms/local_monotonic.hpp"
#include "calculator/mechanisms/local_predictive.hpp"
#include "calculator/mechanisms/location.hpp"
#include "calculator/mechanisms/mean_pooling.hpp"
#include "calculator/mechanisms/multi_head.hpp"
#include "calculator/mechanisms/own.hpp"
#include "calculator/mechanisms/pooling.hpp"
#include "calculator/mechanisms/scaled_dot.hpp"
#include "calculator/mechanisms/soft.hpp"

namespace attento {
namespace {

using namespace calculator;

constexpr Mechanism kMechanisms[] = {kContextGate,
                                     kFeatureGate,
                                     kPooling,
                                     kMeanPooling,
                                     kAdditivePooling,
                                     kDot,
                                     kGeneral,
                                     kConcat,
                                     kAdditive,
                                     kLocation,
                                     kOwn,
                                     kLocalMonotonic,
                                     kLocalPredictive,
                                     kIntra,
                                     kScaledDot,
                                     kMultiHead,
                                     kGat,
                                     kGatv2,
                                     kSoft,
                                     kHard,
                                     kGlimpseSensor,
                                     kDrawRead,
                                     kDrawWrite};

}  // namespace

std::span<const Mechanism> mechanisms() { return kMechanisms; }

}  // namespace attento
