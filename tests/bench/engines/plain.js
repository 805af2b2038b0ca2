/** Hand-written loops for the small models in plain JavaScript. */
import { countElements } from '../workload-numbers.js';
import { adam } from '../workloads.js';

/**
 * Adam on one flat block of numbers; clears the gradients.
 * @param {number} count
 */
function createAdam(count) {
  const first = new Float64Array(count);
  const second = new Float64Array(count);
  const { rate, beta1, beta2, epsilon } = adam;
  let power1 = 1;
  let power2 = 1;
  /** @param {Float64Array} values @param {Float64Array} gradients */
  return (values, gradients) => {
    power1 *= beta1;
    power2 *= beta2;
    const stride = rate / (1 - power1);
    const correction = 1 / Math.sqrt(1 - power2);
    for (let i = 0; i < count; i++) {
      const gradient = gradients[i];
      first[i] = beta1 * first[i] + (1 - beta1) * gradient;
      second[i] = beta2 * second[i] + (1 - beta2) * gradient * gradient;
      values[i] -= (stride * first[i]) / (Math.sqrt(second[i]) * correction + epsilon);
      gradients[i] = 0;
    }
  };
}

/** All parameters one after the other. @param {import('../workloads.js').Workload} work */
function flattenParameters(work) {
  const values = new Float64Array(work.parameters.reduce((sum, { shape }) => sum + countElements(shape), 0));
  /** @type {number[]} */
  const offsets = [];
  let end = 0;
  for (const parameter of work.parameters) {
    offsets.push(end);
    values.set(parameter.values, end);
    end += parameter.values.length;
  }
  return { values, gradients: new Float64Array(end), offsets };
}

/** @param {import('../workloads.js').Workload} work @returns {import('../runner.js').Training} */
function contextGate(work) {
  const { width } = work.dims;
  const { values, gradients, offsets } = flattenParameters(work);
  const [, readout, bias] = offsets;
  const step = createAdam(values.length);

  /** @param {import('../workloads.js').Batch} data @param {number} first @param {number} rows @param {boolean} trains */
  const pass = (data, first, rows, trains) => {
    const { x, c, y } = data;
    let total = 0;
    for (let i = first; i < first + rows; i++) {
      const row = i * width;
      const table = c[i] * width;
      let output = values[bias];
      for (let j = 0; j < width; j++) output += values[table + j] * x[row + j] * values[readout + j];
      const error = output - y[i];
      total += error * error;
      if (!trains) continue;
      const slope = (2 * error) / rows;
      for (let j = 0; j < width; j++) {
        gradients[table + j] += slope * values[readout + j] * x[row + j];
        gradients[readout + j] += slope * values[table + j] * x[row + j];
      }
      gradients[bias] += slope;
    }
    return total / rows;
  };
  return training(work, pass, () => step(values, gradients));
}

/** @param {import('../workloads.js').Workload} work @returns {import('../runner.js').Training} */
function featureGate(work) {
  const { width } = work.dims;
  const { values, gradients, offsets } = flattenParameters(work);
  const [matrix, shift, readout, bias] = offsets;
  const step = createAdam(values.length);
  const weights = new Float64Array(width);
  const slopes = new Float64Array(width);

  /** @param {import('../workloads.js').Batch} data @param {number} first @param {number} rows @param {boolean} trains */
  const pass = (data, first, rows, trains) => {
    const { x, y } = data;
    let total = 0;
    for (let i = first; i < first + rows; i++) {
      const row = i * width;
      for (let k = 0; k < width; k++) weights[k] = values[shift + k];
      for (let j = 0; j < width; j++) {
        const input = x[row + j];
        for (let k = 0; k < width; k++) weights[k] += input * values[matrix + j * width + k];
      }
      let largest = weights[0];
      for (let k = 1; k < width; k++) if (weights[k] > largest) largest = weights[k];
      let sum = 0;
      for (let k = 0; k < width; k++) {
        weights[k] = Math.exp(weights[k] - largest);
        sum += weights[k];
      }
      let logit = values[bias];
      for (let k = 0; k < width; k++) {
        weights[k] /= sum;
        logit += weights[k] * x[row + k] * values[readout + k];
      }
      const small = Math.exp(-Math.abs(logit));
      total += Math.max(logit, 0) - logit * y[i] + Math.log1p(small);
      if (!trains) continue;
      const slope = ((logit >= 0 ? 1 : small) / (1 + small) - y[i]) / rows;
      let mean = 0;
      for (let k = 0; k < width; k++) {
        gradients[readout + k] += slope * weights[k] * x[row + k];
        slopes[k] = slope * values[readout + k] * x[row + k];
        mean += slopes[k] * weights[k];
      }
      gradients[bias] += slope;
      for (let k = 0; k < width; k++) {
        slopes[k] = weights[k] * (slopes[k] - mean);
        gradients[shift + k] += slopes[k];
      }
      for (let j = 0; j < width; j++) {
        const input = x[row + j];
        for (let k = 0; k < width; k++) gradients[matrix + j * width + k] += input * slopes[k];
      }
    }
    return total / rows;
  };
  return training(work, pass, () => step(values, gradients));
}

/**
 * @param {import('../workloads.js').Workload} work
 * @param {(data: import('../workloads.js').Batch, first: number, rows: number, trains: boolean) => number} pass
 * @param {() => void} step
 * @returns {import('../runner.js').Training}
 */
function training(work, pass, step) {
  let done = 0;
  return {
    run(steps) {
      for (const end = done + steps; done < end; done++) {
        pass(work.data, (done % work.batches) * work.batch, work.batch, true);
        step();
      }
    },
    loss: () => pass(work.heldOut, 0, work.heldOutRows, false),
    stop() {
      // nothing to free
    },
  };
}

/** @returns {import('../runner.js').Engine} */
export function load() {
  return {
    async start(work) {
      if (work.kind === 'W1') return contextGate(work);
      if (work.kind === 'W2') return featureGate(work);
      throw new Error('only the small models have a hand-written implementation');
    },
  };
}
