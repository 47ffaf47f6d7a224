import { useQuery } from '@tanstack/react-query';
import type { MarketSymbolWire, TradedAccountWire } from '@windlass/contract';
import { useClient } from '../../../shared/api.tsx';
import { accountsQuery, symbolsQuery } from '../../../shared/queries.ts';
import { reasonNotTradable } from './accounts.ts';

export interface Candidate {
  readonly account: TradedAccountWire;
  /** Reason why it cannot trade the symbol now. */
  readonly against: string | undefined;
}

/** Returns the accounts of the key, each with the reason why it cannot trade the symbol. */
export function useCandidates(symbol: string): readonly Candidate[] {
  const { data: accounts = [] } = useQuery(accountsQuery(useClient()));
  const listed = useListing(symbol.includes(':') ? 'perp' : 'spot');
  const exchanges = listed.find((each) => each.symbol === symbol)?.exchanges;
  return accounts.map((account) => ({ account, against: reasonNotTradable(account, exchanges) }));
}

export function useListing(market: 'spot' | 'perp'): readonly MarketSymbolWire[] {
  const { data = [] } = useQuery(symbolsQuery(useClient(), market));
  return data;
}
