import {
  addExact,
  compareExact,
  type Exact,
  formatExact,
  parseExact,
  subtractExact,
  zeroExact,
} from '../../../../kit/exact.ts';
import type { WalletName } from '../../perpsPort.ts';
import { type Fields, isFields } from '../../shared/json.ts';
import type { DialectCall } from '../../shared/live/dialect.ts';
import { DialectRefusal } from '../../shared/live/failures.ts';
import type { TransfersDialect } from '../../shared/live/perpsDialect.ts';
import { required } from '../../shared/live/shapes.ts';
import { NoAnswerError } from '../../shared/live/tradeHttp.ts';
import { valueAt } from '../../shared/wireFields.ts';
import type { VenueBalances } from '../../venuePort.ts';
import { assetTransfer, coinBalance, fundingAssets, marginAccount } from './endpoints.ts';

/** The venue's names. `future` stands for coin-margined contracts; ccxt uses it otherwise. */
const wallets: Readonly<Partial<Record<WalletName, string>>> = {
  spot: 'MAIN',
  swap: 'UMFUTURE',
  future: 'CMFUTURE',
  margin: 'MARGIN',
  funding: 'FUNDING',
};

function nameOf(wallet: WalletName): string {
  const name = wallets[wallet];
  if (name === undefined) throw new DialectRefusal(`The exchange has no wallet ${wallet}.`);
  return name;
}

/** Reads coin-margined futures, cross margin and funding, each from a separate endpoint. */
async function walletBalances({ client }: DialectCall, wallet: WalletName): Promise<VenueBalances> {
  switch (wallet) {
    case 'future':
      return toBalances(await coinBalance(client, {}), {
        total: 'balance',
        free: 'availableBalance',
      });
    case 'margin': {
      const account = await marginAccount(client, {});
      return toBalances(valueAt(account, 'userAssets'), { total: undefined, free: 'free' });
    }
    case 'funding':
      return toBalances(await fundingAssets(client, {}), {
        total: undefined,
        free: 'free',
      });
    default:
      throw new DialectRefusal(
        `The wallet ${wallet} is reported with the balances of its market type.`,
      );
  }
}

/**
 * Converts balances. The part that is not free counts as locked or frozen where the exchange does
 * not give the total, and debts are subtracted. An unrealised profit is not free, though the
 * exchange counts it so.
 */
function toBalances(
  answer: unknown,
  names: { readonly total: string | undefined; readonly free: string },
): VenueBalances {
  if (!Array.isArray(answer)) throw new NoAnswerError('The exchange returned no balances.');
  const rows = answer.filter(isFields).map((row) => {
    const available = amountAt(row, names.free);
    const held = ['locked', 'freeze', 'withdrawing'].map((name) => amountAt(row, name));
    const owed = ['borrowed', 'interest'].map((name) => amountAt(row, name));
    const sum = owed.reduce(subtractExact, held.reduce(addExact, available));
    const total = names.total === undefined ? sum : amountAt(row, names.total);
    const free = leastOf(available, total);
    return { asset: String(required(row.asset, 'asset of a balance')), free, total };
  });
  const held = rows.filter(({ total }) => compareExact(total, zeroExact) !== 0);
  return Object.fromEntries(
    held.map(({ asset, free, total }) => [
      asset,
      {
        free: formatExact(free),
        used: formatExact(subtractExact(total, free)),
        total: formatExact(total),
      },
    ]),
  );
}

/** A debt leaves nothing free. */
function leastOf(available: Exact, total: Exact): Exact {
  const least = compareExact(available, total) < 0 ? available : total;
  return compareExact(least, zeroExact) < 0 ? zeroExact : least;
}

/** The exchange leaves out amounts of zero. */
function amountAt(row: Fields, name: string): Exact {
  const said = row[name];
  if (said === undefined || said === null || said === '') return zeroExact;
  return required(parseExact(String(said)), `${name} of a balance`);
}

/** Sends one request by its path: ccxt's own method would round the amount. */
export const binanceTransfers: TransfersDialect = {
  from: ['spot', 'swap', 'future', 'margin', 'funding'],
  balances: walletBalances,
  async move({ client, clock }, { asset, amount, from, to }) {
    const type = `${nameOf(from)}_${nameOf(to)}`;
    const result = await assetTransfer(client, { asset, amount, type });
    const transferId = String(required(valueAt(result, 'tranId'), 'id of a transfer'));
    return {
      transferId,
      status: 'completed',
      atMs: clock.now(),
      result: Object(result),
    };
  },
};
