import type { AccountView, AlgorithmView, MarketRules, UsableBookView } from './algorithm.ts';

/** An account that could be given an order now. */
export interface OpenAccount extends AccountView {
  readonly rules: MarketRules;
  readonly book: UsableBookView;
}

export function isOpen(account: AccountView): account is OpenAccount {
  const { book, rules, barred } = account;
  return book !== undefined && rules !== undefined && barred === undefined;
}

type Shutting = Pick<AlgorithmView, 'accounts' | 'symbol'>;

/** Why each account that is not open is not, in sentences. */
export function whyShut({ accounts, symbol }: Shutting): readonly string[] {
  return accounts.flatMap(({ id, rules, book, barred }) => {
    if (barred !== undefined) return `${id}: ${barred}`;
    if (!rules) return `${id}: its venue takes no orders for ${symbol}.`;
    return book ? [] : `${id}: no usable book.`;
  });
}

/** Why no account is open, in a sentence. */
export function whyNoneIsOpen({ accounts, symbol }: AlgorithmView): string {
  const noBook = `No account has a usable book of ${symbol}.`;
  if (accounts.some(({ barred, book }) => barred === undefined && book === undefined)) {
    return noBook;
  }
  const barred = accounts.flatMap((each) => each.barred ?? []);
  return barred[0] ?? `No account can trade ${symbol} now.`;
}
