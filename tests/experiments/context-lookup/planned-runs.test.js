import { testPlannedRuns } from '../planned-runs.js';

testPlannedRuns('context-lookup');
