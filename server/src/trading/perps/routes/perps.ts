import { perpEndpoints } from '@windlass/contract';
import { actorOf } from '../../../http/actor.ts';
import { answer, type Binding, bind } from '../../../http/bind.ts';
import { requireReach } from '../../accounts/index.ts';
import type { EntriesQuery, Exposures, Perps } from '../types.ts';
import {
  factsOf,
  toEntryWire,
  toExposureWire,
  toFundingRateWire,
  toLeverageWire,
  toPositionWire,
} from '../wire.ts';

/** Routes of perpetuals (Trading §4.2). */
export function perpRoutes(perps: Perps, exposures: Exposures): Binding[] {
  return [
    ...settingRoutes(perps),
    ...readRoutes(perps),
    bind(perpEndpoints.getExposure, async ({ query }, { caller }) => {
      requireReach(caller, query.exchange_account_id);
      return toExposureWire(await exposures.of(query.exchange_account_id));
    }),
  ];
}

function settingRoutes(perps: Perps): Binding[] {
  return [
    bind(perpEndpoints.setLeverage, async ({ body }, context) => {
      requireReach(context.caller, body.exchange_account_id);
      const { leverage } = body;
      const told = await perps.setLeverage({ ...marketOf(body), leverage }, actorOf(context));
      const { account, symbol, result } = told;
      const message = `Leverage set to ${leverage}x for ${symbol}`;
      return answer({ ...factsOf(account), symbol, leverage, result }, { message });
    }),
    bind(perpEndpoints.setMarginMode, async ({ body }, context) => {
      requireReach(context.caller, body.exchange_account_id);
      const { margin_mode: marginMode } = body;
      const told = await perps.setMarginMode({ ...marketOf(body), marginMode }, actorOf(context));
      const { account, symbol, result } = told;
      const message = `Margin mode set to ${marginMode} for ${symbol}`;
      return answer({ ...factsOf(account), symbol, margin_mode: marginMode, result }, { message });
    }),
  ];
}

function readRoutes(perps: Perps): Binding[] {
  return [
    bind(perpEndpoints.getLeverage, async ({ query }, { caller }) => {
      requireReach(caller, query.exchange_account_id);
      return toLeverageWire(await perps.leverage(marketOf(query)));
    }),
    bind(perpEndpoints.listPositions, async ({ query }, { caller }) => {
      requireReach(caller, query.exchange_account_id);
      const { account, positions } = await perps.positions({
        accountId: query.exchange_account_id,
        symbol: query.symbol,
        marketType: query.market_type,
      });
      const wires = positions.map((position) => toPositionWire(account, position));
      return { positions: wires, count: wires.length };
    }),
    bind(perpEndpoints.getFundingHistory, async ({ query }, { caller }) => {
      requireReach(caller, query.exchange_account_id);
      const { account, symbol = null, entries } = await perps.fundingPayments(entriesOf(query));
      const payments = entries.map(toEntryWire);
      return { ...factsOf(account), symbol, payments, count: payments.length };
    }),
    bind(perpEndpoints.getRealizedPnl, async ({ query }, { caller }) => {
      requireReach(caller, query.exchange_account_id);
      const { account, symbol = null, entries } = await perps.realizedPnl(entriesOf(query));
      const wires = entries.map(toEntryWire);
      return { ...factsOf(account), symbol, entries: wires, count: wires.length };
    }),
    bind(perpEndpoints.getFundingRate, async ({ query }, { caller }) => {
      requireReach(caller, query.exchange_account_id);
      return toFundingRateWire(await perps.fundingRate(marketOf(query)));
    }),
  ];
}

interface MarketFields {
  readonly exchange_account_id: string;
  readonly symbol: string;
  readonly market_type?: 'swap' | 'future' | undefined;
}

function marketOf({ exchange_account_id: accountId, symbol, market_type }: MarketFields) {
  return { accountId, symbol, marketType: market_type };
}

function entriesOf(
  query: Omit<MarketFields, 'symbol'> & {
    readonly symbol?: string | undefined;
    readonly since?: number | undefined;
    readonly limit: number;
  },
): EntriesQuery {
  const { exchange_account_id: accountId, symbol, market_type, since, limit } = query;
  return { accountId, symbol, marketType: market_type, sinceMs: since, limit };
}
