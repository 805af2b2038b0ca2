import { testPlannedRuns } from '../planned-runs.js';

testPlannedRuns('self-attention');
