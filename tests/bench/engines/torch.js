/** PyTorch, native and on one thread, as a process that reads commands from its standard input. Node only. */
import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { adam } from '../workloads.js';

// Only Debian's Python finds Debian's python3-torch.
export const python = ['/usr/bin/python3'].find(existsSync) ?? 'python3';
const program = fileURLToPath(new URL('../peer_torch.py', import.meta.url));

/** Writes all numbers of a workload to the folder that the program reads. @param {import('../workloads.js').Workload} work @param {string} folder */
function write(work, folder) {
  /** @param {string} file @param {import('../workloads.js').Numbers} values @param {readonly number[]} shape */
  const array = (file, values, shape) => {
    writeFileSync(join(folder, file), values);
    return { file, shape, type: values instanceof Int32Array ? 'i32' : 'f32' };
  };
  /** @param {string} set @param {import('../workloads.js').Batch} batch */
  const columns = (set, batch) =>
    Object.fromEntries(
      Object.entries(batch).map(([name, values]) => [
        name,
        array(`${set}.${name}`, values, [-1, ...work.inputs[name]]),
      ]),
    );
  const description = {
    kind: work.kind,
    batch: work.batch,
    batches: work.batches,
    dims: work.dims,
    adam,
    parameters: Object.fromEntries(
      work.parameters.map(({ name, values, shape }) => [name, array(`parameter.${name}`, values, shape)]),
    ),
    data: columns('data', work.data),
    heldOut: columns('heldOut', work.heldOut),
  };
  writeFileSync(join(folder, 'workload.json'), JSON.stringify(description));
}

/** @returns {import('../runner.js').Engine} */
export function load() {
  return {
    async start(work) {
      const folder = mkdtempSync(join(tmpdir(), 'attentoscope-bench-'));
      write(work, folder);
      const child = spawn(python, [program, folder], {
        stdio: ['pipe', 'pipe', 'pipe'],
        env: { ...process.env, OMP_NUM_THREADS: '1', OPENBLAS_NUM_THREADS: '1', MKL_NUM_THREADS: '1' },
      });
      let complaint = '';
      child.stderr.on('data', (text) => {
        complaint += text;
      });
      const ended = new Promise((resolve) => child.on('close', resolve));
      const answers = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
      /** @param {string} command */
      const sendCommand = async (command) => {
        child.stdin.write(`${command}\n`);
        const { value, done } = await answers.next();
        if (!done) return value;
        await ended;
        throw new Error(complaint.trim().split('\n').at(-1) ?? 'the process ended');
      };
      return {
        async run(steps) {
          await sendCommand(`run ${steps}`);
        },
        loss: async () => Number(await sendCommand('loss')),
        about: async () => JSON.parse(await sendCommand('about')),
        stop() {
          child.kill();
          rmSync(folder, { recursive: true, force: true });
        },
      };
    },
  };
}
