import { AppError } from '../../kit/errors.ts';
import { otherWalletNames } from '../accounts/index.ts';
import type { Account } from '../model/account.ts';
import type { MarketType } from '../model/order.ts';
import type { WalletWord } from '../venues/accountPort.ts';
import type { WalletName } from '../venues/perpsPort.ts';
import { walletsOf } from '../venues/registry.ts';

/** Which wallet a balance is asked of: by a market type that it pays for, or by a wallet's word. */
export interface AskedWallet {
  readonly marketType: MarketType | undefined;
  readonly word: WalletWord | undefined;
}

/** The balances of a market type, or those of a wallet that no market type is paid from. */
export type FoundWallet =
  | { readonly kind: 'traded'; readonly marketType: MarketType }
  | { readonly kind: 'other'; readonly wallet: WalletName };

/**
 * Returns the wallet that is meant, by the words of a transfer: what was moved to `future` is found
 * under `future`. Dated futures as a market type mean the wallet of that name, and the wallet that
 * their orders are margined from where an exchange has none of it. A word that the exchange has no
 * wallet for is refused with those it has.
 */
export function walletAsked(account: Account, { marketType, word }: AskedWallet): FoundWallet {
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

/** Words of exchanges that have one wallet for everything they trade. */
const oneWallet: Readonly<Partial<Record<WalletWord, WalletName>>> = {
  spot: 'spot',
  swap: 'swap',
  future: 'swap',
};

/** The first wallet, whichever markets the exchange has. */
function marketTypeOf({ venue }: Account): MarketType {
  return walletsOf(venue).names[0] === 'swap' ? 'swap' : 'spot';
}

function noWallet({ venue }: Account, value: string, words: readonly string[]): AppError {
  const message = `${venue} has no wallet ${value}: it has ${words.join(', ')}`;
  return new AppError('VALIDATION_FAILED', { issues: [{ field: 'wallet', message, value }] });
}
