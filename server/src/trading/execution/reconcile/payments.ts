import { reachableTypes } from '../../accounts/index.ts';
import { marketTypeOf } from '../../model/order.ts';
import { symbolParts } from '../../model/symbol.ts';
import type { VenueLedgerEntry } from '../../venues/perpsPort.ts';
import { holdingIn } from './holdingKeys.ts';
import { forgetOld, readPages } from './pages.ts';
import type { Run } from './run.ts';
import { type AccountState, overlapMs, withPayment } from './state.ts';
import { type TradedWallet, walletOf } from './wallets.ts';

/** Payments asked for in one call: what most venues give in one. */
const pageSize = 100;
/** Payments remembered so as to count none twice: a minute of them is one a market. */
const knownMax = 4_000;

/** All venues pay at full hours, every one or some of them. */
const hourMs = 3_600_000;
/**
 * After a full hour, or a fill, a payment may be listed so late. Some venues pay with each trade
 * what ran up since the hour.
 */
const lateMs = 180_000;

/** Funding is a matter of perpetuals; dated contracts have none. */
const marketType = 'swap';

/** Reads what an account was paid in funding, or paid, each payment into the changes once. */
export interface PaymentReader {
  /**
   * Reads on where something can have been paid since the last reading, and returns how many
   * payments were new. The list is dear: at most times nothing can have been paid.
   */
  catchUp(reason: PaymentReason): Promise<number>;
  /** Whether everything there is has been read. */
  isWhole(): boolean;
  /** The state with what was read by now. */
  addTo(state: AccountState): AccountState;
}

/** Reasons to expect a payment, besides the time. */
export interface PaymentReason {
  /** Something is off that a payment may explain. */
  readonly isDoubted: boolean;
  /** The newest fill of the account that is known, epoch ms. */
  readonly filledMs: number | undefined;
}

/** Of a session that tells no payments there are none, and what it paid is not explained. */
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
      // A reading goes on from a little before the last one, and so tells when that was.
      if (list && isWhole && !isDue(reason, { readMs: sinceMs + overlapMs, nowMs: beganMs })) {
        return 0;
      }
      // Nothing that was paid before the first reading is a change since the last balances.
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

/** Whether the account's funding can be asked for. */
export function tellsPayments(run: Pick<Run, 'account' | 'session'>): boolean {
  return paymentsOf(run) !== undefined;
}

/**
 * Whether a payment may be in the balance of an asset and not yet in the list: just after a full
 * hour, while the account holds something that pays in it.
 */
export function isFundingLate(
  run: Pick<Run, 'account' | 'session'>,
  { positions }: AccountState,
  { wallet, asset, nowMs }: { wallet: TradedWallet; asset: string; nowMs: number },
): boolean {
  if (nowMs % hourMs >= overlapMs || !tellsPayments(run)) return false;
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
