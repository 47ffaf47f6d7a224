import { AppError } from '../../kit/errors.ts';
import type { BuyingPower, Funds, NamedMarket } from '../execution/index.ts';
import type { Fees } from '../fees/types.ts';
import type { Account } from '../model/account.ts';
import type { Side } from '../model/order.ts';
import type { ListedMarket } from '../venues/marketPort.ts';
import type { OpenMarketAccess } from './marketAccess.ts';

/** Data about one account whose exchange takes orders in the market. */
export interface AccountFacts {
  readonly account: Account;
  readonly market: ListedMarket;
  /** Undefined when it could not be read, and for a halted account, which is not asked. */
  readonly power: BuyingPower | undefined;
  /** Why it could not be read. */
  readonly unreadable: string | undefined;
  /** Base units of its own position that the order closes, which needs no margin. */
  readonly closable: number;
  /** Why the position could not be read; `closable` is 0 then. */
  readonly positionUnread: string | undefined;
  /** The rest of the day's limit. */
  readonly remainingMicroUsd: number;
  /** Read only for an account with a maximum number of open orders. */
  readonly openOrders: number | undefined;
  /** Undefined without a development cap. */
  readonly capMicroUsd: number | undefined;
  readonly makerBps: number;
  readonly takerBps: number;
  /** True when the fee of a spot buy is paid on top of its worth, and not from the bought asset. */
  readonly paysFeeOnTop: boolean;
}

export interface FactsDeps {
  readonly funds: Omit<Funds, 'holdings'>;
  readonly fees: Fees;
  readonly capOf: (account: Account) => number | undefined;
  readonly paysFeeOnTop: (account: Account) => boolean;
}

/** Reads all facts at once. */
export async function accountFacts(
  deps: FactsDeps,
  { account, market }: OpenMarketAccess,
  order: { readonly named: NamedMarket; readonly side: Side },
): Promise<AccountFacts> {
  const [{ makerBps, takerBps }, own] = await Promise.all([
    deps.fees.of(account, order.named.symbol),
    account.halted ? unasked : ownFacts(deps.funds, account, order),
  ]);
  return {
    account,
    market,
    makerBps,
    takerBps,
    ...own,
    capMicroUsd: deps.capOf(account),
    paysFeeOnTop: deps.paysFeeOnTop(account),
  };
}

type OwnFacts = Pick<
  AccountFacts,
  'power' | 'unreadable' | 'closable' | 'positionUnread' | 'remainingMicroUsd' | 'openOrders'
>;

const unasked: OwnFacts = {
  power: undefined,
  unreadable: undefined,
  closable: 0,
  positionUnread: undefined,
  remainingMicroUsd: 0,
  openOrders: undefined,
};

async function ownFacts(
  funds: FactsDeps['funds'],
  account: Account,
  { named, side }: Parameters<typeof accountFacts>[2],
): Promise<OwnFacts> {
  const isBound = account.limits.maxOpenOrders !== undefined;
  const [power, closable, remainingMicroUsd, openOrders] = await Promise.all([
    readable(funds.power(account, named, side)),
    readable(funds.closable(account, named, { side })),
    funds.dailyRemainingMicroUsd(account),
    isBound ? funds.openOrders(account) : undefined,
  ]);
  return {
    power: power.value,
    unreadable: power.why,
    remainingMicroUsd,
    openOrders,
    closable: closable.value ?? 0,
    positionUnread:
      closable.value === undefined ? (closable.why ?? 'no positions are reported.') : undefined,
  };
}

interface Read<Value> {
  readonly value?: Value;
  readonly why?: string;
}

/** A refusal by the exchange is an answer here; anything else is a fault. */
async function readable<Value>(asked: Promise<Value>): Promise<Read<Value>> {
  try {
    return { value: await asked };
  } catch (error) {
    if (error instanceof AppError) return { why: error.message };
    throw error;
  }
}
