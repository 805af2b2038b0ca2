// Written by `npm run recordings`.
// biome-ignore-all format: generated file.
/** By link. @type {Readonly<Record<string, import('./recordings.js').RecordedRun>>} */
export const recordedRuns = {
  "v1;experiment=caption;attention=hard;reward=whole;rewardBaseline=moving;samples=1;warmup=0": {"step":3000,"work":242,"metrics":{"exactMatch":0.34375,"pointingAccuracy":0.4823}},
  "v1;experiment=caption;attention=hard;batchSize=16;initialState=zero": {"step":3000,"work":298,"metrics":{"exactMatch":1,"pointingAccuracy":1}},
  "v1;experiment=caption;cell=lstm;doublyStochastic=0.01;gate=true;seed=2": {"step":3000,"work":257,"metrics":{"exactMatch":0.95313,"pointingAccuracy":0.50467,"attendedInTime":1}},
  "v1;experiment=caption;attention=none;probeExample=9": {"step":3000,"work":149,"metrics":{"wordAccuracy":0.83186,"relationAccuracy":0.16327}},
  "v1;experiment=draw;seed=1": {"step":3000,"work":136,"metrics":{"variationalBound":52.636,"baselineVariationalBound":64.58}},
  "v1;experiment=draw;baseline=equal-width": {"step":3000,"work":311,"metrics":{"variationalBound":52.39,"baselineVariationalBound":55.522}},
  "v1;experiment=glimpse;classifyAt=last;initialSigma=0.15;rewardTrainsState=false;steps=3000": {"step":3000,"work":233,"metrics":{"accuracy":0.35156,"onTarget":0.03125}},
  "v1;experiment=glimpse": {"step":8000,"work":622,"metrics":{"accuracy":0.90625,"baselineAccuracy":0.35156,"onTarget":0.96094,"baselineOnTarget":0.054688}},
  "v1;experiment=language-model;tokens=characters": {"step":1000,"work":365,"metrics":{"bitsPerCharacter":0.49378,"trigramBits":1.3282}},
  "v1;experiment=language-model": {"step":1000,"work":372,"metrics":{"recallAccuracy":0.96269,"alignmentAccuracy":0.5,"massOnTruth":0.44087}},
};
