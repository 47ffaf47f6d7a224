import {
  addExact,
  compareExact,
  type Exact,
  formatExact,
  parseExact,
  subtractExact,
  zeroExact,
} from '../../../../kit/exact.ts';
import type { MarketType } from '../../../model/order.ts';
import { isFields } from '../../shared/json.ts';
import type { DialectCall } from '../../shared/live/dialect.ts';
import { encodeRequest } from '../../shared/live/encodeRequest.ts';
import { balancesOf } from '../../shared/live/shapes.ts';
import { NoAnswerError } from '../../shared/live/tradeHttp.ts';
import { valueAt } from '../../shared/wireFields.ts';
import type { VenueBalances } from '../../venuePort.ts';
import { contractAccount, unifiedAccounts, type WalletBalance } from './endpoints.ts';
import { isWithoutWallet } from './errors.ts';
import { paysFromOneWallet } from './unifiedMode.ts';

/** Returns balances of the wallet that pays for a market type. */
export async function walletBalances(
  call: DialectCall,
  marketType: MarketType,
): Promise<VenueBalances> {
  if (paysFromOneWallet(call)) return unifiedBalances(call);
  const wallet = encodeRequest<WalletBalance>({
    type: marketType,
    settle: marketType === 'spot' ? undefined : 'usdt',
  });
  return call.client.fetchBalance(wallet).then(balancesOf, (error: unknown) => {
    if (!isWithoutWallet(error)) throw error;
    return {};
  });
}

/** The unrealised profit of positions moves with the market, also between two requests. */
const attemptsMax = 3;

/**
 * The venue's equity includes the unrealised profit of positions, which is no balance, so it is
 * subtracted. Both are read until the profit did not move while the equity was read, a few times at
 * most.
 */
async function unifiedBalances(call: DialectCall): Promise<VenueBalances> {
  let before = await unrealisedByAsset(call);
  for (let attempt = 1; ; attempt += 1) {
    const answer = await unifiedAccounts(call.client, {});
    const balances = valueAt(answer, 'balances');
    if (!isFields(balances)) throw new NoAnswerError('The exchange returned no balances.');
    const isFlat = [...before.values()].every(isZero);
    const after = isFlat ? before : await unrealisedByAsset(call);
    const isStill = settles.every((each) => isSame(before.get(each), after.get(each)));
    if (isStill || attempt === attemptsMax) return balancesIn(balances, after);
    before = after;
  }
}

/** Assets that contracts settle in, in the places where the venue has them. */
const places = [
  { marketType: 'swap', settle: 'usdt' },
  { marketType: 'swap', settle: 'btc' },
  { marketType: 'future', settle: 'usdt' },
] as const;
const settles = ['USDT', 'BTC'] as const;

type ByAsset = ReadonlyMap<string, Exact>;

async function unrealisedByAsset(call: DialectCall): Promise<ByAsset> {
  const sums = new Map<string, Exact>();
  for (const { marketType, settle } of places) {
    const asked = contractAccount(call.client, marketType, { settle });
    const account = await asked.catch((error: unknown) => {
      if (isWithoutWallet(error)) return {};
      throw error;
    });
    const asset = settle.toUpperCase();
    const sum = addExact(sums.get(asset) ?? zeroExact, amountAt(account, 'unrealised_pnl'));
    sums.set(asset, sum);
  }
  return sums;
}

function balancesIn(balances: object, unrealised: ByAsset): VenueBalances {
  const all: Record<string, VenueBalances[string]> = {};
  for (const [asset, row] of Object.entries(balances)) {
    const equity = amountAt(row, 'equity');
    const total = subtractExact(equity, unrealised.get(asset) ?? zeroExact);
    if (isZero(total) && isZero(equity)) continue;
    const free = leastOf(amountAt(row, 'available'), total);
    all[asset] = {
      free: formatExact(free),
      used: formatExact(subtractExact(total, free)),
      total: formatExact(total),
    };
  }
  return all;
}

/** A debt leaves nothing free; the unrealised gains of positions are not free either. */
function leastOf(available: Exact, total: Exact): Exact {
  const least = compareExact(available, total) < 0 ? available : total;
  return compareExact(least, zeroExact) < 0 ? zeroExact : least;
}

/** The venue leaves out amounts of zero. */
function amountAt(row: unknown, name: string): Exact {
  const said = valueAt(row, name);
  if (said === undefined || said === null || said === '') return zeroExact;
  const amount = parseExact(String(said));
  if (amount) return amount;
  throw new NoAnswerError(`The exchange did not report the ${name} of the account.`);
}

function isZero(amount: Exact): boolean {
  return compareExact(amount, zeroExact) === 0;
}

function isSame(before: Exact | undefined, after: Exact | undefined): boolean {
  return compareExact(before ?? zeroExact, after ?? zeroExact) === 0;
}
