import type { TradedAccountWire } from '@windlass/contract';

/** Whose positions are shown: one account, those of a portfolio, or all that the key reaches. */
export type Owner =
  | { readonly kind: 'all' }
  | { readonly kind: 'account' | 'portfolio'; readonly id: string };

const everything = 'all';
const portfolioMark = 'portfolio:';

/** Reads what stands in a link; empty is whatever holds all accounts. */
export function parseOwner(text: string, accounts: readonly TradedAccountWire[]): Owner {
  if (text === '') return usualOwner(accounts);
  if (text === everything) return { kind: 'all' };
  return text.startsWith(portfolioMark)
    ? { kind: 'portfolio', id: text.slice(portfolioMark.length) }
    : { kind: 'account', id: text };
}

/** As it stands in a link. */
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

/** The portfolio that has every account, since it has a history of its own; else all of them. */
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

/** The accounts that are meant. */
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

/** How reports name the owner; undefined for all, of which no report is made. */
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
