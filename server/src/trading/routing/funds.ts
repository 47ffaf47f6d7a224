import { AppError, withoutPrefix } from '../../kit/errors.ts';
import type { BuyingPower, Funds, NamedMarket } from '../execution/index.ts';
import type { FeeRecord, Fees } from '../fees/types.ts';
import type { Account } from '../model/account.ts';
import type { Side } from '../model/order.ts';
import { symbolParts } from '../model/symbol.ts';
import { asideBps } from './ceilings.ts';
import type { Refusal } from './refusals.ts';

/** The funds that an account could spend on a slice now, and its fees. */
export interface RoutingFunds {
  readonly power: BuyingPower;
  readonly dailyRemainingMicroUsd: number;
  /** Largest single order in micro-USD; Infinity without a limit. */
  readonly orderMicroUsdMax: number;
  readonly fee: FeeRecord;
  /** Base units that a reducing order can fill at most; undefined for other orders. */
  readonly closable?: number | undefined;
  /** Set aside beside the worth; 0 for a spot buy whose fee is taken from the bought asset. */
  readonly feeOnTopBps: number;
}

export interface MeansDeps {
  readonly funds: Pick<Funds, 'power' | 'dailyRemainingMicroUsd' | 'closable'>;
  readonly fees: Pick<Fees, 'of'>;
  /** Largest order of the account in micro-USD; undefined without a development cap. */
  readonly capOf: (account: Account) => number | undefined;
  /** Returns true when the fee of a spot buy is paid on top of its worth. */
  readonly paysFeeOnTop: (account: Account) => boolean;
}

/** Reads everything at once; a venue that cannot be reached excludes only its own account. */
export async function fundsOf(
  { funds, fees, capOf, paysFeeOnTop }: MeansDeps,
  account: Account,
  order: RoutedOrder,
): Promise<RoutingFunds | Refusal> {
  const { named, side } = order;
  if (order.reduceOnly) return reducingMeansOf({ funds, fees }, account, order);
  const [power, dailyRemainingMicroUsd, fee] = await Promise.all([
    funds.power(account, named, side).catch(unreadable),
    funds.dailyRemainingMicroUsd(account),
    fees.of(account, named.symbol),
  ]);
  if ('reason' in power) return power;
  const { maxOrderMicroUsd = Number.POSITIVE_INFINITY } = account.limits;
  const orderMicroUsdMax = Math.min(maxOrderMicroUsd, capOf(account) ?? Number.POSITIVE_INFINITY);
  const isOnTop = named.marketType !== 'spot' || paysFeeOnTop(account);
  const feeOnTopBps = isOnTop ? asideBps(fee) : 0;
  return { power, dailyRemainingMicroUsd, orderMicroUsdMax, fee, feeOnTopBps };
}

interface RoutedOrder {
  readonly named: NamedMarket;
  readonly side: Side;
  readonly reduceOnly?: boolean | undefined;
}

/** No balance or limit of the account restricts a reducing order; only its position does. */
async function reducingMeansOf(
  { funds, fees }: Pick<MeansDeps, 'funds' | 'fees'>,
  account: Account,
  { named, side }: RoutedOrder,
): Promise<RoutingFunds | Refusal> {
  const [closable, fee] = await Promise.all([
    funds.closable(account, named, { side, reduceOnly: true }).catch(unreadable),
    fees.of(account, named.symbol),
  ]);
  if (typeof closable === 'object') return closable;
  if (closable === undefined) {
    const message = `The positions of the account ${account.id} are not reported.`;
    return { reason: 'BALANCE_UNKNOWN', message };
  }
  const asset = symbolParts(named.symbol).base;
  const unlimited = Number.POSITIVE_INFINITY;
  return {
    power: { asset, free: closable, leverage: 1 },
    dailyRemainingMicroUsd: unlimited,
    orderMicroUsdMax: unlimited,
    fee,
    closable,
    feeOnTopBps: 0,
  };
}

function unreadable(error: unknown): Refusal {
  if (!(error instanceof AppError)) throw error;
  const { code, message } = error;
  const reason = code === 'NOT_SUPPORTED' ? 'NOT_SUPPORTED' : 'BALANCE_UNKNOWN';
  return { reason, message: withoutPrefix(message) };
}
