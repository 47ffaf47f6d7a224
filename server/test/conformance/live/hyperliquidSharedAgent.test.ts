import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  hyperliquidLed,
  hyperliquidSimulated,
} from '../../support/exchanges/hyperliquid/exchange.ts';
import {
  type LiveService,
  openLiveService,
  type SimulatedVenue,
} from '../../support/exchanges/simulated.ts';

// The exchange takes each nonce of a signer once, whichever account the signer acts for.

const btc = { symbol: 'BTC/USDC:USDC', marketType: 'swap' } as const;
const atOnce = 5;

/** The first account is the owner's own; the others are vaults that its agent trades. */
const ofOneAgent: SimulatedVenue = {
  ...hyperliquidSimulated,
  account(name) {
    const owner = hyperliquidSimulated.account('owner');
    if (name === 'desk-1') return owner;
    const led = hyperliquidLed('vault').account(name).opened[1];
    const [master] = owner.opened;
    if (!led || !master) throw new Error('an owner and its vault are opened');
    const vault = { ...led, ledBy: { as: 'vault', address: master.apiKey } } as const;
    const credentials = { ...owner.credentials, vault_address: led.apiKey };
    return { credentials, opened: [vault] };
  },
};

let live: LiveService;
beforeAll(async () => {
  live = await openLiveService(ofOneAgent);
});
afterAll(() => live.stop());

describe('accounts of hyperliquid that one agent signs for', () => {
  it('have all their orders and cancels taken in the same millisecond', async () => {
    const { service } = live;
    const traders = [
      await service.trader(btc),
      await service.trader(btc),
      await service.trader(btc),
    ];
    const order = { order_type: 'limit', side: 'buy', quantity: 1, price: 90 };
    const each = traders.flatMap((trader) => Array.from({ length: atOnce }, () => trader));
    const made = await Promise.all(each.map((trader) => trader.take(order)));
    expect(made.map(({ order_status }) => order_status)).toEqual(each.map(() => 'open'));
    const canceled = await Promise.all(
      each.map((trader, index) => trader.cancel(made[index].order_id)),
    );
    expect(canceled.map(({ status }) => status)).toEqual(each.map(() => 'canceled'));
  });
});
