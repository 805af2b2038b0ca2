import { testPlannedRuns } from '../planned-runs.js';

testPlannedRuns('graph-attention');
