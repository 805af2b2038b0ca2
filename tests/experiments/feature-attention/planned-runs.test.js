import { testPlannedRuns } from '../planned-runs.js';

testPlannedRuns('feature-attention');
