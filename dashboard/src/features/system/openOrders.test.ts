import type { CapabilityWire } from '@windlass/contract';
import { describe, expect, it } from 'vitest';
import { openOrderPlaces } from './openOrders.ts';

const none = { order_types: [], time_in_force: [], features: [] };
const capabilityOf = (supports_spot: boolean, supports_perp: boolean): CapabilityWire => ({
  exchange: 'x',
  supports_spot,
  supports_perp,
  spot: none,
  perp: none,
  notes: {},
  environments: [],
});

describe('where open orders are looked for', () => {
  it('is each kind of market that the exchange of an account has', () => {
    const accounts = [
      { exchange_account_id: 'one', exchange: 'binance' },
      { exchange_account_id: 'two', exchange: 'hyperliquid' },
    ];
    const capabilities = {
      binance: capabilityOf(true, true),
      hyperliquid: capabilityOf(false, true),
    };
    expect(
      openOrderPlaces(accounts, capabilities).map(
        ({ exchange_account_id: id, market_type }) => `${id} ${market_type}`,
      ),
    ).toEqual(['one spot', 'one swap', 'one future', 'two swap', 'two future']);
  });

  it('is nowhere while nobody knows what the exchange has', () => {
    expect(openOrderPlaces([{ exchange_account_id: 'one', exchange: 'new' }], {})).toEqual([]);
  });
});
