import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { createSimulator } from '@windlass/simulator';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ccxtClassOf, credentialsOf } from '../../../simulator/src/announcement.ts';
import { ccxtSnippet } from '../../../simulator/src/ccxtSnippet.ts';
import { twins } from '../../../simulator/src/twins.ts';
import { openWorld } from '../../../simulator/src/world/world.ts';
import { createSystemClock } from '../../src/kit/clock.ts';

const clock = createSystemClock();
const venues = [
  'binance',
  'bybit',
  'gateio',
  'kraken',
  'krakenfutures',
  'okx',
  'hyperliquid',
] as const;
const simulator = createSimulator({ now: clock.now, venues });
const world = openWorld(simulator, { venues, seed: 1, startMs: clock.now() });
const cancel = clock.every(100, () => world.beat(clock.now()));
let url: string;
beforeAll(async () => {
  ({ url } = await simulator.listen());
});
afterAll(() => {
  cancel();
  return simulator.close();
});

/**
 * All of them take half a minute: `WINDLASS_PROOF_TIMES=1` runs all; `npm test` runs only those
 * that differ.
 */
const unlike = ['binance', 'gateio', 'hyperliquid'] as const;
const tried = process.env.WINDLASS_PROOF_TIMES === undefined ? unlike : venues;

it.each(tried)('the program that is printed for %s runs as it stands', async (venue) => {
  const [account] = twins[venue].listing.accounts;
  if (!account) throw new Error('Must hold: each exchange has a demo account');
  const program = ccxtSnippet('typescript', {
    url,
    exchangeClass: ccxtClassOf(venue),
    credentials: credentialsOf(venue, account),
    symbol: world.markets(venue)[0] ?? '',
  });
  const call = ['--input-type=module-typescript', '--eval', program];
  const options = { timeout: 60_000, killSignal: 'SIGKILL' } as const;
  const { stdout } = await promisify(execFile)(process.execPath, call, options);
  expect(stdout).toMatch(/best bid [\d.]+ best ask [\d.]+\norder \S+\nbalance {/);
  expect(simulator.accepted(venue)).toBe(1);
});

it('the one in Python can be read by it', async () => {
  const program = ccxtSnippet('python', {
    url,
    exchangeClass: 'okx',
    symbol: 'BTC/USDT',
    credentials: { apiKey: 'key', secret: 'words' },
  });
  const parsing = `import ast, sys; ast.parse(sys.argv[1])`;
  const python = promisify(execFile)('python3', ['-c', parsing, program]);
  const isMissing = (error: unknown) => Object(error).code === 'ENOENT';
  await python.catch((error: unknown) => {
    // Not every machine has the program.
    if (!isMissing(error)) throw error;
  });
});
