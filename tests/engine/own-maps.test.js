/** Tests maps that were computed elsewhere: files that Python writes, properties of any file, and the documented format. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { openMaps } from '../../web/index.js';
import { pythonExamples } from '../../web/maps/python-examples.js';

const folder = mkdtempSync(join(tmpdir(), 'attento-maps-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** @param {unknown} content */
const open = (content) => openMaps(typeof content === 'string' ? content : JSON.stringify(content));

test('a map that PyTorch has written as documented is read with its numbers', async () => {
  const program = `${pythonExamples[0]?.python}\nprint(json.dumps(weights[0].tolist()))\n`;
  const printed = execFileSync('/usr/bin/python3', ['-'], { input: program, cwd: folder, encoding: 'utf8' });
  const file = await openMaps(readFileSync(join(folder, 'attention.json')));
  expect(file.maps[0]).toMatchObject({ name: 'cross', layers: 1, heads: 4, rows: 3, columns: 5 });
  expect(file.maps[0]?.columnTokens.at(-1)).toBe('<end>');
  expect(file.maps[0]?.unusual).toMatchObject({ nan: 0, negative: 0, rows: 0, allRows: 12 });
  const heads = /** @type {number[][][]} */ (JSON.parse(printed));
  heads.forEach((weights, head) => {
    expect([...file.weights({ map: 0, head })]).toEqual(weights.flat());
  });
}, 120_000);

test('the documentation contains the same programs as the page', () => {
  const text = readFileSync(new URL('../../web/embed/maps.md', import.meta.url), 'utf8');
  for (const { label, python } of pythonExamples)
    expect(text, label).toContain(`\`\`\`python\n${python}\`\`\``);
  const [, example = ''] = /```json\n([\s\S]*?)```/.exec(text) ?? [];
  return expect(open(example)).resolves.toMatchObject({ title: 'My model' });
});

test('the recipe for generate() combines the steps of a generated text into one causal map', async () => {
  // Mocks of two packages: a model with 2 layers and 3 heads that has read 2 tokens and generated 3.
  const standIns = `
import sys, types, json, struct, numpy, torch
torch.manual_seed(1)
class Model:
  def from_pretrained(*_, **__): return Model()
  def eval(self): return self
  def generate(self, **_):
    shapes = [(2, 2), (1, 3), (1, 4)]
    step = lambda q, k: tuple(torch.softmax(torch.randn(1, 3, q, k), -1) for _ in range(2))
    return types.SimpleNamespace(attentions=tuple(step(*shape) for shape in shapes), sequences=torch.arange(5)[None])
class Tokenizer:
  def from_pretrained(*_): return Tokenizer()
  def __call__(self, *_, **__): return {}
  def convert_ids_to_tokens(self, ids): return [f"Ġ{int(i)}" for i in ids]
def save_file(tensors, name, metadata):
  (key, array), = tensors.items()
  array = numpy.ascontiguousarray(array, dtype="<f4")
  header = json.dumps({"__metadata__": metadata, key: {"dtype": "F32", "shape": array.shape, "data_offsets": [0, array.nbytes]}}).encode()
  open(name, "wb").write(struct.pack("<Q", len(header)) + header + array.tobytes())
transformers = types.ModuleType("transformers")
transformers.AutoModelForCausalLM, transformers.AutoTokenizer = Model, Tokenizer
safetensors = types.ModuleType("safetensors.numpy")
safetensors.save_file = save_file
sys.modules.update({"transformers": transformers, "safetensors": types.ModuleType("safetensors"), "safetensors.numpy": safetensors})
`;
  const recipe = pythonExamples.find(({ name }) => name === 'generate');
  execFileSync('/usr/bin/python3', ['-'], { input: `${standIns}\n${recipe?.python}`, cwd: folder });
  const file = await openMaps(readFileSync(join(folder, 'attention.safetensors')));
  const [map] = file.maps;
  expect(map).toMatchObject({ name: 'decoder', layers: 2, heads: 3, rows: 4, columns: 4 });
  expect(map?.rowTokens).toEqual(['Ġ0', 'Ġ1', 'Ġ2', 'Ġ3']);
  expect(map?.unusual.rows).toBe(0);
  const [, , third, fourth] = file.weights(
    { map: 0, layer: 1, head: 2 },
    { row: 2, column: 0, rows: 1, columns: 4 },
  );
  expect([third !== 0, fourth]).toEqual([true, 0]);
}, 120_000);

test('tokens can be left out and restored, and an invalid request changes nothing', async () => {
  const file = await open({ weights: [[0.04, 0.06, 0.9]], rows: ['a'], columns: ['a', 'b', '[SEP]'] });
  const whole = file.weights({ map: 0 });
  await file.leaveOut(['[SEP]']);
  expect([file.without, file.maps[0]?.columnTokens]).toEqual([['[SEP]'], ['a', 'b']]);
  expect([...file.weights({ map: 0 })]).toEqual([0.4, 0.6].map(Math.fround));
  expect(file.ranges({ map: 0 })).toMatchObject({ largest: Math.fround(0.6), smallest: Math.fround(0.4) });
  await expect(file.leaveOut(['a', 'b', '[SEP]'])).rejects.toMatchObject({
    code: 'BAD_PARAMETER',
    message: 'without = 3 tokens: expected a column of the map "attention" to be left',
  });
  await expect(file.leaveOut(/** @type {any} */ ('[SEP]'))).rejects.toMatchObject({ code: 'BAD_PARAMETER' });
  await file.leaveOut([]);
  expect(file.weights({ map: 0 })).toEqual(whole);
});
