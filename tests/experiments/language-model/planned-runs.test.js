import { testPlannedRuns } from '../planned-runs.js';

testPlannedRuns('language-model');
