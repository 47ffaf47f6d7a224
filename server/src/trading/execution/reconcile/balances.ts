import { type Exact, exactly, formatExact, subtractExact } from '../../../kit/exact.ts';
import { isWithin } from './effects.ts';
import { listsPayments } from './payments.ts';
import { ask, type Run } from './run.ts';
import { type AccountState, expectedOf, toleranceOf, walletState, withBalances } from './state.ts';
import { openEnds, type Wallets } from './transfers.ts';
import type { Finding } from './types.ts';
import { type TradedWallet, tradedWallets } from './wallets.ts';

/** A balance that differs from the expected one. */
export interface Deviation {
  readonly wallet: TradedWallet;
  readonly asset: string;
  readonly expected: Exact;
  readonly found: Exact;
}

export async function readWallets(run: Run): Promise<Wallets> {
  const wallets: Record<string, Readonly<Record<string, string>>> = {};
  for (const { name, marketTypes } of tradedWallets(run.account)) {
    const [marketType] = marketTypes;
    const balances = await ask(run, (signal) => run.session.balances(marketType, signal));
    wallets[name] = Object.fromEntries(
      Object.entries(balances).map(([asset, { total }]) => [asset, total]),
    );
  }
  return wallets;
}

/**
 * Returns the balances that the known movements do not explain. A wallet that is seen for the first
 * time needs no explanation.
 */
export function deviationsOf(
  { account }: Pick<Run, 'account'>,
  state: AccountState,
  wallets: Wallets,
): readonly Deviation[] {
  return tradedWallets(account).flatMap((wallet) => {
    const known = walletState(state, wallet.name);
    const now = wallets[wallet.name] ?? {};
    const assets = new Set([now, known.balances ?? {}, known.changes].flatMap(Object.keys));
    if (known.balances === undefined) return [];
    return [...assets].flatMap((asset): Deviation[] => {
      // An account has none of an asset that is not listed.
      const [expected, found] = [expectedOf(known, asset), exactly(now[asset] ?? '0')];
      const isOff = !isWithin(subtractExact(found, expected), toleranceOf(known, asset));
      return isOff ? [{ wallet, asset, expected, found }] : [];
    });
  });
}

/** Returns true when a running transfer may still explain the deviation. */
export function isAwaited(state: AccountState, { wallet, asset }: Deviation): boolean {
  return openEnds(state, { name: wallet.name, asset }).length > 0;
}

/**
 * Returns the state with these balances as the new base, except those that still wait for a
 * transfer or payment.
 */
export function takeOverBalances(
  state: AccountState,
  wallets: Wallets,
  awaited: readonly Deviation[],
): AccountState {
  return Object.entries(wallets).reduce((next, [name, balances]) => {
    const waiting = awaited.filter(({ wallet }) => wallet.name === name).map(({ asset }) => asset);
    return withBalances(next, name, { balances, waiting });
  }, state);
}

export function balanceFinding(
  run: Pick<Run, 'account' | 'session'>,
  { wallet, asset, expected, found }: Deviation,
  atMs: number,
): Finding {
  const [marketType] = wallet.marketTypes;
  const difference = formatExact(subtractExact(found, expected));
  return {
    kind: 'balance_changed',
    // Every change is a separate difference, because the balance becomes the new base.
    identity: `${wallet.name} ${asset} ${atMs}`,
    marketType,
    asset,
    expected: formatExact(expected),
    found: formatExact(found),
    reason:
      `The balance of ${asset} in the ${wallet.name} wallet is off by ${difference} from what ` +
      `the known movements explain. It may be ${causesOf(run, wallet)}.`,
    isMended: false,
  };
}

function causesOf(run: Pick<Run, 'account' | 'session'>, { marketTypes }: TradedWallet): string {
  const common = 'a deposit, a withdrawal, a transfer that was not made here, ';
  if (marketTypes.every((type) => type === 'spot')) return `${common}interest or a trade by hand`;
  const funding = listsPayments(run) ? '' : 'funding (which is not reported here), ';
  return `${funding}${common}interest, a liquidation or a trade by hand`;
}
