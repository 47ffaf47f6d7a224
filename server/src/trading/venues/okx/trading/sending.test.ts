import { describe, expect, it } from 'vitest';
import {
  okxClientId,
  okxFuture,
  okxOrder,
  okxSpot,
  okxSwap,
  okxTrading,
} from '../../../../../test/support/exchanges/okx/client.ts';
import type { InstrumentSymbol } from '../../../model/symbol.ts';
import { DialectRefusal, failureOf } from '../../shared/live/failures.ts';
import { NoAnswerError } from '../../shared/live/tradeHttp.ts';
import type { VenueOrder } from '../../venuePort.ts';
import { okxDialect } from './dialect.ts';

const taken = [{ algoId: '', ordId: '1', clOrdId: okxClientId, sCode: '0', sMsg: '', tag: '' }];

async function sent(parts: Partial<VenueOrder>) {
  const { asked, run } = await okxTrading(() => taken);
  const state = await run((call) => okxDialect.submit(call, okxOrder(parts)));
  expect(state).toBeUndefined();
  return asked;
}

/** Fields of every order in a market: 0.5 BTC are 50 contracts, 3 ETH are 15. */
const markets = {
  spot: { order: okxSpot, said: { instId: 'BTC-USDT', tdMode: 'cash', sz: '0.5' } },
  swap: { order: okxSwap, said: { instId: 'BTC-USDT-SWAP', tdMode: 'cross', sz: '50' } },
  future: {
    order: { ...okxFuture, quantity: '3' },
    said: { instId: 'ETH-USDT-261225', tdMode: 'cross', sz: '15' },
  },
} as const;
type Kind = keyof typeof markets;
type Case = readonly [Partial<VenueOrder>, object];

const contracts = ['swap', 'future'] as const;
const all = ['spot', ...contracts] as const;
const sides = ['buy', 'sell'] as const;

const plainCases: readonly (readonly [readonly Kind[], ...Case])[] = [
  [all, { type: 'limit' }, { ordType: 'limit', px: '60000' }],
  [all, { type: 'limit', timeInForce: 'IOC' }, { ordType: 'ioc', px: '60000' }],
  [all, { type: 'limit', timeInForce: 'FOK' }, { ordType: 'fok', px: '60000' }],
  [all, { type: 'limit', timeInForce: 'POST_ONLY' }, { ordType: 'post_only', px: '60000' }],
  [['spot'], { type: 'market' }, { ordType: 'market', tgtCcy: 'base_ccy' }],
  [['spot'], { type: 'market', timeInForce: 'IOC' }, { ordType: 'market', tgtCcy: 'base_ccy' }],
  [['spot'], { type: 'limit', reduceOnly: true }, { ordType: 'limit', px: '60000' }],
  [contracts, { type: 'market' }, { ordType: 'market' }],
  [contracts, { type: 'market', timeInForce: 'IOC' }, { ordType: 'optimal_limit_ioc' }],
  [contracts, { type: 'market', reduceOnly: true }, { ordType: 'market', reduceOnly: true }],
];

const stop = { slTriggerPx: '55000', slTriggerPxType: 'last' };
const profit = { tpTriggerPx: '55000', tpTriggerPxType: 'last' };
const conditional = { ordType: 'conditional' };
const at = { stopPrice: '55000' };
const bought = { tgtCcy: 'base_ccy' };

/** The last element has the additional fields of a buy on spot. */
const algoCases: readonly (readonly [readonly Kind[], ...Case, object?])[] = [
  [all, { type: 'stop_loss', ...at }, { ...conditional, ...stop, slOrdPx: '-1' }, bought],
  [all, { type: 'stop_loss_limit', ...at }, { ...conditional, ...stop, slOrdPx: '60000' }],
  [all, { type: 'take_profit', ...at }, { ...conditional, ...profit, tpOrdPx: '-1' }, bought],
  [all, { type: 'take_profit_limit', ...at }, { ...conditional, ...profit, tpOrdPx: '60000' }],
  [
    ['spot'],
    { type: 'oco', ...at },
    {
      ordType: 'oco',
      ...stop,
      slOrdPx: '-1',
      tpTriggerPx: '60000',
      tpTriggerPxType: 'last',
      tpOrdPx: '60000',
    },
    bought,
  ],
  [
    contracts,
    { type: 'trailing_stop', trailingDelta: 1.5 },
    { ordType: 'move_order_stop', callbackRatio: '0.015' },
  ],
  [
    contracts,
    { type: 'stop_loss', ...at, reduceOnly: true },
    { ...conditional, ...stop, slOrdPx: '-1', reduceOnly: true },
  ],
];

const named = (cases: readonly (readonly [readonly Kind[], ...Case, object?])[]) =>
  cases.flatMap(([kinds, parts, said, whenBuying]) =>
    kinds.flatMap((kind) =>
      sides.map((side) => {
        const name = [parts.type, parts.timeInForce, parts.reduceOnly && 'reduce only', kind, side];
        const more = kind === 'spot' && side === 'buy' ? whenBuying : {};
        return {
          name: name.filter(Boolean).join(' '),
          kind,
          side,
          parts,
          said: { ...said, ...more },
        };
      }),
    ),
  );

/**
 * A reduce-only order is sent in the mode of the present position: one request before it reads
 * that.
 */
const looked = (kind: Kind, { reduceOnly }: { readonly reduceOnly?: boolean | undefined }) =>
  kind !== 'spot' && reduceOnly
    ? [expect.objectContaining({ method: 'GET', path: '/api/v5/account/positions' })]
    : [];

describe('an order on the book', () => {
  it.each(named(plainCases))('$name', async ({ kind, side, parts, said }) => {
    const { order, said: common } = markets[kind];
    expect(await sent({ ...order, side, ...parts })).toEqual([
      ...looked(kind, parts),
      {
        method: 'POST',
        path: '/api/v5/trade/order',
        query: {},
        body: { ...common, side, clOrdId: okxClientId, ...said },
      },
    ]);
  });
});

describe('an order that sleeps', () => {
  it.each(named(algoCases))('$name', async ({ kind, side, parts, said }) => {
    const { order, said: common } = markets[kind];
    const ids = { clOrdId: okxClientId, algoClOrdId: okxClientId };
    expect(await sent({ ...order, side, ...parts })).toEqual([
      ...looked(kind, parts),
      {
        method: 'POST',
        path: '/api/v5/trade/order-algo',
        query: {},
        body: { ...common, side, ...ids, ...said },
      },
    ]);
  });
});

describe('an order of an account in hedge mode', () => {
  it.each([
    ['long', 'buy', false],
    ['short', 'sell', false],
    ['long', 'sell', true],
    ['short', 'buy', true],
  ] as const)('of the %s leg as %s, reduce only %s', async (leg, side, reduceOnly) => {
    for (const [, parts] of [...plainCases, ...algoCases].filter(([[kind]]) => kind !== 'spot')) {
      for (const kind of contracts) {
        const { order } = markets[kind];
        const all = await sent({ ...order, ...parts, side, reduceOnly, leg });
        const body = Object(all.at(-1)?.body);
        expect(body).toMatchObject({ side, posSide: leg });
        expect(body).not.toHaveProperty('reduceOnly');
      }
    }
  });

  it('goes out in the mode of its own leg, whatever the other is in', async () => {
    const held = { instId: 'BTC-USDT-SWAP', pos: '1', avgPx: '1', markPx: '1' };
    const rows = [
      { ...held, posSide: 'long', mgnMode: 'isolated' },
      { ...held, posSide: 'short', mgnMode: 'cross' },
    ];
    const modes: unknown[] = [];
    for (const [leg, side] of [
      ['long', 'sell'],
      ['short', 'buy'],
    ] as const) {
      const { asked, run } = await okxTrading(({ method }) => (method === 'GET' ? rows : taken));
      const order = okxOrder({ ...okxSwap, side, leg, reduceOnly: true });
      await run((call) => okxDialect.submit(call, order));
      modes.push(Object(asked.at(-1)?.body).tdMode);
    }
    expect(modes).toEqual(['isolated', 'cross']);
  });
});

describe('the deadline', () => {
  it('is told of orders on the book alone', async () => {
    const headers = async (parts: Partial<VenueOrder>) => {
      const { sent: requests, run } = await okxTrading(() => taken);
      await run((call) => okxDialect.submit(call, okxOrder(parts)));
      return requests.map(({ headers: { expTime } }) => expTime);
    };
    expect(await headers({})).toEqual(['1724751405000']);
    expect(await headers({ type: 'stop_loss', ...at })).toEqual([undefined]);
  });
});

describe('sizes', () => {
  it.each([
    ['0.0001', '0.01'],
    ['123456789.12345678', '12345678912.345678'],
  ])('of %s BTC are %s contracts, to the last digit', async (quantity, sz) => {
    const [asked] = await sent({ ...okxSwap, quantity });
    expect(asked?.body).toMatchObject({ sz });
  });

  it('of spot are sent as they are', async () => {
    const [asked] = await sent({ quantity: '1234567890.12345678' });
    expect(asked?.body).toMatchObject({ sz: '1234567890.12345678' });
  });
});

describe('what the venue has not is refused before anything is sent', () => {
  it.each<[string, Partial<VenueOrder>]>([
    ['a market order that fills or is killed', { type: 'market', timeInForce: 'FOK' }],
    ['a market order that only makes', { type: 'market', timeInForce: 'POST_ONLY' }],
    ['a stop that only makes', { type: 'stop_loss_limit', ...at, timeInForce: 'POST_ONLY' }],
    ['a stop that takes at once', { type: 'take_profit_limit', ...at, timeInForce: 'IOC' }],
    ['a pair that fills or is killed', { type: 'oco', ...at, timeInForce: 'FOK' }],
    ['a pair without a stop', { type: 'oco' }],
    ['a trailing stop without a distance', { ...okxSwap, type: 'trailing_stop' }],
    ['a contract of dollars', { ...okxSwap, symbol: 'BTC/USD:BTC' as InstrumentSymbol }],
    ['a part of a contract that no decimal is', { ...okxFuture, quantity: '0.33e-18' }],
  ])('%s', async (_, parts) => {
    const { asked, run } = await okxTrading(() => taken);
    const refused = run((call) => okxDialect.submit(call, okxOrder(parts)));
    const error = await refused.catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(DialectRefusal);
    expect(failureOf(error, okxDialect.errorMeanings)).toMatchObject({
      kind: 'refused',
      code: 'OTHER',
    });
    expect(asked).toEqual([]);
  });
});

describe('an answer to a sending', () => {
  it.each([
    ['of nothing', []],
    ['of another result', [{ sCode: '51999', sMsg: '?' }]],
  ])('%s leaves it open what became of the order', async (_, data) => {
    const { run } = await okxTrading(() => data);
    const answer = run((call) => okxDialect.submit(call, okxOrder({})));
    await expect(answer).rejects.toBeInstanceOf(NoAnswerError);
  });
});
