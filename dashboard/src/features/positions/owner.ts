import type { TradedAccountWire } from '@windlass/contract';

/**
 * The accounts whose positions are shown: one, those of a portfolio, or all that the key reaches.
 */
export type Owner =
  | { readonly kind: 'all' }
  | { readonly kind: 'account' | 'portfolio'; readonly id: string };

const everything = 'all';
const portfolioMark = 'portfolio:';

/** Reads the owner from a link. An empty text means the default, which covers all accounts. */
export function parseOwner(text: string, accounts: readonly TradedAccountWire[]): Owner {
  if (text === '') return usualOwner(accounts);
  if (text === everything) return { kind: 'all' };
  return text.startsWith(portfolioMark)
    ? { kind: 'portfolio', id: text.slice(portfolioMark.length) }
    : { kind: 'account', id: text };
}

/** Returns the owner's text in a link. */
export function ownerText(owner: Owner): string {
  switch (owner.kind) {
    case 'all':
      return everything;
    case 'account':
      return owner.id;
    case 'portfolio':
      return `${portfolioMark}${owner.id}`;
  }
}

/** Returns the portfolio with every account, as it has a history of its own; else all accounts. */
function usualOwner(accounts: readonly TradedAccountWire[]): Owner {
  const [id, ...others] = portfoliosOf(accounts);
  const isWhole = accounts.every(({ portfolio_id }) => portfolio_id === id);
  return id !== undefined && others.length === 0 && isWhole
    ? { kind: 'portfolio', id }
    : { kind: 'all' };
}

export function portfoliosOf(accounts: readonly TradedAccountWire[]): readonly string[] {
  return [...new Set(accounts.flatMap(({ portfolio_id: id }) => (id === null ? [] : [id])))].sort();
}

/** Returns the accounts of the owner. */
export function accountsOf(
  owner: Owner,
  accounts: readonly TradedAccountWire[],
): readonly TradedAccountWire[] {
  switch (owner.kind) {
    case 'all':
      return accounts;
    case 'account':
      return accounts.filter(({ exchange_account_id }) => exchange_account_id === owner.id);
    case 'portfolio':
      return accounts.filter(({ portfolio_id }) => portfolio_id === owner.id);
  }
}

/** Name of the owner in reports. There is no report for all accounts. */
export type ReportOwner =
  | { readonly exchange_account_id: string }
  | { readonly portfolio_id: string };

export function reportOwnerOf(owner: Owner): ReportOwner | undefined {
  switch (owner.kind) {
    case 'all':
      return undefined;
    case 'account':
      return { exchange_account_id: owner.id };
    case 'portfolio':
      return { portfolio_id: owner.id };
  }
}
