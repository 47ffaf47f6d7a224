import { AppError } from '../../kit/errors.ts';
import { otherWalletNames } from '../accounts/index.ts';
import type { Account } from '../model/account.ts';
import type { MarketType } from '../model/order.ts';
import type { WalletWord } from '../venues/accountPort.ts';
import type { WalletName } from '../venues/perpsPort.ts';
import { walletsOf } from '../venues/registry.ts';

/** The requested wallet: by a market type that it pays for, or by a wallet word. */
export interface RequestedWallet {
  readonly marketType: MarketType | undefined;
  readonly word: WalletWord | undefined;
}

/** The wallet of a market type, or a wallet that no market type is paid from. */
export type FoundWallet =
  | { readonly kind: 'traded'; readonly marketType: MarketType }
  | { readonly kind: 'other'; readonly wallet: WalletName };

/**
 * Returns the wallet that is meant, in the words of transfers: money that was moved to `future` is
 * found under `future`. Dated futures as a market type mean the wallet of that name, or, at an
 * exchange without one, the wallet that provides their margin. A word without a wallet at the
 * exchange is refused with the list of its words.
 */
export function resolveWallet(
  account: Account,
  { marketType, word }: RequestedWallet,
): FoundWallet {
  const { transferWords } = walletsOf(account.venue);
  const isOne = transferWords === undefined || otherWalletNames(account).length === 0;
  const hasOwn = !isOne && otherWalletNames(account).includes('future');
  const isDated = word === undefined && marketType === 'future' && hasOwn;
  const named = isDated ? 'future' : word;
  if (named === undefined) return { kind: 'traded', marketType: marketType ?? 'spot' };
  const wallet = (transferWords ?? oneWallet)[named];
  if (wallet === undefined) throw noWallet(account, named, Object.keys(transferWords ?? oneWallet));
  if (!isOne && otherWalletNames(account).includes(wallet)) return { kind: 'other', wallet };
  return { kind: 'traded', marketType: wallet === 'swap' ? 'swap' : marketTypeOf(account) };
}

/** Words at exchanges that have one wallet for everything they trade. */
const oneWallet: Readonly<Partial<Record<WalletWord, WalletName>>> = {
  spot: 'spot',
  swap: 'swap',
  future: 'swap',
};

/** Returns the market type of the first wallet, whatever markets the exchange has. */
function marketTypeOf({ venue }: Account): MarketType {
  return walletsOf(venue).names[0] === 'swap' ? 'swap' : 'spot';
}

function noWallet({ venue }: Account, value: string, words: readonly string[]): AppError {
  const message = `${venue} has no wallet ${value}: it has ${words.join(', ')}`;
  return new AppError('VALIDATION_FAILED', { issues: [{ field: 'wallet', message, value }] });
}
