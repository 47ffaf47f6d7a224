import { describe, expect, it } from 'vitest';
import { gateClient, symbolOf } from '../../../../../test/support/exchanges/gateio/client.ts';
import type { PerpMarket } from '../../perpsPort.ts';
import { failureOf } from '../../shared/live/failures.ts';
import { gateioErrors } from './errors.ts';
import { leverageOf, setLeverage, setMarginMode } from './leverage.ts';

const market: PerpMarket = { symbol: symbolOf('BTC/USDT:USDT'), marketType: 'swap' };
const isolated = { contract: 'BTC_USDT', size: 0, leverage: '7', cross_leverage_limit: '0' };
const cross = { ...isolated, leverage: '0', cross_leverage_limit: '12' };
const noWallet = { label: 'USER_NOT_FOUND', message: 'please transfer funds first' };

interface Venue {
  readonly account?: object;
  readonly position?: unknown;
  readonly posted?: unknown;
}

function open({ account = { in_dual_mode: false }, position = cross, posted }: Venue) {
  return gateClient(({ line }) => {
    if (line.includes('/accounts')) return account;
    if (line.startsWith('POST')) return posted ?? setIn(position, line);
    return position;
  });
}

/** Returns the record with the values that a request sets in it. */
function setIn(position: unknown, line: string): unknown {
  if (Array.isArray(position)) return position.map((each) => setIn(each, line));
  const set = Object.fromEntries(new URLSearchParams(line.split('?')[1]));
  return { ...Object(position), cross_leverage_limit: '0', ...set };
}

async function sentBy(venue: Venue, work: typeof setLeverage | typeof setMarginMode, to: object) {
  const { run, requests } = open(venue);
  const done = await run((call) => work(call, { ...market, ...to } as never));
  const lines = requests.map(({ line }) => line).filter((line) => line.startsWith('POST'));
  return { lines, ...done };
}

describe('the leverage of a market', () => {
  it('is that of the position, also of a flat one', async () => {
    const read = (venue: Venue) => open(venue).run((call) => leverageOf(call, market));
    expect(await read({ position: isolated })).toEqual({ leverage: 7, marginMode: 'isolated' });
    expect(await read({ position: cross })).toEqual({ leverage: 12, marginMode: 'cross' });
    expect(await read({ account: noWallet })).toEqual({
      leverage: undefined,
      marginMode: undefined,
    });
  });

  it.each([{ in_dual_mode: true }, { position_mode: 'dual' }])(
    'is at another place in hedge mode: %o',
    async (account) => {
      const { run, requests } = open({ account, position: [isolated, isolated] });
      const found = await run((call) => leverageOf(call, market));
      expect(found).toEqual({ leverage: 7, marginMode: 'isolated' });
      expect(requests[1]?.line).toBe('GET /futures/usdt/dual_comp/positions/BTC_USDT');
      const set = await sentBy({ account, position: [cross, cross] }, setLeverage, { leverage: 3 });
      expect(set.lines).toEqual([
        'POST /futures/usdt/dual_comp/positions/BTC_USDT/leverage?cross_leverage_limit=3&leverage=0',
      ]);
      const done = { ...cross, cross_leverage_limit: '3' };
      expect(set.result).toEqual({ positions: [done, done] });
    },
  );

  it('is set in the mode that the market is in', async () => {
    const inCross = await sentBy({ position: cross }, setLeverage, { leverage: 3 });
    expect(inCross.lines).toEqual([
      'POST /futures/usdt/positions/BTC_USDT/leverage?cross_leverage_limit=3&leverage=0',
    ]);
    const alone = await sentBy({ position: isolated }, setLeverage, { leverage: 3 });
    expect(alone.lines).toEqual(['POST /futures/usdt/positions/BTC_USDT/leverage?leverage=3']);
    expect(alone.result).toEqual({ ...isolated, leverage: '3' });
  });

  it('of an inverse or a dated contract is set in its own folder', async () => {
    for (const [symbol, marketType, line] of [
      ['BTC/USD:BTC', 'swap', 'POST /futures/btc/positions/BTC_USD/leverage?leverage=3'],
      [
        'BTC/USDT:USDT-261225',
        'future',
        'POST /delivery/usdt/positions/BTC_USDT_20261225/leverage?leverage=3',
      ],
    ] as const) {
      const to = { symbol: symbolOf(symbol), marketType, leverage: 3 };
      expect((await sentBy({ position: isolated }, setLeverage, to)).lines).toEqual([line]);
    }
  });
});

describe('the margin mode of a market', () => {
  it('is set with the leverage that the market had', async () => {
    const to = { marginMode: 'isolated' };
    expect((await sentBy({ position: cross }, setMarginMode, to)).lines).toEqual([
      'POST /futures/usdt/positions/BTC_USDT/leverage?leverage=12',
    ]);
    const back = { marginMode: 'cross' };
    expect((await sentBy({ position: isolated }, setMarginMode, back)).lines).toEqual([
      'POST /futures/usdt/positions/BTC_USDT/leverage?cross_leverage_limit=7&leverage=0',
    ]);
  });

  it('that is set already is not set again, and the result says so', async () => {
    const done = await sentBy({ position: cross }, setMarginMode, { marginMode: 'cross' });
    expect(done).toEqual({ lines: [], result: { ...cross, already_set: true } });
    const posted = { label: 'NO_CHANGE', message: 'No change is made' };
    const again = await sentBy({ position: cross, posted }, setLeverage, { leverage: 12 });
    expect(again.result).toEqual({ already_set: true });
  });

  it('is not set where no leverage is known to keep', async () => {
    const position = { ...cross, cross_leverage_limit: '0' };
    await expect(sentBy({ position }, setMarginMode, { marginMode: 'isolated' })).rejects.toThrow(
      'Set a leverage for BTC/USDT:USDT before its margin mode.',
    );
  });
});

describe('a setting that the venue does not take', () => {
  const dated = { symbol: symbolOf('BTC/USDT:USDT-261225'), marketType: 'future' };
  it.each([
    ['the limit of cross mode', { ...cross, cross_leverage_limit: '0' }, 'none in the mode cross'],
    ['another leverage', { ...cross, cross_leverage_limit: '5' }, '5 in the mode cross'],
    ['the other mode', { ...isolated, leverage: '3' }, '3 in the mode isolated'],
  ])('is refused where the answer tells %s', async (_, posted, now) => {
    const set = sentBy({ posted }, setLeverage, { ...dated, leverage: 3 });
    const error = await set.catch((thrown: unknown) => thrown);
    expect(failureOf(error, gateioErrors)).toEqual({
      kind: 'refused',
      code: 'OTHER',
      message:
        'The exchange did not set BTC/USDT:USDT-261225 to a leverage of 3 in the mode cross: ' +
        `now it is ${now}.`,
    });
  });

  it('is refused where one side of hedge mode has another, and unknown where none is told', async () => {
    const account = { in_dual_mode: true };
    const done = { ...cross, cross_leverage_limit: '3' };
    const failureAfter = async (posted: unknown) => {
      const set = sentBy({ account, position: [cross, cross], posted }, setLeverage, {
        leverage: 3,
      });
      const error = await set.catch((thrown: unknown) => thrown);
      expect(error).toBeInstanceOf(Error);
      return failureOf(error, gateioErrors).kind;
    };
    expect(await failureAfter([done, cross])).toBe('refused');
    expect(await failureAfter([])).toBe('unknown');
    expect(await failureAfter([done, { contract: 'BTC_USDT' }])).toBe('unknown');
  });

  it.each([
    ['LEVERAGE_TOO_HIGH', 'refused', 'INVALID'],
    ['LEVERAGE_TOO_LOW', 'refused', 'INVALID'],
    ['INVALID_PARAM_VALUE', 'refused', 'INVALID'],
    ['INVALID_ARGUMENT', 'refused', 'INVALID'],
    ['POSITION_HOLDING', 'refused', 'CONFLICT'],
    ['ORDER_PENDING', 'refused', 'CONFLICT'],
    ['INSUFFICIENT_AVAILABLE', 'refused', 'INSUFFICIENT_BALANCE'],
    ['RISK_LIMIT_EXCEEDED', 'refused', 'OTHER'],
    ['SERVER_ERROR', 'unknown', undefined],
    ['NEVER_HEARD_OF', 'unknown', undefined],
  ])('with %s is %s, %s', async (label, kind, code) => {
    const posted = { label, detail: 'as the venue says it' };
    const error = await sentBy({ posted }, setLeverage, { leverage: 3 }).catch((e: unknown) => e);
    const failure = failureOf(error, gateioErrors);
    expect(failure).toMatchObject({ kind, ...(code && { code }) });
    expect(failure.message).toContain(label);
  });
});
