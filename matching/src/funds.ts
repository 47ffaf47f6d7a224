import { amountFor, availableOf, sparedOf, termsOf } from './collateral.ts';
import { accountOf, type Core } from './core.ts';
import { ownOf } from './margins.ts';

/** Amounts of an asset that an account may use, by purpose; none is below zero. */
export interface Funds {
  /** For spot orders: the wallet's free amount, less losses of cross positions not taken. */
  readonly own: bigint;
  /** For orders of contracts that settle in it: with collateral, what all of it covers. */
  readonly contracts: bigint;
  /** Amount that may leave the account: the rest of its collateral covers what is held. */
  readonly transferable: bigint;
}

export function fundsOf(core: Core, accountId: string, asset: string): Funds {
  if (!core.accounts.has(accountId)) return { own: 0n, contracts: 0n, transferable: 0n };
  return {
    own: notNegative(ownOf(core, accountId, asset)),
    contracts: notNegative(usableOf(core, accountId, asset)),
    transferable: transferableOf(core, accountId, asset),
  };
}

/** Returns the amount that new orders of contracts in the asset may use; negative after losses. */
export function usableOf(core: Core, accountId: string, asset: string): bigint {
  const account = accountOf(core, accountId);
  const terms = termsOf(core, account, asset);
  if (!terms) return ownOf(core, accountId, asset);
  return amountFor(terms, availableOf(core, account));
}

/** Returns the amount that may leave the account. */
export function transferableOf(core: Core, accountId: string, asset: string): bigint {
  return notNegative(leavableOf(core, accountId, asset));
}

/** Returns the same amount, below zero where losses exceed the free amount. */
export function leavableOf(core: Core, accountId: string, asset: string): bigint {
  const amount = ownOf(core, accountId, asset);
  return sparedOf(core, accountOf(core, accountId), { asset, amount });
}

function notNegative(amount: bigint): bigint {
  return amount > 0n ? amount : 0n;
}
