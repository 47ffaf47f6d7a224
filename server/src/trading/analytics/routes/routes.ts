import { analyticsEndpoints } from '@windlass/contract';
import { answer, type Binding, bind, type Context } from '../../../http/bind.ts';
import { assert } from '../../../kit/assert.ts';
import type { Clock } from '../../../kit/clock.ts';
import { AppError } from '../../../kit/errors.ts';
import { requireReach } from '../../accounts/index.ts';
import { type InstrumentSymbol, parseSymbol } from '../../model/symbol.ts';
import type { Analytics } from '../analytics.ts';
import { accountsOf, type OwnerDeps } from '../owners.ts';
import { toPerpsSummaryWire } from '../summary/wire.ts';
import {
  toEnhancedPosition,
  toFillWire,
  toRebateWire,
  toRiskSummary,
  toSumWire,
  toTwapWire,
} from '../wire/records.ts';
import { tcaRoutes } from './tca.ts';

export interface AnalyticsRoutesDeps extends OwnerDeps {
  readonly analytics: Analytics;
  readonly clock: Pick<Clock, 'now'>;
}

/** Routes of analytics (Trading §4.4). */
export function analyticsRoutes(deps: AnalyticsRoutesDeps): Binding[] {
  return [...positionRoutes(deps), ...perpsRoutes(deps), ...tcaRoutes(deps)];
}

function positionRoutes({ accounts, analytics }: AnalyticsRoutesDeps): Binding[] {
  return [
    bind(analyticsEndpoints.getEnhancedPositions, async ({ query }, { caller }) => {
      requireReach(caller, query.exchange_account_id);
      const account = await accounts.find(query.exchange_account_id);
      const { positions, risk } = await analytics.positions(account);
      const wires = positions.map((position) => toEnhancedPosition(account, position));
      return answer(wires, { extra: { risk_summary: toRiskSummary(risk) } });
    }),
  ];
}

function perpsRoutes(deps: AnalyticsRoutesDeps): Binding[] {
  const { analytics } = deps;
  const ownedBy = (query: OwnerFields, { caller }: Context) =>
    accountsOf(deps, ownerOf(query), caller);
  return [
    bind(analyticsEndpoints.getPerpsSummary, async ({ query }, context) => {
      const owned = await ownedBy(query, context);
      const summary = await analytics.summary({ ...windowOf(query), accounts: owned });
      return toPerpsSummaryWire(ownerOf(query), summary);
    }),
    bind(analyticsEndpoints.listPerpFills, async ({ query }, context) => {
      const symbol = symbolIn('market', query.market);
      const owned = await ownedBy(query, context);
      const { page, size } = query;
      const found = await analytics.fills(owned, { ...windowOf(query), symbol, page, size });
      const { orders: total_orders, total: total_fills } = found;
      return { total_orders, total_fills, page, size, fills: found.fills.map(toFillWire) };
    }),
    bind(analyticsEndpoints.listTwapOrders, async ({ query }, context) => {
      const symbol = symbolIn('symbol', query.symbol);
      const owned = await ownedBy(query, context);
      const { page, size } = query;
      const { total, twaps } = await analytics.twaps(owned, { symbol, page, size });
      return { total, page, size, entries: twaps.map(toTwapWire) };
    }),
    bind(analyticsEndpoints.listRebates, async ({ query }, context) => {
      const owned = await ownedBy(query, context);
      const { page, size, currency: asset } = query;
      const asked = { ...windowOf(query), asset, page, size };
      const { rebates, sums } = await analytics.rebates(owned, asked);
      const total = sums.reduce((all, { count }) => all + count, 0);
      const entries = rebates.map(toRebateWire);
      return { total, page, size, entries, summary_by_currency: sums.map(toSumWire) };
    }),
  ];
}

interface OwnerFields {
  readonly exchange_account_id?: string | undefined;
  readonly portfolio_id?: string | undefined;
}

function ownerOf({ exchange_account_id: accountId, portfolio_id: portfolioId }: OwnerFields) {
  if (accountId !== undefined) return { accountId };
  // The contract makes sure that one of the two is given.
  assert(portfolioId !== undefined, 'an account or a portfolio is named');
  return { portfolioId };
}

interface WindowFields {
  readonly start_ts?: number | undefined;
  readonly end_ts?: number | undefined;
}

function windowOf({ start_ts: fromMs, end_ts: toMs }: WindowFields) {
  return { fromMs, toMs };
}

/** Throws VALIDATION_FAILED for text that is no symbol, and for a symbol of no contract. */
function symbolIn(field: string, text: string | undefined): InstrumentSymbol | undefined {
  if (text === undefined) return undefined;
  const symbol = parseSymbol(text);
  if (symbol?.includes(':')) return symbol;
  const message = `${field} must be a contract like BTC/USDT:USDT`;
  throw new AppError('VALIDATION_FAILED', { issues: [{ field, message, value: text }] });
}
