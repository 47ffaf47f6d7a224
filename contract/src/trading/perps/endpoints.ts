import { z } from 'zod';
import { defineEndpoint } from '../../endpoint.ts';
import { accountId, optionalSymbol, readers } from '../accounts/fields.ts';
import {
  accountFacts,
  derivativeType,
  ledgerEntry,
  ledgerQuery,
  perpSymbol,
  rawRecord,
} from './fields.ts';

const number = z.number();
const unknownNumber = number.nullable();

/** The highest leverage that any exchange offers. Each has its own limit for each market. */
const leverageMax = 200;

const leverage = z
  .number({ error: 'leverage is required and must be a number' })
  .min(1, 'leverage must be at least 1')
  .max(leverageMax, `leverage must be at most ${leverageMax}`);

export const marginModes = ['cross', 'isolated'] as const;

const marginMode = z.enum(marginModes, { error: "margin_mode must be 'cross' or 'isolated'" });

const assetExposure = z.object({
  asset: z.string(),
  held: number.describe('in all wallets that trading is paid from'),
  baseline: number.describe('with what a paper account began in those wallets; 0 at a real one'),
  spot: number.describe('held above the baseline'),
  perp: number.describe('contracts in base units; above zero when long'),
  net: number.describe('spot and perp together'),
  price_usd: unknownNumber.describe('null when the worth of the asset is not known now'),
  net_usd: unknownNumber,
});
export type AssetExposureWire = z.output<typeof assetExposure>;

/** Trading §2.5. Values that an exchange does not tell are null. */
export const positionSchema = z.object({
  symbol: z.string(),
  side: z.enum(['long', 'short']),
  contracts: number,
  contract_size: number.describe('base units of a contract; quote units of an inverse one'),
  entry_price: unknownNumber,
  mark_price: unknownNumber,
  notional: unknownNumber.describe('at the mark price, in the quote'),
  leverage: unknownNumber,
  unrealized_pnl: unknownNumber.describe('in the asset the contract is settled in'),
  percentage: unknownNumber.describe('unrealized_pnl against the initial margin, percent'),
  margin_mode: z.enum(marginModes).nullable(),
  liquidation_price: unknownNumber,
  collateral: unknownNumber,
  timestamp: z.int().nullable(),
  datetime: z.string().nullable(),
  exchange: z.string(),
  exchange_account_id: z.string(),
  info: rawRecord.describe("the exchange's own record"),
});
export type PositionWire = z.output<typeof positionSchema>;

const common = { service: 'trading', tag: 'Perpetuals' } as const;
const asked = ['NOT_SUPPORTED', 'ACCOUNT_NOT_FOUND', 'NETWORK_ERROR'] as const;
const named = [...asked, 'SYMBOL_NOT_FOUND', 'MARKETS_UNAVAILABLE'] as const;
const told = [...named, 'CONFLICT', 'INSUFFICIENT_MARGIN', 'EXCHANGE_ERROR'] as const;
/** Time for the list of markets and the exchange, both of which are asked again after no answer. */
const answersWithinMs = 20_000;

const marketQuery = z.object({
  exchange_account_id: accountId,
  symbol: perpSymbol,
  market_type: derivativeType,
});

export const perpEndpoints = {
  /**
   * Sets the leverage of an account in a market.
   *
   * @example
   * await client.setLeverage({
   *   exchange_account_id: 'paper-binance',
   *   symbol: 'BTC/USDT:USDT',
   *   leverage: 5,
   * });
   */
  setLeverage: defineEndpoint({
    ...common,
    method: 'POST',
    path: '/order-execution/execution/leverage',
    summary: 'Set the leverage of a market',
    description: 'Setting what is set already is a success. Each exchange has bounds of its own.',
    access: ['trader'],
    body: z.object({
      exchange_account_id: accountId,
      symbol: perpSymbol,
      leverage,
      market_type: derivativeType,
    }),
    data: z.object({ ...accountFacts, symbol: z.string(), leverage: number, result: rawRecord }),
    message: 'Leverage set',
    answersWithinMs,
    errors: told,
  }),
  /**
   * Returns the leverage, margin mode and positions of an account in a market.
   *
   * @example
   * const { leverage } = await client.getLeverage({
   *   exchange_account_id: 'paper-binance',
   *   symbol: 'BTC/USDT:USDT',
   * });
   */
  getLeverage: defineEndpoint({
    ...common,
    method: 'GET',
    path: '/order-execution/execution/leverage',
    summary: 'Leverage, margin mode and position of a market',
    access: readers,
    query: marketQuery,
    data: z.object({
      ...accountFacts,
      symbol: z.string(),
      leverage: unknownNumber,
      margin_mode: z.enum(marginModes).nullable(),
      position_side: z
        .enum(['long', 'short', 'both'])
        .nullable()
        .describe('null without a position; both for an account in hedge mode that holds both'),
      position_size: number.describe('base units'),
      notional: number,
      unrealized_pnl: number,
    }),
    message: 'Leverage retrieved successfully',
    answersWithinMs,
    errors: named,
  }),
  /**
   * Sets whether positions of a market are margined from the whole wallet or individually.
   *
   * @example
   * await client.setMarginMode({
   *   exchange_account_id: 'paper-okx',
   *   symbol: 'BTC/USDT:USDT',
   *   margin_mode: 'isolated',
   * });
   */
  setMarginMode: defineEndpoint({
    ...common,
    method: 'POST',
    path: '/order-execution/execution/margin-mode',
    summary: 'Set the margin mode of a market',
    description:
      'Exchanges refuse this while there is a position or an open order in the market. Where the ' +
      'mode is of the whole account, `result` says so.',
    access: ['trader'],
    body: z.object({
      exchange_account_id: accountId,
      symbol: perpSymbol,
      margin_mode: marginMode,
      market_type: derivativeType,
    }),
    data: z.object({
      ...accountFacts,
      symbol: z.string(),
      margin_mode: z.enum(marginModes),
      result: rawRecord,
    }),
    message: 'Margin mode set',
    answersWithinMs,
    errors: told,
  }),
  /**
   * Lists the open positions of an account. An account in hedge mode can have two of a symbol.
   *
   * @example
   * const { positions } = await client.listPositions({ exchange_account_id: 'paper-bybit' });
   */
  listPositions: defineEndpoint({
    ...common,
    method: 'GET',
    path: '/order-execution/execution/positions',
    summary: 'Open positions of an account',
    access: readers,
    query: z.object({
      exchange_account_id: accountId,
      symbol: optionalSymbol,
      market_type: derivativeType,
    }),
    data: z.object({ positions: z.array(positionSchema), count: z.int() }),
    message: 'Positions retrieved successfully',
    answersWithinMs,
    errors: named,
  }),
  /**
   * Returns the exposure of an account to the price of each asset: its holdings net of what its
   * contracts owe, so that a hedged pair nets to zero.
   *
   * @example
   * const { assets } = await client.getExposure({ exchange_account_id: 'paper-binance' });
   */
  getExposure: defineEndpoint({
    ...common,
    method: 'GET',
    path: '/order-execution/execution/exposure',
    summary: 'Net exposure of an account by asset, over spot and contracts',
    access: readers,
    query: z.object({ exchange_account_id: accountId }),
    data: z.object({ ...accountFacts, assets: z.array(assetExposure) }),
    message: 'Exposure retrieved successfully',
    answersWithinMs,
    errors: named,
  }),
  /**
   * Lists funding that an account paid and received, oldest first.
   *
   * @example
   * const { payments } = await client.getFundingHistory({
   *   exchange_account_id: 'paper-hyperliquid',
   *   limit: 50,
   * });
   */
  getFundingHistory: defineEndpoint({
    ...common,
    method: 'GET',
    path: '/order-execution/execution/funding-history',
    summary: 'Funding paid and received',
    access: readers,
    query: ledgerQuery,
    data: z.object({
      ...accountFacts,
      symbol: z.string().nullable().describe('null when unfiltered'),
      payments: z.array(ledgerEntry),
      count: z.int(),
    }),
    message: 'Funding history retrieved successfully',
    answersWithinMs,
    errors: named,
  }),
  /**
   * Lists realised profits and losses of an account, oldest first, without fees and funding.
   *
   * @example
   * const { entries } = await client.getRealizedPnl({ exchange_account_id: 'paper-kraken' });
   */
  getRealizedPnl: defineEndpoint({
    ...common,
    method: 'GET',
    path: '/order-execution/execution/realized-pnl',
    summary: 'Realised profits and losses',
    access: readers,
    query: ledgerQuery,
    data: z.object({
      ...accountFacts,
      symbol: z.string().nullable().describe('null when unfiltered'),
      entries: z.array(ledgerEntry),
      count: z.int(),
    }),
    message: 'Realized PnL retrieved successfully',
    answersWithinMs,
    errors: named,
  }),
  /**
   * Returns the funding rate of a perpetual, now and predicted.
   *
   * @example
   * const { predicted_apr_pct } = await client.getFundingRate({
   *   exchange_account_id: 'paper-binance',
   *   symbol: 'BTC/USDT:USDT',
   * });
   */
  getFundingRate: defineEndpoint({
    ...common,
    method: 'GET',
    path: '/order-execution/execution/funding-rate',
    summary: 'Funding rate of a perpetual',
    description:
      'Rates are relative, per window of `interval_hours`. Those of kraken, which quotes by the ' +
      'hour in units of the quote, are given for windows of 8 hours. Cached for 30 seconds.',
    access: readers,
    query: marketQuery,
    data: z.object({
      ...accountFacts,
      symbol: z.string(),
      funding_rate: number.describe('of the running window; positive: longs pay shorts'),
      funding_apr_pct: number.describe('funding_rate × windows_per_year × 100'),
      predicted_rate: number,
      predicted_rate_source: z
        .enum(['next', 'current'])
        .describe("next: the exchange's estimate for the next window; current: it has none"),
      predicted_apr_pct: number.describe('predicted_rate × windows_per_year × 100'),
      windows_per_year: number,
      interval_hours: number,
      next_funding_time: z.int().nullable().describe('epoch ms'),
      mark_price: unknownNumber,
      index_price: unknownNumber,
      timestamp: z.int(),
      cached: z.boolean(),
    }),
    message: 'Funding rate retrieved successfully',
    answersWithinMs,
    errors: named,
  }),
} as const;
