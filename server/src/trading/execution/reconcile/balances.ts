import {
  addExact,
  type Exact,
  exactly,
  formatExact,
  multiplyExact,
  subtractExact,
  zeroExact,
} from '../../../kit/exact.ts';
import { type Amounts, magnitude } from './effects.ts';
import type { FillReader } from './fills.ts';
import { ask, type Run } from './run.ts';
import { type AccountState, type WalletState, walletState, withBalances } from './state.ts';
import type { Finding } from './types.ts';
import { type TradedWallet, tradedWallets } from './wallets.ts';

/**
 * What a venue's own rounding may come to, for each fill of a derivative: they round what a fill
 * pays to between 4 and 8 decimals, and average entry prices likewise.
 */
const roundingPerFill = exactly('0.0001');
/** Attempts to read balances between two readings of fills that show nothing new. */
const attemptsMax = 3;
/** The same while the account's new orders wait: then only what rests can still fill. */
const pausedAttemptsMax = 10;
/** Between two attempts while orders wait. */
const pausedRetryMs = 100;

/** What the venue says of every wallet, at one moment. */
export type Wallets = Readonly<Record<string, Amounts>>;

/** A balance that is not what it should be. */
export interface Deviation {
  readonly wallet: TradedWallet;
  readonly asset: string;
  readonly expected: Exact;
  readonly found: Exact;
}

/** Reads every wallet at a moment at which no fill was under way; undefined without such one. */
export async function readQuietBalances(
  run: Run,
  fills: FillReader,
  { isPaused }: { readonly isPaused: boolean },
): Promise<Wallets | undefined> {
  const attempts = isPaused ? pausedAttemptsMax : attemptsMax;
  for (let attempt = 0; attempt < attempts; attempt += 1) {
    if (attempt > 0 && isPaused) await run.clock.sleep(pausedRetryMs, run.signal);
    const wallets = await readWallets(run);
    const isQuiet = (await fills.catchUp()) === 0;
    if (!fills.isWhole()) return undefined;
    if (isQuiet) return wallets;
  }
  return undefined;
}

/** What fills do not explain. A wallet that is seen for the first time has nothing to explain. */
export function deviationsOf(
  run: Run,
  state: AccountState,
  wallets: Wallets,
): readonly Deviation[] {
  return tradedWallets(run.account).flatMap((wallet) => {
    const known = walletState(state, wallet.name);
    const now = wallets[wallet.name] ?? {};
    const assets = new Set([now, known.balances ?? {}, known.changes].flatMap(Object.keys));
    if (known.balances === undefined) return [];
    return [...assets].flatMap((asset): Deviation[] => {
      const [expected, found] = [expectedOf(known, asset), amountOf(now, asset)];
      const tolerance = multiplyExact(roundingPerFill, exactly(known.roundings[asset] ?? 0));
      if (isWithin(subtractExact(found, expected), tolerance)) return [];
      return [{ wallet, asset, expected, found }];
    });
  });
}

/** Deviations that two looks agree on: of a constant cause, and not of news on their way. */
export function lastingOf(
  first: readonly Deviation[],
  again: readonly Deviation[],
): { readonly lasting: readonly Deviation[]; readonly isClear: boolean } {
  const offBy = ({ expected, found }: Deviation) => formatExact(subtractExact(found, expected));
  const lasting = again.filter((deviation) =>
    first.some(
      (earlier) =>
        earlier.asset === deviation.asset &&
        earlier.wallet.name === deviation.wallet.name &&
        offBy(earlier) === offBy(deviation),
    ),
  );
  return { lasting, isClear: lasting.length === again.length };
}

/** The balances are what the next changes are counted from. */
export function takeOver(state: AccountState, wallets: Wallets): AccountState {
  return Object.entries(wallets).reduce(
    (next, [name, balances]) => withBalances(next, name, balances),
    state,
  );
}

export function balanceFinding(
  { wallet, asset, expected, found }: Deviation,
  atMs: number,
): Finding {
  const [marketType] = wallet.marketTypes;
  const difference = formatExact(subtractExact(found, expected));
  const isOfSpot = wallet.marketTypes.every((type) => type === 'spot');
  const causes = isOfSpot
    ? 'a deposit, a withdrawal, a transfer, interest or a trade by hand'
    : 'funding (which this version does not reckon with), a deposit, a withdrawal, a transfer, ' +
      'a liquidation or a trade by hand';
  return {
    kind: 'balance_changed',
    // Every change is a difference of its own: the balance is taken over as it is.
    identity: `${wallet.name} ${asset} ${atMs}`,
    ...{ marketType, asset, expected: formatExact(expected), found: formatExact(found) },
    reason:
      `The balance of ${asset} in the ${wallet.name} wallet is off by ${difference} from what ` +
      `the known fills explain. It may be ${causes}.`,
    isMended: false,
  };
}

async function readWallets(run: Run): Promise<Wallets> {
  const wallets: Record<string, Amounts> = {};
  for (const { name, marketTypes } of tradedWallets(run.account)) {
    const [marketType] = marketTypes;
    const balances = await ask(run, (signal) => run.session.balances(marketType, signal));
    wallets[name] = Object.fromEntries(
      Object.entries(balances).map(([asset, { total }]) => [asset, total]),
    );
  }
  return wallets;
}

function expectedOf({ balances = {}, changes }: WalletState, asset: string): Exact {
  return addExact(amountOf(balances, asset), amountOf(changes, asset));
}

/** An asset that is not listed is one the account has none of. */
function amountOf(amounts: Amounts, asset: string): Exact {
  const text = amounts[asset];
  return text === undefined ? zeroExact : exactly(text);
}

function isWithin(value: Exact, tolerance: Exact): boolean {
  return subtractExact(magnitude(value), tolerance).digits <= 0n;
}
