import { describe, expect, it } from 'vitest';
import {
  entry,
  execution,
  secondExecution,
} from '../../../../../test/support/exchanges/hyperliquid/orderRows.ts';
import {
  clientId,
  hyperliquidOrder,
  openHyperliquidWire,
  walletAddress,
} from '../../../../../test/support/exchanges/hyperliquid/wire.ts';
import { hyperliquidDialect } from './dialect.ts';
import { hyperliquidLimits } from './limits.ts';

const ref = { ...hyperliquidOrder(), venueOrderId: undefined };
const endedAtMs = 1_699_999_500_000;

describe('executions', () => {
  const query = { marketType: 'swap', symbol: ref.symbol, sinceMs: 1_000, limit: 500 } as const;

  it('are told with maker and taker, fee and rebate, and whose they are', async () => {
    const spot = execution({ coin: '@107', tid: 9 });
    const wire = await openHyperliquidWire(() => [spot, execution(secondExecution), execution()]);
    const fills = await wire.run((call) => hyperliquidDialect.fills(call, query));
    const common = { venueOrderId: '91490942', clientId, symbol: ref.symbol, marketType: 'swap' };
    const atMs = 1_699_999_400_000;
    expect(fills).toHaveLength(2);
    expect(fills).toContainEqual({
      ...common,
      venueTradeId: '118906512037719',
      side: 'buy',
      price: 100.5,
      quantity: '0.5',
      fee: '0.022612',
      feeAsset: 'USDC',
      liquidity: 'taker',
      atMs,
    });
    expect(fills).toContainEqual({
      ...common,
      venueTradeId: '2',
      side: 'buy',
      price: 101,
      quantity: '1',
      fee: '-0.01',
      feeAsset: 'USDC',
      liquidity: 'maker',
      atMs,
    });
    const body = { type: 'userFillsByTime', user: walletAddress, startTime: 1_000 };
    expect(wire.asked.map((each) => each.body)).toEqual([body]);
  });

  it('are read page after page, each once, until there are enough', async () => {
    const all = Array.from({ length: 4_500 }, (_, i) =>
      execution({ tid: i + 1, time: 1_000 + Math.floor(i / 3) }),
    );
    const pageFrom = (startTime: unknown) =>
      all.filter(({ time }) => time >= Number(startTime)).slice(0, 2_000);
    const wire = await openHyperliquidWire(({ startTime }) => pageFrom(startTime));
    const weights = () =>
      wire.asked.map(({ body }) => {
        const call = { path: 'info', api: 'public', method: 'POST', params: body };
        return hyperliquidLimits.rate(call).weight;
      });
    const ask = (limit: number) =>
      wire.run((call) => hyperliquidDialect.fills(call, { ...query, limit }));
    const few = await ask(3);
    expect(few.map(({ venueTradeId }) => venueTradeId)).toEqual(['1', '2', '3']);
    expect(wire.asked).toHaveLength(1);
    const many = await ask(5_000);
    expect(many.map(({ venueTradeId }) => Number(venueTradeId))).toEqual(all.map(({ tid }) => tid));
    expect(weights()).toEqual([21, 21, 21, 21]);
  });

  it('without a client id belong to the order that had their id when it was looked at', async () => {
    const wire = await openHyperliquidWire(({ type }) =>
      type === 'orderStatus'
        ? { status: 'order', order: { order: entry(), status: 'open', statusTimestamp: endedAtMs } }
        : [execution({ cloid: undefined }), execution({ cloid: null, oid: 5, tid: 6 })],
    );
    const ask = () => wire.run((call) => hyperliquidDialect.fills(call, query));
    expect((await ask()).map((fill) => fill.clientId)).toEqual([undefined, undefined]);
    await wire.run((call) => hyperliquidDialect.lookup(call, ref));
    expect((await ask()).map((fill) => fill.clientId)).toEqual([clientId, undefined]);
  });

  it('of dated futures are none', async () => {
    const wire = await openHyperliquidWire(() => [execution(), execution(secondExecution)]);
    const future = { ...query, marketType: 'future' } as const;
    expect(await wire.run((call) => hyperliquidDialect.fills(call, future))).toEqual([]);
  });
});
