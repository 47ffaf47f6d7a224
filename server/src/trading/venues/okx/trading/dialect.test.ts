import { describe, expect, it } from 'vitest';
import {
  type OkxAnswer,
  type OkxAsked,
  okxAlgoRecord,
  okxClientId,
  okxPlainRecord,
  okxRefusal,
  okxRoute,
  okxSpot,
  okxTrading,
} from '../../../../../test/support/exchanges/okx/client.ts';
import { failureOf } from '../../shared/live/failures.ts';
import { okxDialect } from './dialect.ts';

const [plain, algo, route] = [okxPlainRecord, okxAlgoRecord, okxRoute];
const unknownOrder = okxRefusal('51603');
const ref = { clientId: okxClientId, venueOrderId: undefined };

describe('a cancel', () => {
  async function cancel(answer: (asked: OkxAsked) => OkxAnswer, clientId = okxClientId) {
    const { asked, run } = await okxTrading(answer);
    const over = run((call) => okxDialect.cancel(call, { ...ref, clientId, ...okxSpot }));
    const error = await over.catch((thrown: unknown) => thrown);
    const requests = asked.map((each) => [route(each), each.body ?? each.query]);
    return { requests, failure: error && failureOf(error, okxDialect.errorMeanings).kind };
  }
  const plainCancel = ['POST trade/cancel-order', { instId: 'BTC-USDT', clOrdId: okxClientId }];
  const gone = okxRefusal('1', '51400');

  it('names the order by its client id', async () => {
    const done = await cancel(() => [{ sCode: '0', ordId: '1' }]);
    expect(done).toEqual({ requests: [plainCancel], failure: undefined });
  });

  it('of an order of somebody else names it by the id of the venue', async () => {
    const { requests } = await cancel(() => [{ sCode: '0' }], '680800019749904384');
    expect(requests).toEqual([
      ['POST trade/cancel-order', { instId: 'BTC-USDT', ordId: '680800019749904384' }],
    ]);
  });

  it('that is under way already is one', async () => {
    expect((await cancel(() => okxRefusal('1', '51410'))).failure).toBeUndefined();
  });

  it('of an algo order that sleeps names that', async () => {
    const done = await cancel((asked) => {
      if (route(asked) === 'POST trade/cancel-order') return gone;
      return asked.method === 'GET' ? [algo] : [{ algoId: algo.algoId, sCode: '0' }];
    });
    expect(done).toEqual({
      requests: [
        plainCancel,
        ['GET trade/order-algo', { instId: 'BTC-USDT', algoClOrdId: okxClientId }],
        ['POST trade/cancel-algos', [{ algoId: algo.algoId, instId: 'BTC-USDT' }]],
      ],
      failure: undefined,
    });
  });

  it('of one that went off names the orders that took its place', async () => {
    const { requests, failure } = await cancel((asked) => {
      if (asked.method === 'GET') return [{ ...algo, ordIdList: ['11', '12'] }];
      const { ordId } = asked.body as { readonly ordId?: string };
      return ordId === '12' ? [{ sCode: '0' }] : gone;
    });
    expect(requests.slice(2)).toEqual([
      ['POST trade/cancel-order', { instId: 'BTC-USDT', ordId: '11' }],
      ['POST trade/cancel-order', { instId: 'BTC-USDT', ordId: '12' }],
    ]);
    expect(failure).toBeUndefined();
  });

  it('of what nobody knows says so, and any other refusal is passed on', async () => {
    const nothing = await cancel((asked) => (asked.method === 'GET' ? unknownOrder : gone));
    expect(nothing.failure).toBe('notFound');
    const late = await cancel(() => okxRefusal('50004'));
    expect([late.requests, late.failure]).toEqual([[plainCancel], 'unknown']);
  });
});

describe('open orders', () => {
  it('are plain ones and every type of algo order, each once', async () => {
    const swap = { ...plain, instId: 'BTC-USDT-SWAP', instType: 'SWAP' };
    const sleeping = { ...algo, instId: 'BTC-USDT-SWAP', slTriggerPx: '5', slOrdPx: '-1' };
    const children = [
      { ...swap, ordId: '990000000000000021', clOrdId: '', algoId: algo.algoId },
      { ...swap, ordId: '990000000000000022', clOrdId: '', algoId: algo.algoId },
    ];
    const foreign = [
      // Contracts of 100 dollars.
      { ...swap, ordId: '990000000000000031', clOrdId: '', instId: 'BTC-USD-SWAP' },
      { ...swap, ordId: '990000000000000032', tgtCcy: 'quote_ccy' },
    ];
    const { asked, run } = await okxTrading((each) => {
      const { ordType, ordId } = each.query;
      if (route(each) === 'GET trade/orders-pending') return [swap, ...children, ...foreign];
      if (route(each) === 'GET trade/order-algo')
        return [{ ...sleeping, ordIdList: ['990000000000000021', '990000000000000022'] }];
      if (route(each) === 'GET trade/order') return [{ ...swap, ordId, sz: '25' }];
      return ordType === 'conditional' ? [{ ...sleeping, algoId: '99', algoClOrdId: '' }] : [];
    });
    const open = await run((call) => okxDialect.openOrders(call, 'swap', undefined));
    expect(open.map(({ venueOrderId, clientId }) => [venueOrderId, clientId])).toEqual([
      [plain.ordId, okxClientId],
      [algo.algoId, okxClientId],
      ['990000000000000031', undefined],
      ['99', undefined],
    ]);
    const lists = asked.filter(({ path }) => path.endsWith('-pending'));
    expect(lists.map(({ path, query }) => [path.replace('/api/v5/trade/', ''), query])).toEqual([
      ['orders-pending', { instType: 'SWAP' }],
      ['orders-algo-pending', { instType: 'SWAP', ordType: 'conditional' }],
      ['orders-algo-pending', { instType: 'SWAP', ordType: 'oco' }],
      ['orders-algo-pending', { instType: 'SWAP', ordType: 'move_order_stop' }],
    ]);
  });

  it('of a symbol are asked for by it, page after page', async () => {
    const page = Array.from({ length: 100 }, (_, index) => ({
      ...plain,
      ordId: String(680_800_019_749_904_400n - BigInt(index)),
    }));
    const { asked, run } = await okxTrading((each) => {
      if (route(each) !== 'GET trade/orders-pending') return [];
      return each.query.after === undefined ? page : [plain];
    });
    const open = await run((call) => okxDialect.openOrders(call, 'spot', okxSpot.symbol));
    expect(open.length).toBe(101);
    expect(asked.map(({ query }) => query)).toEqual([
      { instType: 'SPOT', instId: 'BTC-USDT' },
      { instType: 'SPOT', instId: 'BTC-USDT', after: '680800019749904301' },
      { instType: 'SPOT', instId: 'BTC-USDT', ordType: 'conditional' },
      { instType: 'SPOT', instId: 'BTC-USDT', ordType: 'oco' },
    ]);
  });
});

describe('balances', () => {
  it.each(['spot', 'swap', 'future'] as const)(
    'of %s are those of the one wallet',
    async (type) => {
      // The first has a position with a small unrealised loss, which is no balance yet.
      const details = [
        { ccy: 'USDT', cashBal: '100.5', eq: '99.5', availBal: '60.25', frozenBal: '40.25' },
        { ccy: 'BTC', cashBal: '0.049', eq: '0.049', availBal: '0.04', frozenBal: '0.009' },
        { ccy: 'ETH', cashBal: '0', eq: '0', availBal: '0', frozenBal: '0' },
      ];
      const { asked, run } = await okxTrading(() => [{ details, uTime: '1', totalEq: '1' }]);
      const balances = await run((call) => okxDialect.balances(call, type));
      expect(asked.map(({ path, query }) => [path, query])).toEqual([
        ['/api/v5/account/balance', {}],
      ]);
      expect(balances).toEqual({
        USDT: { free: '60.25', used: '40.25', total: '100.5' },
        BTC: { free: '0.04', used: '0.009', total: '0.049' },
      });
    },
  );
});
