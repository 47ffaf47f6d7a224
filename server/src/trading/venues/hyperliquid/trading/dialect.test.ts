import { describe, expect, it } from 'vitest';
import {
  clientId,
  cloid,
  hyperliquidOrder,
  openHyperliquidWire,
  symbolNamed,
  walletAddress,
} from '../../../../../test/support/exchanges/hyperliquid/wire.ts';
import { failureOf } from '../../shared/live/failures.ts';
import type { VenueOrder } from '../../venuePort.ts';
import { hyperliquidDialect } from './dialect.ts';

const exchange = { method: 'POST', url: 'https://api.hyperliquid.xyz/exchange' };
const info = { method: 'POST', url: 'https://api.hyperliquid.xyz/info' };
const ref = { ...hyperliquidOrder(), venueOrderId: undefined };

function done(...statuses: readonly unknown[]) {
  return { status: 'ok', response: { type: 'order', data: { statuses } } };
}

const mids = { BTC: '100000.5', ETH: '100.5', kPEPE: '0.0123', '@1': '7' };

function taking(answer: unknown = done({ resting: { oid: 77738308, cloid } })) {
  return openHyperliquidWire(({ type }) => (type === 'allMids' ? mids : answer));
}

/** Returns the request of an order, as in the venue's documents. */
function sent(terms: object) {
  const order = { a: 1, b: true, s: '1.5', r: false, c: cloid, ...terms };
  return { ...exchange, body: { action: { type: 'order', orders: [order], grouping: 'na' } } };
}

const askedMids = { ...info, body: { type: 'allMids' } };
const limit = (tif: string) => ({ limit: { tif } });
const trigger = (tpsl: string, triggerPx: string, isMarket: boolean) => ({
  trigger: { isMarket, triggerPx, tpsl },
});

/**
 * Signature of the order below, with nonce and deadline: by the venue's scheme, without ccxt.
 * keccak-256 of the action in msgpack, the nonce, 0 for no vault, 0 and the deadline; then EIP-712.
 */
const signature = {
  r: '0x2311e1389ccb640be6e085f67c9ed4f93facc4f92da7589331225661afdbd335',
  s: '0x63d0be6f688737267a090e65c505d2f91e363327e8b92db8b47f4bb8b270406f',
  v: 27,
};

describe('an order for hyperliquid', () => {
  const cases: readonly [string, Partial<VenueOrder>, readonly object[]][] = [
    ['buy limit', { price: '95.5' }, [sent({ p: '95.5', t: limit('Gtc') })]],
    [
      'sell limit',
      { side: 'sell', price: '105.25' },
      [sent({ b: false, p: '105.25', t: limit('Gtc') })],
    ],
    [
      'limit that ends at once',
      { price: '101', timeInForce: 'IOC' },
      [sent({ p: '101', t: limit('Ioc') })],
    ],
    [
      'limit that only rests',
      { price: '99', timeInForce: 'POST_ONLY' },
      [sent({ p: '99', t: limit('Alo') })],
    ],
    [
      'limit that reduces',
      { side: 'sell', price: '99', reduceOnly: true },
      [sent({ b: false, p: '99', r: true, t: limit('Gtc') })],
    ],
    // Five percent from the middle of 100.5, in five digits and the two decimals that the lot
    // leaves.
    ['buy market', { type: 'market' }, [askedMids, sent({ p: '105.53', t: limit('Ioc') })]],
    [
      'sell market',
      { type: 'market', side: 'sell' },
      [askedMids, sent({ b: false, p: '95.48', t: limit('Ioc') })],
    ],
    [
      'market that reduces',
      { type: 'market', side: 'sell', reduceOnly: true },
      [askedMids, sent({ b: false, p: '95.48', r: true, t: limit('Ioc') })],
    ],
    [
      'buy stop',
      { type: 'stop_loss', stopPrice: '110' },
      [sent({ p: '115.5', t: trigger('sl', '110', true) })],
    ],
    [
      'sell stop',
      { type: 'stop_loss', side: 'sell', stopPrice: '90' },
      [sent({ b: false, p: '85.5', t: trigger('sl', '90', true) })],
    ],
    [
      'buy take profit',
      { type: 'take_profit', stopPrice: '90' },
      [sent({ p: '94.5', t: trigger('tp', '90', true) })],
    ],
    [
      'sell take profit that reduces',
      { type: 'take_profit', side: 'sell', stopPrice: '110', reduceOnly: true },
      [sent({ b: false, p: '104.5', r: true, t: trigger('tp', '110', true) })],
    ],
    [
      'buy stop limit',
      { type: 'stop_loss_limit', stopPrice: '110', price: '112' },
      [sent({ p: '112', t: trigger('sl', '110', false) })],
    ],
    [
      'sell stop limit',
      { type: 'stop_loss_limit', side: 'sell', stopPrice: '90', price: '88.01' },
      [sent({ b: false, p: '88.01', t: trigger('sl', '90', false) })],
    ],
    [
      'buy take profit limit',
      { type: 'take_profit_limit', stopPrice: '90', price: '92' },
      [sent({ p: '92', t: trigger('tp', '90', false) })],
    ],
    [
      'sell take profit limit',
      { type: 'take_profit_limit', side: 'sell', stopPrice: '110', price: '108' },
      [sent({ b: false, p: '108', t: trigger('tp', '110', false) })],
    ],
    [
      'limit of a whole price of six digits',
      { symbol: symbolNamed('BTC/USDC:USDC'), price: '123457', quantity: '0.00012' },
      [sent({ a: 0, p: '123457', s: '0.00012', t: limit('Gtc') })],
    ],
    [
      'market of a thousand coins',
      { symbol: symbolNamed('KPEPE/USDC:USDC'), type: 'market', quantity: '12345' },
      [askedMids, sent({ a: 2, p: '0.012915', s: '12345', t: limit('Ioc') })],
    ],
  ];
  it.each(cases)('is sent once, as it is: %s', async (_, changes, requests) => {
    const { run, asked } = await taking();
    const order = hyperliquidOrder(changes);
    expect(await run((call) => hyperliquidDialect.submit(call, order))).toMatchObject({
      venueOrderId: '77738308',
      status: 'open',
      filled: '0',
      fees: {},
    });
    expect(asked).toEqual(requests);
  });

  it.each<[string, Partial<VenueOrder>]>([
    ['hyperliquid has no trailing_stop orders.', { type: 'trailing_stop', trailingDelta: 2 }],
    ['hyperliquid has no oco orders.', { type: 'oco', price: '95', stopPrice: '110' }],
    ['hyperliquid has no time in force FOK.', { price: '95', timeInForce: 'FOK' }],
    [
      'hyperliquid has no time in force POST_ONLY for stop_loss_limit orders.',
      { type: 'stop_loss_limit', stopPrice: '110', price: '112', timeInForce: 'POST_ONLY' },
    ],
    [
      'hyperliquid has no time in force IOC for take_profit_limit orders.',
      { type: 'take_profit_limit', stopPrice: '90', price: '92', timeInForce: 'IOC' },
    ],
    ['hyperliquid trades only perpetuals.', { marketType: 'spot', price: '95' }],
  ])('is refused before anything is sent: %s', async (message, changes) => {
    const { run, asked } = await taking();
    const error = await run((call) =>
      hyperliquidDialect.submit(call, hyperliquidOrder(changes)),
    ).catch((thrown: unknown) => thrown);
    expect(failureOf(error, hyperliquidDialect.errorMeanings)).toEqual({
      kind: 'refused',
      code: 'OTHER',
      message,
    });
    expect(asked).toEqual([]);
  });

  it('is signed once, with a nonce that grows and a deadline five seconds away', async () => {
    const { run, signed, asked } = await taking();
    const order = hyperliquidOrder({ price: '95' });
    await run((call) => hyperliquidDialect.submit(call, order));
    await run((call) => hyperliquidDialect.submit(call, order));
    const expiresAfter = 1_700_000_005_000;
    expect(signed).toEqual([
      { nonce: 1_700_000_000_000, signature, expiresAfter },
      { nonce: 1_700_000_000_001, signature: expect.anything(), expiresAfter },
    ]);
    // Neither an approval of a fee nor a referral precedes it, and it contains none.
    expect(asked).toHaveLength(2);
    expect(JSON.stringify(asked)).not.toMatch(/builder|approve|setReferrer/i);
    // The signature covers the fields in this order.
    expect(JSON.stringify(asked[0]?.body.action)).toBe(
      `{"type":"order","orders":[{"a":1,"b":true,"p":"95","s":"1.5","r":false,` +
        `"t":{"limit":{"tif":"Gtc"}},"c":"${cloid}"}],"grouping":"na"}`,
    );
  });

  const filled = (totalSz: string, more: object = { oid: 77747314 }) => ({
    filled: { totalSz, avgPx: '100.5', ...more },
  });
  it.each<[object, Partial<VenueOrder>, string, string]>([
    [filled('1.5'), {}, 'closed', '150.75'],
    [filled('0.5'), { timeInForce: 'IOC' }, 'expired', '50.25'],
    [filled('0.5'), { timeInForce: 'IOC', reduceOnly: true }, 'closed', '50.25'],
  ])('is told as far as the answer tells it: %j of %j', async (status, changes, ended, cost) => {
    const { run, asked } = await taking(done(status));
    const order = hyperliquidOrder({ price: '101', ...changes });
    expect(await run((call) => hyperliquidDialect.submit(call, order))).toMatchObject({
      venueOrderId: '77747314',
      status: ended,
      average: 100.5,
      cost,
      fees: {},
    });
    expect(asked).toHaveLength(1);
  });

  it.each([
    ['waitingForTrigger'],
    ['waitingForFill'],
    // It neither filled completely nor rests, and no order of its type ends so.
    [filled('0.5')],
    [filled('0')],
    [filled('much')],
    [filled('1.5', {})],
  ])('is acknowledged, and has to be looked up, after %j', async (status) => {
    const { run } = await taking(done(status));
    const order = hyperliquidOrder({ price: '95' });
    expect(await run((call) => hyperliquidDialect.submit(call, order))).toBeUndefined();
  });

  it.each([[done()], [done('somethingNew')], [{}], [{ status: 'ok' }]])(
    'is in doubt after an answer nobody knows: %j',
    async (answer) => {
      const { run } = await taking(answer);
      const order = hyperliquidOrder({ price: '95' });
      await expect(run((call) => hyperliquidDialect.submit(call, order))).rejects.toMatchObject({
        name: 'NoAnswerError',
      });
    },
  );

  it('was not sent while the price that bounds it cannot be had', async () => {
    const order = hyperliquidOrder({ type: 'market' });
    const down = await openHyperliquidWire(() => ({ status: 502, text: 'Bad gateway' }));
    await expect(down.run((call) => hyperliquidDialect.submit(call, order))).rejects.toMatchObject({
      name: 'NotSentError',
    });
    expect(down.asked).toEqual([askedMids]);
    const empty = await openHyperliquidWire(() => ({ BTC: '1' }));
    await expect(empty.run((call) => hyperliquidDialect.submit(call, order))).rejects.toThrow(
      'The exchange has no price of ETH/USDC:USDC to bound the order with.',
    );
    expect(empty.asked).toEqual([askedMids]);
  });
});

describe('a call of hyperliquid', () => {
  it('cancels by the client id', async () => {
    const { run, asked } = await taking({
      status: 'ok',
      response: { type: 'cancel', data: { statuses: ['success'] } },
    });
    await run((call) => hyperliquidDialect.cancel(call, ref));
    const cancels = [{ asset: 1, cloid }];
    expect(asked).toEqual([{ ...exchange, body: { action: { type: 'cancelByCloid', cancels } } }]);
  });

  it('is in doubt of a cancel whose answer nobody knows', async () => {
    const { run } = await taking(done('perhaps'));
    await expect(run((call) => hyperliquidDialect.cancel(call, ref))).rejects.toMatchObject({
      name: 'NoAnswerError',
    });
  });

  it('looks an order up by the client id', async () => {
    const { run, asked } = await taking({ status: 'unknownOid' });
    await expect(run((call) => hyperliquidDialect.lookup(call, ref))).rejects.toMatchObject({
      name: 'OrderNotFound',
    });
    const body = { type: 'orderStatus', oid: `0x${clientId}`, user: walletAddress };
    expect(asked).toEqual([{ ...info, body }]);
  });

  it('asks for all open orders at once, and for none of dated futures', async () => {
    const { run, asked } = await taking([]);
    await run((call) => hyperliquidDialect.openOrders(call, 'swap', undefined));
    await run((call) => hyperliquidDialect.openOrders(call, 'future', undefined));
    expect(asked).toEqual([{ ...info, body: { type: 'frontendOpenOrders', user: walletAddress } }]);
  });
});
