import type { Account } from '../exchange/records.ts';
import { createListenKeys, type ListenKeys } from './streams/listenKeys.ts';

/** What accounts set and the neutral exchange has no word for. */
export interface Settings {
  readonly listenKeys: ListenKeys;
  marginType(account: Account, market: string): 'CROSSED' | 'ISOLATED';
  setMarginType(account: Account, market: string, type: 'CROSSED' | 'ISOLATED'): void;
}

export function createSettings(): Settings {
  /** Markets of accounts that are not crossed. */
  const isolated = new Set<string>();
  const key = ({ number }: Account, market: string) => `${number} ${market}`;
  return {
    listenKeys: createListenKeys(),
    marginType: (account, market) => (isolated.has(key(account, market)) ? 'ISOLATED' : 'CROSSED'),
    setMarginType(account, market, type) {
      if (type === 'ISOLATED') isolated.add(key(account, market));
      else isolated.delete(key(account, market));
    },
  };
}
