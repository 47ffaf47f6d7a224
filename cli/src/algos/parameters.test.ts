import { algorithmParams, algorithmTypes } from '@windlass/contract';
import { describe, expect, test } from 'vitest';
import {
  describeParameters,
  kindOf,
  parseParameter,
  summarizeParameters,
  toParams,
  toValue,
} from './parameters.ts';

const read = (...typed: string[]) => toParams('twap', typed.map(parseParameter));

describe('a value of --param', () => {
  test.each([
    ['duration_seconds=60', { duration_seconds: 60 }],
    ['duration_seconds=1.5', { duration_seconds: 1.5 }],
    ['duration_seconds=soon', { duration_seconds: 'soon' }],
    ['randomize_size=false', { randomize_size: false }],
    ['randomize_size=no', { randomize_size: 'no' }],
    ['aggression=auto', { aggression: 'auto' }],
    ['aggression="auto"', { aggression: 'auto' }],
    // A name may look like a number, and stays a name.
    ['aggression=7', { aggression: '7' }],
    ['aggression=', { aggression: '' }],
    ['unheard_of=a=b', { unheard_of: 'a=b' }],
    ['unheard_of=[1,"a"]', { unheard_of: [1, 'a'] }],
    ['unheard_of={"a":[1]}', { unheard_of: { a: [1] } }],
    ['unheard_of=null', { unheard_of: null }],
    ['unheard_of=a,b', { unheard_of: 'a,b' }],
    ['__proto__=1', Object.fromEntries([['__proto__', 1]])],
  ])('%s is read as its schema says, and is otherwise JSON or text', (typed, params) => {
    expect(read(typed)).toEqual(params);
  });
});

type Field = Parameters<typeof kindOf>[0];
const names: Field = { type: 'array', items: { type: 'string' } };
const counts: Field = { type: 'array', items: { type: 'integer' } };
const nullable: Field = { anyOf: [names, { type: 'null' }] };
const values: Field = { type: 'array' };
const either: Field = { anyOf: [{ type: 'number' }, { type: 'string' }] };

describe('a parameter that is a list', () => {
  test.each([
    ['a', names, ['a']],
    ['desk-1, 7,,b', names, ['desk-1', '7', 'b']],
    ['["a,b","c"]', names, ['a,b', 'c']],
    ['', names, []],
    ['1,2', counts, [1, 2]],
    ['1,two', counts, [1, 'two']],
    ['a,b', nullable, ['a', 'b']],
    ['true,b', values, [true, 'b']],
  ])('takes %j as commas or JSON have it', (text, field, value) => {
    expect(toValue(text, field)).toEqual(value);
  });
});

const kinds: [Field, string][] = [
  [names, 'list of text'],
  [counts, 'list of integer'],
  [nullable, 'list of text or null'],
  [values, 'list of values'],
  [either, 'number or text'],
  [{ type: ['number', 'string'] }, 'number or text'],
  [{ enum: ['a', 'b'] }, 'a|b'],
  [{}, 'value'],
];
test.each(kinds)('%j is told in a word or two', (field, kind) => {
  expect(kindOf(field)).toBe(kind);
});

test('a text that may also be a number is a number where it can be', () => {
  expect([toValue('7', either), toValue('x', either)]).toEqual([7, 'x']);
});

describe('the help of a type', () => {
  test.each(algorithmTypes)('names every parameter of %s with its kind and default', (type) => {
    const lines = describeParameters(type).trimEnd().split('\n').slice(1);
    const shape = Object.keys(algorithmParams[type].shape);
    expect(lines.map((line) => line.trim().split(/ {2,}/)[0])).toEqual(shape);
    for (const line of lines)
      expect(line).toMatch(/^ {2}\w+ {2,}\S.* {2,}(required|optional|= \S)/);
    const required = lines.filter((line) => / required\b/.test(line));
    const names = required.map((line) => line.trim().split(' ')[0]);
    const summary = names.length === 0 ? 'needs no parameters' : `needs ${names.join(', ')}`;
    expect(summarizeParameters(type)).toBe(summary);
  });

  test('reads well', () => {
    expect(describeParameters('timepace')).toMatchInlineSnapshot(`
      "Parameters (--param name=value):
        quantity_per_interval  number                      required
        interval_seconds       integer                     required
        limit_price            number                      optional     an interval is skipped while the market is beyond it
        aggression             passive|neutral|aggressive  = "neutral"
        randomize_size         boolean                     = true
        randomize_size_pct     number                      = 10
      "
    `);
  });
});
