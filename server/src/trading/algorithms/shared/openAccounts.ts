import type { AccountView, AlgorithmView, MarketRules, UsableBookView } from '../algorithm.ts';

/** An account that could get an order now. */
export interface OpenAccount extends AccountView {
  readonly rules: MarketRules;
  readonly book: UsableBookView;
}

export function isOpen(account: AccountView): account is OpenAccount {
  return isOpenTo(account, false);
}

/** True for such an account; when `isClosing`, for orders that close. */
export function isOpenTo(account: AccountView, isClosing: boolean): account is OpenAccount {
  const { book, rules } = account;
  return book !== undefined && rules !== undefined && whyBarred(account, isClosing) === undefined;
}

/** Returns why the account gets no such orders now, as a sentence. */
export function whyBarred(account: AccountView, isClosing: boolean): string | undefined {
  return isClosing ? account.closingBarred : account.barred;
}

type Shutting = Pick<AlgorithmView, 'accounts' | 'symbol'>;

/** Returns why each closed account cannot be used, in sentences. */
export function whyShut({ accounts, symbol }: Shutting, isClosing: boolean): readonly string[] {
  return accounts.flatMap((account) => {
    const { id, rules, book } = account;
    const barred = whyBarred(account, isClosing);
    if (barred !== undefined) return `${id}: ${barred}`;
    if (!rules) return `${id}: its venue is not accepting orders in ${symbol}.`;
    return book ? [] : `${id}: no usable book.`;
  });
}

/** Returns why no account is open, as a sentence. */
export function whyNoneIsOpen({ accounts, symbol }: AlgorithmView): string {
  const noBook = `No account has a usable book of ${symbol}.`;
  if (accounts.some(({ barred, book }) => barred === undefined && book === undefined)) {
    return noBook;
  }
  const barred = accounts.flatMap((each) => each.barred ?? []);
  return barred[0] ?? `No account can trade ${symbol} now.`;
}
