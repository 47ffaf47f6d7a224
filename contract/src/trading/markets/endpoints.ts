import { z } from 'zod';
import { defineEndpoint } from '../../endpoint.ts';
import { queryInteger } from '../../query.ts';

/** Trading, conventions: `perp` means swap. */
export const marketTypes = ['spot', 'perp'] as const;
export type MarketType = (typeof marketTypes)[number];

const marketTypeError = "Error - market_type must be 'spot' or 'perp'.";
const marketTypeGiven = z.enum(marketTypes, { error: marketTypeError });
const marketType = marketTypeGiven.default('spot');
/** A longer filter matches no symbol. */
const filterLengthMax = 64;

/** Trading §2.10. Unknown values are null, never 0. */
const marketSymbolSchema = z.object({
  symbol: z.string(),
  base: z.string(),
  quote: z.string(),
  price: z.number().nullable().describe('in the quote currency'),
  change_24h_pct: z.number().nullable(),
  volume_24h_usd: z.number().nullable().describe('of this pair, over the exchanges that list it'),
  volume_complete: z
    .boolean()
    .describe('false when the volume of some exchange could not be had or converted'),
  exchanges: z.array(z.string()),
});
export type MarketSymbolWire = z.output<typeof marketSymbolSchema>;

const readers = ['trader', 'viewer'] as const;
const tag = 'Markets';

/** A silent venue is given up after 30 seconds. The answer says which one it was. */
const refreshMsMax = 60_000;

const text = (field: string) =>
  z
    .string({ error: `${field} must be a text` })
    .max(filterLengthMax, `${field} must be at most ${filterLengthMax} characters`)
    .optional();

export const marketEndpoints = {
  /** Lists the symbols of the exchanges, sorted by volume unless asked otherwise. */
  listMarketSymbols: defineEndpoint({
    service: 'trading',
    method: 'GET',
    path: '/order-execution/markets/symbols',
    tag,
    summary: 'List tradable symbols',
    access: readers,
    query: z.object({
      market_type: marketType,
      exchanges: text('exchanges').describe('comma-separated; symbols of any of them'),
      search: text('search').describe('part of the symbol, in any case'),
      quote: text('quote').describe('quote currency'),
      sort_by: z
        .enum(['volume', 'change', 'symbol'], {
          error: 'sort_by must be volume, change or symbol',
        })
        .default('volume')
        .describe('volume and change from the largest down, symbol from A; unknown values last'),
      limit: queryInteger({
        low: 1,
        high: 500,
        error: 'limit must be an integer between 1 and 500',
      }).default(100),
    }),
    data: z.object({
      symbols: z.array(marketSymbolSchema),
      total: z.int().describe('how many there are beyond the limit too'),
      market_type: z.enum(marketTypes),
    }),
    message: 'Symbols retrieved successfully',
    invalid: { fields: { market_type: marketTypeError } },
    errors: ['UNSUPPORTED_EXCHANGE', 'MARKETS_UNAVAILABLE'],
  }),
  /** Returns one symbol. `BTC/USDT` and `BTC-USDT` name the same one. */
  getMarketSymbol: defineEndpoint({
    service: 'trading',
    method: 'GET',
    path: '/order-execution/markets/symbol/:symbol',
    restOfPath: 'symbol',
    tag,
    summary: 'One symbol and where it is listed',
    access: readers,
    params: z.object({ symbol: z.string().max(filterLengthMax, 'symbol is too long') }),
    query: z.object({
      market_type: marketTypeGiven
        .optional()
        .describe('spot by default, perp for a symbol with a settlement currency'),
    }),
    data: marketSymbolSchema.omit({ exchanges: true }).extend({
      by_exchange: z.record(z.string(), z.object({ available: z.boolean() })),
    }),
    message: 'Symbol retrieved successfully',
    invalid: { fields: { market_type: marketTypeError } },
    errors: ['SYMBOL_NOT_FOUND', 'MARKETS_UNAVAILABLE'],
  }),
  /** Lists the exchanges. */
  listExchanges: defineEndpoint({
    service: 'trading',
    method: 'GET',
    path: '/order-execution/markets/exchanges',
    tag,
    summary: 'List the exchanges',
    access: readers,
    data: z.object({
      exchanges: z.array(
        z.object({ id: z.string(), name: z.string(), spot: z.boolean(), perp: z.boolean() }),
      ),
    }),
    message: 'Exchanges retrieved successfully',
  }),
  /** Returns the numbers of known markets. */
  getMarketStats: defineEndpoint({
    service: 'trading',
    method: 'GET',
    path: '/order-execution/markets/stats',
    tag,
    summary: 'How many markets are known',
    access: readers,
    data: z.object({
      spot_symbols: z.int(),
      perp_symbols: z.int(),
      exchanges_loaded: z.int(),
      markets_by_exchange: z.record(z.string(), z.int()).describe('spot and perpetual together'),
    }),
    message: 'Market statistics retrieved successfully',
  }),
  /** Loads the market list of one exchange again, or of all. */
  refreshMarkets: defineEndpoint({
    service: 'trading',
    method: 'POST',
    path: '/order-execution/markets/refresh',
    tag,
    summary: 'Load market lists again',
    access: ['admin'],
    query: z.object({ exchange: text('exchange').describe('omitted = all') }),
    data: z.object({
      refreshed: z.array(z.string()),
      failed: z.array(z.object({ exchange: z.string(), reason: z.string() })),
    }),
    message: 'Markets refreshed successfully',
    answersWithinMs: refreshMsMax,
    errors: ['UNSUPPORTED_EXCHANGE', 'EXCHANGE_ERROR'],
  }),
} as const;
