import type { CapabilityWire, MarketTypeWord, TradedAccountWire } from '@windlass/contract';

/** An account and market type to list open orders of: exchanges keep them by market type. */
export interface OpenOrderPlace {
  readonly exchange_account_id: string;
  readonly market_type: MarketTypeWord;
}

/** Returns every place where the accounts can have open orders, as far as the exchanges have it. */
export function openOrderPlaces(
  accounts: readonly Pick<TradedAccountWire, 'exchange_account_id' | 'exchange'>[],
  capabilities: Readonly<Record<string, CapabilityWire>>,
): readonly OpenOrderPlace[] {
  return accounts.flatMap(({ exchange_account_id, exchange }) => {
    const capability = capabilities[exchange];
    const types: readonly MarketTypeWord[] = [
      ...(capability?.supports_spot ? (['spot'] as const) : []),
      ...(capability?.supports_perp ? (['swap', 'future'] as const) : []),
    ];
    return types.map((market_type) => ({ exchange_account_id, market_type }));
  });
}
