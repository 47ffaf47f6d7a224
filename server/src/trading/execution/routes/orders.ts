import { orderEndpoints, type Parsed, type TradedAccountWire } from '@windlass/contract';
import { actorOf } from '../../../http/actor.ts';
import { answer, type Binding, bind, type Context } from '../../../http/bind.ts';
import type { Clock } from '../../../kit/clock.ts';
import { AppError, beforeSending } from '../../../kit/errors.ts';
import { type Accounts, reaches, requireReach } from '../../accounts/index.ts';
import type { Account } from '../../model/account.ts';
import { cancelAcceptedText } from '../cancels.ts';
import { queriedMarketType } from '../terms.ts';
import type { AccountBalances, Execution, OrderQuery } from '../types.ts';
import { resolveWallet } from '../walletReads.ts';
import { toBalanceMaps, toDailyLimitWire, toExecutionResult, toOrderStatus } from '../wire.ts';
import { toDraft } from './draft.ts';

export interface OrderRoutesDeps {
  readonly execution: Execution;
  readonly accounts: Pick<Accounts, 'find' | 'list'>;
  readonly clock: Clock;
}

/** Returns the balances of the requested wallet, named by a market type or by a transfer word. */
async function askedBalances(
  { execution, accounts }: Pick<OrderRoutesDeps, 'execution' | 'accounts'>,
  query: Parsed<typeof orderEndpoints.getBalance>['query'],
): Promise<AccountBalances> {
  const account = await accounts.find(query.exchange_account_id);
  const asked = resolveWallet(account, { marketType: query.market_type, word: query.wallet });
  return asked.kind === 'traded'
    ? execution.knownBalances(account.id, asked.marketType)
    : execution.walletBalances(account.id, asked.wallet);
}

/** Returns the routes of orders, balances and the daily limit (Trading §4.1). */
export function orderRoutes({ execution, accounts, clock }: OrderRoutesDeps): Binding[] {
  return [
    bind(orderEndpoints.listTradedAccounts, async (_input, { caller }) => {
      if (!caller) throw new AppError('UNAUTHORIZED');
      const own = (await accounts.list()).filter(({ id }) => reaches(caller, id));
      return { accounts: own.map(toTradedAccount) };
    }),
    bind(orderEndpoints.submitOrder, async ({ body }, context) => {
      requireReach(context.caller, body.exchange_account_id);
      const startMs = clock.monotonic();
      // Read before the order leaves: a database that fails later must not hide the order's
      // outcome.
      const { venue } = await beforeSending(accounts.find(body.exchange_account_id));
      const order = await execution.submit(toDraft(body), { actorId: actorOf(context).id });
      return toExecutionResult(order, venue, clock.monotonic() - startMs);
    }),
    bind(orderEndpoints.getOrder, async (input, context) =>
      toOrderStatus(await execution.order({ ...toQuery(input, context), mayRecall: true })),
    ),
    bind(orderEndpoints.cancelOrder, async (input, context) => {
      const view = await execution.cancel(toQuery(input, context));
      const order = toOrderStatus(view);
      if (order.status === 'canceled') return order;
      if ('stored' in view && view.isCancelTaken)
        return answer(order, { message: cancelAcceptedText });
      const message = `Order is ${order.status} and was not cancelled`;
      return answer(order, { message });
    }),
    bind(orderEndpoints.getBalance, async ({ query }, { caller }) => {
      requireReach(caller, query.exchange_account_id);
      const known = await askedBalances({ execution, accounts }, query);
      const { account, balances, ageMs } = known;
      const { id: exchange_account_id, venue: exchange } = account;
      const age_ms = ageMs === undefined ? undefined : Math.round(ageMs);
      return { exchange, exchange_account_id, ...toBalanceMaps(balances), age_ms };
    }),
    bind(orderEndpoints.listOpenOrders, async ({ query }, { caller }) => {
      requireReach(caller, query.exchange_account_id);
      const open = await execution.openOrders({
        accountId: query.exchange_account_id,
        symbol: query.symbol,
        marketType: queriedMarketType(query.symbol, query.market_type),
      });
      return open.map(toOrderStatus);
    }),
    bind(orderEndpoints.getDailyLimit, async ({ query }, { caller }) => {
      requireReach(caller, query.exchange_account_id);
      const limit = await execution.dailyLimit(query.exchange_account_id);
      return toDailyLimitWire(query.exchange_account_id, limit);
    }),
  ];
}

function toTradedAccount(account: Account): TradedAccountWire {
  const { id, venue, mode, environment, region, portfolioId, halted } = account;
  return {
    exchange_account_id: id,
    exchange: venue,
    mode,
    environment,
    region,
    portfolio_id: portfolioId ?? null,
    halted,
  };
}

type Named = Parsed<typeof orderEndpoints.getOrder>;

function toQuery({ params, query }: Named, { caller }: Context): OrderQuery {
  requireReach(caller, query.exchange_account_id);
  return {
    accountId: query.exchange_account_id,
    name: params.order_id,
    symbol: query.symbol,
    marketType: query.market_type,
  };
}
