/** Commands that a framed instrument accepts and rejects. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  createCommandFilter,
  createMessage,
  findParentOrigin,
  parseCommand,
  readDeclaredParent,
  readFrameId,
  removeOwnData,
} from '../../web/embed/frame-messages.js';

const run = { type: 'attentoscope:run', v: 1 };
const configure = { type: 'attentoscope:configure', v: 1, link: 'v1;seed=8' };

describe('a command', () => {
  it.each([
    [run, { verb: 'run' }],
    [{ type: 'attentoscope:pause', v: 1 }, { verb: 'pause' }],
    [configure, { verb: 'configure', link: 'v1;seed=8' }],
  ])('is %j', (data, command) => expect(parseCommand(data)).toEqual(command));

  it.each([
    ['nothing', null],
    ['another version', { ...run, v: 2 }],
    ['an unknown verb', { type: 'attentoscope:erase', v: 1 }],
    ['an additional field', { ...run, more: true }],
    ['a missing link', { type: configure.type, v: 1 }],
    ['a link of another kind', { ...configure, link: 'javascript:alert(1)' }],
    ['a link that is too long', { ...configure, link: `v1;${'a'.repeat(5000)}` }],
  ])('is not %s', (_, data) => expect(parseCommand(data)).toBeNull());

  it('is not any other value', () => {
    fc.assert(
      fc.property(fc.anything(), (data) => {
        expect(parseCommand(data)).toBeNull();
      }),
    );
  });
});

it.each([
  ['?parent=https://blog.example', 'https://blog.example'],
  ['?id=a&parent=http%3A%2F%2Flocalhost%3A8080', 'http://localhost:8080'],
  ['', null],
  ['?parent=*', null],
  ['?parent=blog.example', null],
  ['?parent=https://blog.example/path', null],
  ['?parent=https://user@blog.example', null],
  ['?parent=file:///', null],
  ['?parent=https://a.example&parent=https://b.example', null],
])('the declared parent of %s is %s', (search, origin) => expect(readDeclaredParent(search)).toBe(origin));

it.each([
  [['https://blog.example', 'https://outer.example'], 'https://other.example/', 'https://blog.example'],
  [undefined, 'https://blog.example/post/1?token=secret', 'https://blog.example'],
  [[], 'http://localhost:8080/', 'http://localhost:8080'],
  // A sandboxed page, a local file, and pages that send no referrer.
  [['null'], 'https://blog.example/', null],
  [['file://'], '', null],
  [undefined, '', null],
  [undefined, 'about:srcdoc', null],
])('the origin of the page around from %j and the referrer "%s" is %s', (ancestors, referrer, origin) =>
  expect(findParentOrigin(ancestors, referrer)).toBe(origin),
);

it('removes links and texts for a page of unknown origin', () => {
  const change = createMessage('change', 'first', { link: 'v1;data=secret' });
  expect(removeOwnData(change)).toEqual({ type: 'attentoscope:change', v: 1, id: 'first' });
  const error = createMessage('error', '', { code: 'BAD_FILE', text: 'secret' });
  expect(removeOwnData(error)).toEqual({ type: 'attentoscope:error', v: 1, id: '', code: 'BAD_FILE' });
  const pause = createMessage('pause', '', { step: 3, reason: 'pause' });
  expect(removeOwnData(pause)).toBe(pause);
});

describe('the gate', () => {
  const parent = {};
  const origin = 'https://blog.example';
  const sent = { source: parent, origin, data: run };

  it('accepts commands of the parent', () => {
    expect(createCommandFilter(parent, origin, () => 0)(sent)).toEqual({ verb: 'run' });
  });

  it.each([
    ['another window', { ...sent, source: {} }, origin],
    ['another origin', { ...sent, origin: 'https://blog.example.evil.example' }, origin],
    ['an opaque origin', { ...sent, origin: 'null' }, origin],
    ['everything if no parent is declared', { ...sent, origin: '' }, null],
  ])('rejects %s', (_, event, declared) => {
    expect(createCommandFilter(parent, declared, () => 0)(event)).toBeNull();
  });

  it('accepts ten commands per second', () => {
    let now = 0;
    const accept = createCommandFilter(parent, origin, () => now);
    const taken = () => Array.from({ length: 30 }, () => accept(sent)).filter(Boolean).length;
    expect(taken()).toBe(10);
    now = 999;
    expect(taken()).toBe(0);
    now = 1000;
    expect(taken()).toBe(10);
  });
});

it('limits the length of the frame id', () => {
  expect(readFrameId('?id=second')).toBe('second');
  expect(readFrameId(`?id=${'x'.repeat(500)}`)).toHaveLength(64);
  expect(readFrameId('')).toBe('');
});
