import { z } from 'zod';
import { defineEndpoint } from '../../endpoint.ts';
import { accountId, optionalSymbol, readers } from '../accounts/fields.ts';
import { sides } from '../orders/words.ts';
import { positionSchema } from '../perps/endpoints.ts';
import { ownedList, ownedQuery, pageFields } from './fields.ts';

const number = z.number();
const unknownNumber = number.nullable();

const common = { service: 'trading', tag: 'Analytics' } as const;
const perpsPath = '/portfolio-management/exchange-account/perps';
const owned = ['ACCOUNT_NOT_FOUND', 'PORTFOLIO_NOT_FOUND'] as const;

/** Trading §2.5, the enhanced variant. */
export const enhancedPositionShape = positionSchema.extend({
  maintenance_margin: unknownNumber.describe('in the asset the contract is settled in'),
  liquidation_distance_pct: unknownNumber.describe(
    'from the mark price to the liquidation price, percent of the mark price',
  ),
  margin_health_score: unknownNumber.describe(
    '0 to 100: how much of the collateral is not needed as maintenance margin; below 30: at risk',
  ),
});
export type EnhancedPositionWire = z.output<typeof enhancedPositionShape>;

/** Trading §2.5. It stands beside `data` in the answer. */
export const riskSummaryShape = z.object({
  total_notional: number,
  total_unrealized_pnl: number,
  avg_leverage: unknownNumber.describe('weighted by notional; null without positions'),
  positions_at_risk: z.int().describe('with a margin_health_score below 30'),
  lowest_margin_health: unknownNumber,
  position_count: z.int(),
});
export type RiskSummaryWire = z.output<typeof riskSummaryShape>;

const fundingSums = {
  total_funding: number.describe('received less paid'),
  total_received: number,
  total_paid: number.describe('above zero'),
  count: z.int(),
} as const;

const pnlSums = {
  total_pnl: number,
  total_profit: number,
  total_loss: number.describe('above zero'),
  count: z.int(),
} as const;

const currency = z
  .string()
  .describe('what all of it was booked in; USD, converted, when that was several assets');

const symbolSummary = z.object({
  total_pnl: number,
  total_profit: number,
  total_loss: number,
  trade_count: z.int().describe('profits and losses that were booked'),
  win_count: z.int(),
  loss_count: z.int(),
  win_rate: unknownNumber.describe('0 to 1, of trades that won or lost; null without any'),
  avg_trade_pnl: unknownNumber,
  max_win: number,
  max_loss: number.describe('above zero'),
  total_funding: number,
  funding_received: number,
  funding_paid: number,
  total_fees: number,
  net_return: number.describe('total_pnl + total_funding - total_fees'),
});

/** Trading §2.12. */
export const perpsSummaryShape = z.object({
  exchange_account_id: z.string().nullable().describe('null for a portfolio'),
  portfolio_id: z.string().nullable(),
  funding: z.object({
    summary: z.object({ ...fundingSums, currency }),
    by_market: z.array(z.object({ market: z.string(), ...fundingSums })),
  }),
  pnl: z.object({
    summary: z.object({ ...pnlSums, currency }),
    by_market: z.array(z.object({ market: z.string(), ...pnlSums })),
  }),
  by_symbol: z.record(z.string(), symbolSummary),
});
export type PerpsSummaryWire = z.output<typeof perpsSummaryShape>;

/** Trading §2.12. */
export const perpFillShape = z.object({
  order_id: z.string().describe("the exchange's"),
  trade_id: z.string(),
  exchange_account_id: z.string(),
  market: z.string(),
  side: z.enum(sides),
  price: number,
  amount: number.describe('base units'),
  cost: number.describe('quote units'),
  fee: number.describe('below zero: a rebate'),
  fee_currency: z.string(),
  timestamp: z.int(),
  datetime: z.string(),
  execution_date: z.string(),
  mark_price: unknownNumber.describe('the last before the fill, by the stamps of the exchange'),
  mark_age_ms: z.int().nullable().describe('by how much it is older than the fill'),
  mark_missing: z
    .enum(['no_book', 'no_mark', 'stale', 'not_followed', 'late'])
    .nullable()
    .describe('why there is no mark_price; null where there is one, or while nothing is noted'),
});
export type PerpFillWire = z.output<typeof perpFillShape>;

/** Trading §2.12. */
export const twapOrderShape = z.object({
  _id: z.string(),
  exchange_account_id: z.string(),
  twap_id: z.string(),
  symbol: z.string(),
  side: z.enum(sides),
  total_size: number.describe(
    'as ordered; the filled quantity where the exchange no longer reports it',
  ),
  total_filled: number,
  avg_fill_price: unknownNumber.describe('weighted by volume'),
  fill_count: z.int(),
  fill_rate_per_hour: unknownNumber.describe('fills; null when all came at one moment'),
  price_range: unknownNumber.describe('highest less lowest price of a fill'),
  price_range_pct: unknownNumber.describe('of avg_fill_price'),
  time_span_hours: number,
  first_fill_ts: z.int().nullable(),
  last_fill_ts: z.int().nullable(),
  fills: z.array(
    z.object({ price: number, amount: number, cost: number, fee: number, timestamp: z.int() }),
  ),
});
export type TwapOrderWire = z.output<typeof twapOrderShape>;

/** Trading §2.12. */
export const rebateShape = z.object({
  _id: z.string(),
  exchange_account_id: z.string(),
  currency: z.string(),
  amount: number,
  source: z.string(),
  timestamp: z.int(),
});
export type RebateWire = z.output<typeof rebateShape>;

const paged = { page: z.int(), size: z.int() } as const;

export const analyticsEndpoints = {
  /**
   * Lists the open positions of an account with their distance from liquidation.
   *
   * @example
   * const positions = await client.getEnhancedPositions({ exchange_account_id: 'paper-binance' });
   */
  getEnhancedPositions: defineEndpoint({
    ...common,
    method: 'GET',
    path: '/delegation/portfolio-management/get-positions',
    summary: 'Open positions and their risk',
    description: 'Beside `data` stands `risk_summary`, over all positions.',
    access: readers,
    query: z.object({ exchange_account_id: accountId }),
    data: z.array(enhancedPositionShape),
    beside: { risk_summary: riskSummaryShape },
    message: 'Positions retrieved successfully',
    answersWithinMs: 20_000,
    errors: ['ACCOUNT_NOT_FOUND', 'NOT_SUPPORTED', 'NETWORK_ERROR', 'PRICES_UNAVAILABLE'],
  }),
  /**
   * Returns the gains and costs of perpetuals: funding, realised profits, fees.
   *
   * @example
   * const { pnl } = await client.getPerpsSummary({ exchange_account_id: 'paper-binance' });
   */
  getPerpsSummary: defineEndpoint({
    ...common,
    method: 'GET',
    path: `${perpsPath}/summary`,
    summary: 'Funding, profits and fees of perpetuals',
    access: readers,
    query: ownedQuery({}),
    data: perpsSummaryShape,
    message: 'Perps summary retrieved successfully',
    errors: owned,
  }),
  /**
   * Lists fills of perpetuals, newest first.
   *
   * @example
   * const { fills } = await client.listPerpFills({ portfolio_id: 'main', size: 500 });
   */
  listPerpFills: defineEndpoint({
    ...common,
    method: 'GET',
    path: `${perpsPath}/fills`,
    summary: 'Fills of perpetuals, newest first',
    access: readers,
    query: ownedQuery({
      market: optionalSymbol.describe('like BTC/USDT:USDT'),
      ...pageFields({ usual: 100, max: 500 }),
    }),
    data: z.object({
      total_orders: z.int().describe('orders with fills in the window'),
      total_fills: z.int(),
      ...paged,
      fills: z.array(perpFillShape),
    }),
    message: 'Perps fills retrieved successfully',
    errors: owned,
  }),
  /**
   * Lists TWAP orders that the exchange itself executed (hyperliquid), newest first.
   *
   * @example
   * const { entries } = await client.listTwapOrders({ exchange_account_id: 'desk-hyperliquid' });
   */
  listTwapOrders: defineEndpoint({
    ...common,
    method: 'GET',
    path: `${perpsPath}/twap-orders`,
    summary: 'TWAP orders of the exchange, newest first',
    description: 'Accounts of exchanges without TWAP orders of their own have none.',
    access: readers,
    query: ownedList({ symbol: optionalSymbol, ...pageFields({ usual: 50, max: 200 }) }),
    data: z.object({ total: z.int(), ...paged, entries: z.array(twapOrderShape) }),
    message: 'TWAP orders retrieved successfully',
    errors: owned,
  }),
  /**
   * Lists money that an exchange paid back in addition to its fees, newest first.
   *
   * @example
   * const { summary_by_currency } = await client.listRebates({ portfolio_id: 'main' });
   */
  listRebates: defineEndpoint({
    ...common,
    method: 'GET',
    path: `${perpsPath}/rebates`,
    summary: 'Rebates, newest first',
    access: readers,
    query: ownedQuery({
      currency: z
        .string({ error: 'currency must be a string' })
        .regex(/^[A-Z0-9\p{Lo}]{1,20}$/u, 'currency must be a code like USDT')
        .optional(),
      ...pageFields({ usual: 50, max: 500 }),
    }),
    data: z.object({
      total: z.int(),
      ...paged,
      entries: z.array(rebateShape),
      summary_by_currency: z.array(
        z.object({ currency: z.string(), total_amount: number, count: z.int() }),
      ),
    }),
    message: 'Rebates retrieved successfully',
    errors: owned,
  }),
} as const;
