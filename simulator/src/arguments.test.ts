import { describe, expect, test } from 'vitest';
import { readArguments } from './arguments.ts';

const everyVenue = ['binance', 'bybit', 'gateio', 'kraken', 'krakenfutures', 'okx', 'hyperliquid'];
/** All exchanges, with the ones that open only when they are named. */
const everySite = [
  ...everyVenue,
  'binance-testnet',
  'binance-demo',
  'bybit-eu',
  'bybit-testnet',
  'bybit-demo',
  'gateio-testnet',
  'okx-eea',
  'okx-us',
  'okx-demo',
  'okx-eea-demo',
  'okx-us-demo',
  'hyperliquid-testnet',
];

test('without arguments every exchange listens at 8765, with seed 1 and no faults', () => {
  expect(readArguments([])).toEqual({
    venues: everyVenue,
    seed: 1,
    port: 8_765,
    faults: 'off',
    isJson: false,
  });
});

test('arguments are taken as they are given, a venue once', () => {
  const args = [
    '--venues',
    'okx, kraken,okx',
    '--seed=42',
    '--port',
    '0',
    '--faults',
    'x',
    '--json',
  ];
  expect(readArguments(args)).toEqual({
    venues: ['okx', 'kraken'],
    seed: 42,
    port: 0,
    faults: 'x',
    isJson: true,
  });
});

describe('one sentence says what is wrong with', () => {
  test.each([
    [['--venues', 'okx,mtgox'], `--venues knows no 'mtgox': there are ${everySite.join(', ')}.`],
    [['--venues', 'toString'], `--venues knows no 'toString': there are ${everySite.join(', ')}.`],
    [['--venues', ' ,'], `--venues names none: there are ${everySite.join(', ')}.`],
    [['--port', '65536'], "--port must be a whole number from 0 to 65535, not '65536'."],
    [['--port', '80a'], "--port must be a whole number from 0 to 65535, not '80a'."],
    [['--port='], "--port must be a whole number from 0 to 65535, not ''."],
    [['--seed=-1'], "--seed must be a whole number from 0 to 4294967295, not '-1'."],
    [['--seed', '4294967296'], /^--seed must be .*, not '4294967296'\.$/],
    [['--speed', '1'], /^Unknown option '--speed'/],
    [['okx'], /^Unexpected argument 'okx'/],
  ])('%j', (args, problem) => {
    const sentence = typeof problem === 'string' ? problem : expect.stringMatching(problem);
    expect(readArguments(args)).toEqual({ problem: sentence });
  });
});
