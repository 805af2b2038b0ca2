/** jax-js on its WebAssembly device. Loss, gradients and Adam are one jitted function of parameters, moments and batch. */
import { blockUntilReady, defaultDevice, init, jit, numpy as np, valueAndGrad } from '@jax-js/jax';
import { adam, sliceBatch } from '../workloads.js';
import { createTensor, exactLog, release } from './jax-layers.js';
import { pictures } from './jax-pictures.js';
import { sequences } from './jax-sequences.js';

/** @import { Model, Named, Tensor, Workload } from './jax-layers.js' */

/** Adam on every parameter; `clock` holds η/(1 − β₁ᵗ) and 1/√(1 − β₂ᵗ). @param {(p: Named, x: any) => Tensor} loss */
const trainingStep = (loss) =>
  jit(
    (
      /** @type {{ p: Named, m: Named, v: Named }} */ state,
      /** @type {any} */ x,
      /** @type {Tensor} */ rate,
      /** @type {Tensor} */ correction,
    ) => {
      const [value, gradients] = valueAndGrad(loss)(
        Object.fromEntries(Object.entries(state.p).map(([name, tensor]) => [name, tensor.ref])),
        x,
      );
      value.dispose();
      /** @type {{ p: Named, m: Named, v: Named }} */
      const next = { p: {}, m: {}, v: {} };
      for (const [name, gradient] of Object.entries(gradients)) {
        next.m[name] = state.m[name].mul(adam.beta1).add(gradient.ref.mul(1 - adam.beta1));
        next.v[name] = state.v[name].mul(adam.beta2).add(np.square(gradient).mul(1 - adam.beta2));
        const stride = next.m[name].ref.mul(rate.ref);
        const scale = np.sqrt(next.v[name].ref).mul(correction.ref).add(adam.epsilon);
        next.p[name] = state.p[name].sub(stride.div(scale));
      }
      rate.dispose();
      correction.dispose();
      return next;
    },
  );

/** @returns {Promise<import('../runner.js').Engine>} */
export async function load() {
  await init('wasm');
  defaultDevice('wasm');
  return {
    async start(work) {
      const model = { ...sequences, ...pictures }[work.kind](work);
      /** @param {Named} p @param {any} x @param {(x: Tensor) => Tensor} log */
      const computeLoss = (p, x, log) => {
        const loss = model.loss(p, x, log);
        release(p);
        return loss;
      };
      const step = trainingStep((p, x) => computeLoss(p, x, np.log));
      const loss = jit((/** @type {Named} */ p, /** @type {any} */ x) => computeLoss(p, x, exactLog));
      /** @type {ReturnType<Model['feed']>[]} */
      const fed = [];
      const heldOut = model.feed(work.heldOut, work.heldOutRows);
      /** @param {any} tree @returns {any} the same arrays, kept for another use */
      const keep = (tree) => (Array.isArray(tree) ? tree.map((part) => part.ref) : tree.ref);
      /** @param {Record<string, any>} trees */
      const keepAll = (trees) =>
        Object.fromEntries(Object.entries(trees).map(([name, tree]) => [name, keep(tree)]));
      /** @param {(tensor: import('../workloads.js').Tensor) => Tensor} make */
      const named = (make) =>
        Object.fromEntries(work.parameters.map((parameter) => [parameter.name, make(parameter)]));
      const zeros = () => named(({ shape }) => np.zeros([...shape]));
      let state = { p: named(({ values, shape }) => createTensor(values, shape)), m: zeros(), v: zeros() };
      let done = 0;
      return {
        async run(steps) {
          for (const end = done + steps; done < end; done++) {
            const k = done % work.batches;
            fed[k] ??= model.feed(sliceBatch(work, k), work.batch);
            const rate = adam.rate / (1 - adam.beta1 ** (done + 1));
            const correction = 1 / Math.sqrt(1 - adam.beta2 ** (done + 1));
            state = step(state, keepAll(fed[k]), np.array(rate), np.array(correction));
            await blockUntilReady(state.p);
          }
        },
        loss: () => loss(keepAll(state.p), keepAll(heldOut)).item(),
        stop() {
          for (const tree of [state.p, state.m, state.v, heldOut, ...fed.filter(Boolean)]) {
            for (const part of Object.values(tree).flat()) part.dispose();
          }
        },
      };
    },
  };
}
