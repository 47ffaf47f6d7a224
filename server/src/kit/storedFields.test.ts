import { expect, it } from 'vitest';
import { storedFields } from './storedFields.ts';

const read = storedFields(
  { text: 'one', number: 1, flag: false, list: [1], amount: '0.10', nothing: null },
  'the note',
);

it('gives what was stored under its name', () => {
  expect([read.text('text'), read.number('number'), read.flag('flag')]).toEqual(['one', 1, false]);
  expect([read.list('list'), read.decimal('amount'), read.json('nothing')]).toEqual([
    [1],
    '0.10',
    null,
  ]);
  expect(read.oneOf('text', ['two', 'one'])).toBe('one');
});

it('takes what is not there for nothing only where that may be', () => {
  expect(read.optional('none', read.text)).toBeUndefined();
  expect(read.optional('text', read.text)).toBe('one');
  expect(() => read.text('none')).toThrow('the note has no valid none.');
});

it.each([
  ['text', () => read.text('number')],
  ['number', () => read.number('text')],
  ['flag', () => read.flag('number')],
  ['list', () => read.list('text')],
  ['decimal', () => read.decimal('text')],
  ['choice', () => read.oneOf('text', ['two'])],
  ['text in place of null', () => read.optional('nothing', read.text)],
])('refuses what is no valid %s', (_, wrong) => {
  expect(wrong).toThrow(/^the note has no valid (text|number|nothing)\.$/);
});

it.each([null, 'text', 7, undefined])('refuses %j as a record', (value) => {
  expect(() => storedFields(value, 'the note')).toThrow('the note is made of records');
});
