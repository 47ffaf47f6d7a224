import type { CapabilityWire, MarketTypeWord, TradedAccountWire } from '@windlass/contract';

/** Where open orders are listed: exchanges keep them by kind of market. */
export interface OpenOrderPlace {
  readonly exchange_account_id: string;
  readonly market_type: MarketTypeWord;
}

/** Every place where the accounts can have open orders; what an exchange lacks is not asked for. */
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
