import { describe, expect, it } from 'vitest';
import {
  type OkxAnswer,
  type OkxAsked,
  okxOrder,
  okxRefusal,
  okxRoute,
  okxSpot,
  okxSwap,
  okxTrading,
} from '../../../../../test/support/exchanges/okx/client.ts';
import type { MarginMode } from '../../perpsPort.ts';
import { failureOf } from '../../shared/live/failures.ts';
import { NotSentError } from '../../shared/live/tradeHttp.ts';
import type { VenueOrder } from '../../venuePort.ts';
import { okxDialect } from './dialect.ts';

const instId = 'BTC-USDT-SWAP';
const lever = { cross: '20', isolated: '3' } as const;
/** A leverage that the venue does not accept. */
const refusedLever = '77';

/** The account's state in a test, where it differs from the default answers. */
interface There {
  readonly positions?: readonly object[];
  readonly orders?: readonly object[];
  readonly algos?: readonly object[];
  readonly levers?: Readonly<Record<MarginMode, readonly string[]>>;
  readonly isHedged?: boolean;
}

/** Creates the venue, with a leverage of each mode. */
function venue(there: There = {}) {
  return ({ method, path, query, body }: OkxAsked): OkxAnswer => {
    switch (`${method} ${path.replace('/api/v5/', '')}`) {
      case 'GET account/leverage-info': {
        const mgnMode = query.mgnMode === 'isolated' ? 'isolated' : 'cross';
        const own = there.levers?.[mgnMode] ?? [lever[mgnMode]];
        const sides = there.isHedged ? ['long', 'short'] : ['net', 'net'];
        return own.map((each, at) => ({ instId, mgnMode, posSide: sides[at], lever: each }));
      }
      case 'POST account/set-leverage':
        return [{ posSide: 'net', ...Object(body) }];
      case 'GET account/config':
        return [{ posMode: there.isHedged ? 'long_short_mode' : 'net_mode' }];
      case 'GET account/positions':
        return there.positions ?? [];
      case 'GET trade/orders-pending':
        return there.orders ?? [];
      case 'GET trade/orders-algo-pending':
        return query.ordType === 'conditional' ? (there.algos ?? []) : [];
      default:
        return new Error(`no ${path} here`);
    }
  };
}

async function open(there?: There, mode?: MarginMode) {
  const trading = await okxTrading(venue(there));
  if (mode) await trading.marginModes.set(okxSwap.symbol, mode);
  const { perps } = okxDialect;
  if (!perps?.leverage || !perps.setMarginMode) throw new Error('okx has perpetuals');
  const { leverage, setMarginMode } = perps;
  return {
    ...trading,
    get: () => trading.run((call) => leverage.get(call, okxSwap)),
    set: (to: number) => trading.run((call) => leverage.set(call, { ...okxSwap, leverage: to })),
    setMode: (marginMode: MarginMode) =>
      trading.run((call) => setMarginMode(call, { ...okxSwap, marginMode })),
    told: () => trading.asked.filter(({ method }) => method === 'POST').map(({ body }) => body),
  };
}

describe('the leverage', () => {
  it.each([
    ['cross', undefined, 20],
    ['cross', 'cross', 20],
    ['isolated', 'isolated', 3],
  ] as const)('is that of the mode %s where %s was set', async (marginMode, kept, leverage) => {
    const { get, asked } = await open({}, kept);
    expect(await get()).toEqual({ leverage, marginMode });
    expect(asked.map(({ query }) => query)).toEqual([{ instId, mgnMode: marginMode }]);
  });

  it('is not one number where the sides have different ones', async () => {
    const levers = { cross: ['7', '7'], isolated: ['5', '10'] };
    expect(await (await open({ levers })).get()).toMatchObject({ leverage: 7 });
    const apart = await open({ levers }, 'isolated');
    expect(await apart.get()).toEqual({ leverage: undefined, marginMode: 'isolated' });
    const blank = await open({ levers: { cross: [''], isolated: [] } });
    expect(await blank.get()).toEqual({ leverage: undefined, marginMode: 'cross' });
  });

  it('is set for the mode that orders are sent in, as text', async () => {
    const cross = await open();
    const { result } = await cross.set(2.5);
    expect(cross.told()).toEqual([{ instId, mgnMode: 'cross', lever: '2.5' }]);
    expect(result).toEqual({
      data: [{ instId, mgnMode: 'cross', lever: '2.5', posSide: 'net' }],
    });
    const isolated = await open({}, 'isolated');
    await isolated.set(10);
    expect(isolated.told()).toEqual([{ instId, mgnMode: 'isolated', lever: '10' }]);
  });

  it('is set for each side of what is isolated in hedge mode', async () => {
    const { set, told } = await open({ isHedged: true }, 'isolated');
    await set(10);
    const both = { instId, mgnMode: 'isolated', lever: '10' };
    expect(told()).toEqual([
      { ...both, posSide: 'long' },
      { ...both, posSide: 'short' },
    ]);
    const cross = await open({ isHedged: true });
    await cross.set(10);
    expect(cross.told()).toEqual([{ instId, mgnMode: 'cross', lever: '10' }]);
  });
});

describe('the leverage of one side', () => {
  async function failureWith(refused: readonly string[], answer: OkxAnswer) {
    const trading = await okxTrading((asked) => {
      const { posSide } = Object(asked.body);
      return refused.includes(posSide) ? answer : venue({ isHedged: true })(asked);
    });
    await trading.marginModes.set(okxSwap.symbol, 'isolated');
    const setting = { ...okxSwap, leverage: 10 };
    const set = trading.run(async (call) => okxDialect.perps?.leverage?.set(call, setting));
    return failureOf(await set.catch((thrown: unknown) => thrown), okxDialect.errorMeanings);
  }

  it.each([
    ['refused', okxRefusal('59102')],
    ['held back', okxRefusal('50011')],
    ['lost', new NotSentError('no way')],
  ])('that is set alone is no rejection: the other is %s', async (_, answer) => {
    const failure = await failureWith(['short'], answer);
    expect(failure.kind).toBe('unknown');
    expect(failure.message).toMatch(
      /^The leverage of BTC\/USDT:USDT is set to 10 on the long side only\. The other side answered: ./,
    );
  });

  it('that is refused before the other was told is a rejection', async () => {
    expect(await failureWith(['long', 'short'], okxRefusal('59102'))).toMatchObject({
      kind: 'refused',
      code: 'INVALID',
    });
  });
});

describe('the margin mode', () => {
  it('takes the leverage of the market over, and is kept for its orders', async () => {
    const { setMode, told, marginModes, get } = await open();
    const { result } = await setMode('isolated');
    const set = { instId, mgnMode: 'isolated', lever: '20' };
    expect(told()).toEqual([set]);
    expect(result).toEqual({ mgnMode: 'isolated', data: [{ ...set, posSide: 'net' }] });
    expect(await marginModes.get(okxSwap.symbol)).toBe('isolated');
    expect(await get()).toMatchObject({ marginMode: 'isolated' });
  });

  it('that is set already asks nothing, and says so', async () => {
    for (const mode of ['cross', 'isolated'] as const) {
      const { setMode, asked } = await open({}, mode);
      expect(await setMode(mode)).toEqual({ result: { mgnMode: mode, alreadySet: true } });
      expect(asked).toEqual([]);
    }
  });

  it('is not kept where the venue refuses its leverage', async () => {
    const trading = await okxTrading((asked) =>
      asked.method === 'POST' ? okxRefusal('59102') : venue()(asked),
    );
    const setting = { ...okxSwap, marginMode: 'isolated' } as const;
    const set = trading.run(async (call) => okxDialect.perps?.setMarginMode?.(call, setting));
    const error = await set.catch((thrown: unknown) => thrown);
    expect(failureOf(error, okxDialect.errorMeanings)).toMatchObject({
      kind: 'refused',
      code: 'INVALID',
    });
    expect(await trading.marginModes.get(okxSwap.symbol)).toBeUndefined();
  });

  it('is set without a leverage where both sides have their own', async () => {
    const levers = { cross: ['5', '10'], isolated: ['3'] };
    const { setMode, told, marginModes } = await open({ levers });
    expect(await setMode('isolated')).toEqual({ result: { mgnMode: 'isolated' } });
    expect(told()).toEqual([]);
    expect(await marginModes.get(okxSwap.symbol)).toBe('isolated');
  });

  const position = { instId, pos: '1', posSide: 'net', mgnMode: 'cross', avgPx: '1', markPx: '1' };
  const order = { instId, ordId: '1', sz: '1', side: 'buy', ordType: 'limit', tdMode: 'cross' };
  const algo = { ...order, algoId: '2', ordType: 'conditional', slTriggerPx: '9', slOrdPx: '-1' };
  it.each([
    ['a cross position', { positions: [position] }],
    ['an open cross order', { orders: [order] }],
    ['an open cross order', { algos: [algo] }],
  ])('is refused with %s in the market', async (what, there) => {
    const { setMode, marginModes, told } = await open(there);
    const error = await setMode('isolated').catch((thrown: unknown) => thrown);
    expect(failureOf(error, okxDialect.errorMeanings)).toEqual({
      kind: 'refused',
      code: 'CONFLICT',
      message: `The margin mode of BTC/USDT:USDT cannot change while there is ${what} in it.`,
    });
    expect(told()).toEqual([]);
    expect(await marginModes.get(okxSwap.symbol)).toBeUndefined();
  });

  /** Opens an account that gets a position or an order while its leverage is set. */
  async function openWith(came: 'positions' | 'orders', there: There = {}) {
    const rows: object[] = [];
    const answer = venue({ ...there, [came]: rows });
    const trading = await okxTrading((asked) => {
      if (asked.method !== 'POST') return answer(asked);
      if (Object(asked.body).lever === refusedLever) return okxRefusal('59102');
      if (rows.length === 0) rows.push(came === 'orders' ? order : position);
      return answer(asked);
    });
    const setting = { ...okxSwap, marginMode: 'isolated' } as const;
    const failure = async () => {
      const set = trading.run(async (call) => okxDialect.perps?.setMarginMode?.(call, setting));
      return failureOf(await set.catch((thrown: unknown) => thrown), okxDialect.errorMeanings);
    };
    return {
      trading,
      failure,
      told: () => trading.asked.filter(({ method }) => method === 'POST').map(({ body }) => body),
    };
  }

  it.each([
    ['positions', 'a cross position'],
    ['orders', 'an open cross order'],
  ] as const)('goes back where %s come in the former one meanwhile', async (came, what) => {
    const { trading, failure, told } = await openWith(came);
    await trading.marginModes.set(okxSwap.symbol, 'cross');
    expect(await failure()).toEqual({
      kind: 'refused',
      code: 'CONFLICT',
      message: `The margin mode of BTC/USDT:USDT cannot change while there is ${what} in it.`,
    });
    expect(await trading.marginModes.get(okxSwap.symbol)).toBe('cross');
    const set = { instId, mgnMode: 'isolated' };
    expect(told()).toEqual([
      { ...set, lever: '20' },
      { ...set, lever: '3' },
    ]);
  });

  it('goes back with the leverage of each side that was changed', async () => {
    const levers = { cross: ['5', '5'], isolated: ['5', '10'] };
    const { failure, told } = await openWith('orders', { isHedged: true, levers });
    expect(await failure()).toMatchObject({ kind: 'refused', code: 'CONFLICT' });
    const set = { instId, mgnMode: 'isolated' };
    expect(told().slice(2)).toEqual([{ ...set, lever: '10', posSide: 'short' }]);
  });

  it('says so where it goes back and its leverage cannot', async () => {
    const levers = { cross: ['20'], isolated: [refusedLever] };
    const { trading, failure, told } = await openWith('orders', { levers });
    expect(await failure()).toMatchObject({
      kind: 'refused',
      code: 'CONFLICT',
      message: expect.stringContaining('Its leverage in the mode isolated could not be set back.'),
    });
    expect(told()).toHaveLength(2);
    expect(await trading.marginModes.get(okxSwap.symbol)).toBe('cross');
  });

  it('goes back where nobody can tell what came meanwhile, and may be told again', async () => {
    let looks = 0;
    const trading = await okxTrading((asked) => {
      if (okxRoute(asked) === 'GET account/positions') looks += 1;
      return looks === 2 ? okxRefusal('50001') : venue()(asked);
    });
    const setting = { ...okxSwap, marginMode: 'isolated' } as const;
    const set = () => trading.run(async (call) => okxDialect.perps?.setMarginMode?.(call, setting));
    const error = await set().catch((thrown: unknown) => thrown);
    expect(failureOf(error, okxDialect.errorMeanings).kind).toBe('unknown');
    expect(await trading.marginModes.get(okxSwap.symbol)).toBe('cross');
    looks = 2;
    await set();
    expect(await trading.marginModes.get(okxSwap.symbol)).toBe('isolated');
  });

  it('may be that of what is there', async () => {
    const positions = [
      { ...position, mgnMode: 'isolated' },
      { ...position, pos: '0' },
    ];
    const orders = [{ ...order, tdMode: 'isolated' }];
    const { setMode, marginModes, asked } = await open({ positions, orders });
    await setMode('isolated');
    expect(await marginModes.get(okxSwap.symbol)).toBe('isolated');
    expect([...new Set(asked.map(okxRoute))]).toEqual([
      'GET account/positions',
      'GET trade/orders-pending',
      'GET trade/orders-algo-pending',
      'GET account/leverage-info',
      'GET account/config',
      'POST account/set-leverage',
    ]);
  });
});

describe('an order', () => {
  const stop = { stopPrice: '55000' };
  it.each([
    { type: 'market' },
    { type: 'market', reduceOnly: true },
    { type: 'limit' },
    { type: 'stop_loss', ...stop },
    { type: 'stop_loss_limit', ...stop },
    { type: 'take_profit', ...stop },
    { type: 'take_profit_limit', ...stop },
    { type: 'trailing_stop', trailingDelta: 1.5 },
  ] as const)('of contracts says the mode of its market: $type', async (parts) => {
    const taken = [{ algoId: '1', ordId: '1', sCode: '0', sMsg: '' }];
    const modes = async (mode?: MarginMode, market: typeof okxSpot | typeof okxSwap = okxSwap) => {
      const { run, asked, marginModes } = await okxTrading(() => taken);
      if (mode) await marginModes.set(market.symbol, mode);
      await run((call) => okxDialect.submit(call, okxOrder({ ...market, ...parts })));
      return asked.filter(({ method }) => method === 'POST').map(({ body }) => Object(body).tdMode);
    };
    expect(await modes('isolated')).toEqual(['isolated']);
    expect(await modes('cross')).toEqual(['cross']);
    expect(await modes()).toEqual(['cross']);
    expect(await modes('isolated', okxSpot)).toEqual(['cash']);
  });

  const held = { instId, pos: '1', posSide: 'net', avgPx: '1', markPx: '1' };
  const cross = { ...held, mgnMode: 'cross' };
  const isolated = { ...held, mgnMode: 'isolated' };
  async function modeSent(positions: OkxAnswer, parts: Partial<VenueOrder> = {}) {
    const { run, asked, marginModes } = await okxTrading(({ method }) =>
      method === 'GET' ? positions : [{ ordId: '1', sCode: '0' }],
    );
    await marginModes.set(okxSwap.symbol, 'cross');
    const order = okxOrder({ ...okxSwap, type: 'market', reduceOnly: true, ...parts });
    await run((call) => okxDialect.submit(call, order));
    return { mode: Object(asked.at(-1)?.body).tdMode, routes: asked.map(okxRoute) };
  }

  it('that reduces says the mode of the only position there is', async () => {
    const { mode, routes } = await modeSent([isolated, { ...cross, pos: '0' }]);
    expect(mode).toBe('isolated');
    expect(routes).toEqual(['GET account/positions', 'POST trade/order']);
    const both = [
      { ...isolated, posSide: 'long' },
      { ...isolated, posSide: 'short' },
    ];
    expect((await modeSent(both)).mode).toBe('isolated');
  });

  it.each([
    ['there is no position', []],
    ['there is one in each mode', [isolated, cross]],
    ['positions cannot be read', okxRefusal('50001')],
    ['nothing answers', new NotSentError('no way')],
  ])('that reduces says the mode of its market where %s', async (_, positions) => {
    expect((await modeSent(positions)).mode).toBe('cross');
  });

  it('that reduces nothing, or is on spot, asks for no positions', async () => {
    expect(await modeSent([isolated], { reduceOnly: false })).toEqual({
      mode: 'cross',
      routes: ['POST trade/order'],
    });
    const { routes } = await modeSent([isolated], okxSpot);
    expect(routes).toEqual(['POST trade/order']);
  });

  it('whose mode cannot be read is not sent', async () => {
    const { run, asked, marginModes } = await okxTrading(() => []);
    marginModes.get = async () => {
      throw new Error('the store is closed');
    };
    const sending = run((call) => okxDialect.submit(call, okxOrder({ ...okxSwap })));
    const error = await sending.catch((thrown: unknown) => thrown);
    expect(failureOf(error, okxDialect.errorMeanings)).toEqual({
      kind: 'notSent',
      message: 'The margin mode of BTC/USDT:USDT cannot be read.',
    });
    expect(asked).toEqual([]);
  });
});
