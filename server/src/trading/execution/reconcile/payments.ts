import { reachableTypes } from '../../accounts/index.ts';
import { marketTypeOf } from '../../model/order.ts';
import { symbolParts } from '../../model/symbol.ts';
import type { VenueLedgerEntry } from '../../venues/perpsPort.ts';
import { holdingIn } from './holdingKeys.ts';
import { forgetOld, readPages } from './pages.ts';
import type { Run } from './run.ts';
import { type AccountState, overlapMs, withPayment } from './state.ts';
import { type TradedWallet, walletOf } from './wallets.ts';

/** Number of payments requested in one call: what most venues return in one. */
const pageSize = 100;
/**
 * Maximum number of payments that are remembered so that none counts twice: a minute has one per
 * market.
 */
const knownMax = 4_000;

/** All venues pay at full hours, at every one or at some of them. */
const hourMs = 3_600_000;
/**
 * Maximum delay of a listed payment after a full hour or a fill. Some venues pay with each trade
 * what has accrued since the hour.
 */
const lateMs = 180_000;

/** Only perpetuals have funding; dated contracts have none. */
const marketType = 'swap';

/**
 * Reads the funding that an account received or paid, and adds each payment to the changes once.
 */
export interface PaymentReader {
  /**
   * Reads further payments if any can have been paid since the last reading, and returns how many
   * were new. The list is expensive, and most of the time nothing can have been paid.
   */
  catchUp(reason: PaymentReason): Promise<number>;
  /** Returns true when all payments have been read. */
  isWhole(): boolean;
  /** Returns the state with the payments that were read so far. */
  addTo(state: AccountState): AccountState;
}

/** Reasons to expect a payment, besides the full hour. */
export interface PaymentReason {
  /** True when a payment may explain a difference. */
  readonly isDoubted: boolean;
  /** Time of the account's newest known fill, in ms since the epoch. */
  readonly filledMs: number | undefined;
}

/**
 * Creates the reader. A session without a list of payments has none, and its payments stay
 * unexplained.
 */
export function createPaymentReader(run: Run, first: AccountState): PaymentReader {
  const known = new Map(first.knownPayments);
  const added: VenueLedgerEntry[] = [];
  let sinceMs = first.paymentsSinceMs;
  let isWhole = true;

  const take = (page: readonly VenueLedgerEntry[]): void => {
    for (const payment of page) {
      if (known.has(payment.id)) continue;
      known.set(payment.id, payment.atMs);
      added.push(payment);
    }
  };
  return {
    async catchUp(reason) {
      const beganMs = run.clock.now();
      const before = added.length;
      const list = paymentsOf(run);
      // A reading starts a little before the end of the last one, so its start tells when that was.
      if (list && isWhole && !isDue(reason, { readMs: sinceMs + overlapMs, nowMs: beganMs })) {
        return 0;
      }
      // Payments before the first reading are no changes since the last balances.
      if (!list) sinceMs = beganMs;
      else {
        const reachedMs = await readPages(run, { read: list, take, sinceMs, pageSize });
        isWhole = reachedMs === undefined;
        const nextMs = Math.max(sinceMs, reachedMs ?? beganMs - overlapMs);
        sinceMs = forgetOld(known, { sinceMs: nextMs, knownMax });
      }
      return added.length - before;
    },
    isWhole: () => isWhole,
    addTo(state) {
      const paid = added.reduce(
        (next, payment) => withPayment(next, run.account, { ...payment, marketType }),
        state,
      );
      return { ...paid, paymentsSinceMs: sinceMs, knownPayments: [...known] };
    },
  };
}

/** Returns true when the account's funding payments can be requested. */
export function listsPayments(run: Pick<Run, 'account' | 'session'>): boolean {
  return paymentsOf(run) !== undefined;
}

/**
 * Returns true when a payment may be in an asset's balance but not yet in the list: just after a
 * full hour, while the account has a position that pays in the asset.
 */
export function isFundingLate(
  run: Pick<Run, 'account' | 'session'>,
  { positions }: AccountState,
  { wallet, asset, nowMs }: { wallet: TradedWallet; asset: string; nowMs: number },
): boolean {
  if (nowMs % hourMs >= overlapMs || !listsPayments(run)) return false;
  return Object.keys(positions).some((key) => {
    const { symbol } = holdingIn(key);
    const isPaidThere = walletOf(run.account, marketTypeOf(symbol)) === wallet.name;
    return isPaidThere && symbolParts(symbol).settle === asset;
  });
}

function isDue(
  { isDoubted, filledMs = 0 }: PaymentReason,
  { readMs, nowMs }: { readonly readMs: number; readonly nowMs: number },
): boolean {
  const hourBeganMs = nowMs - (nowMs % hourMs);
  return isDoubted || readMs < Math.max(hourBeganMs, filledMs) + lateMs;
}

function paymentsOf({ account, session }: Pick<Run, 'account' | 'session'>) {
  const list = session.fundingPayments;
  if (!list || !reachableTypes(account).includes(marketType)) return undefined;
  return (query: { sinceMs: number; limit: number }, signal: AbortSignal) =>
    list({ ...query, marketType, symbol: undefined }, signal);
}
