import { testPlannedRuns } from '../planned-runs.js';

testPlannedRuns('caption');
