import { z } from 'zod';
import { defineEndpoint } from '../../endpoint.ts';

const figure = z.number().nullable();

/** Trading §2.11. The names are those of the common public markets feed. */
export const pricingTickerSchema = z.object({
  id: z.string(),
  symbol: z.string(),
  name: z.string(),
  image: z.string(),
  current_price: figure,
  market_cap: figure,
  market_cap_rank: figure,
  fully_diluted_valuation: figure,
  total_volume: figure,
  high_24h: figure,
  low_24h: figure,
  price_change_24h: figure,
  price_change_percentage_24h: figure,
  market_cap_change_24h: figure,
  market_cap_change_percentage_24h: figure,
  circulating_supply: figure,
  total_supply: figure,
  max_supply: figure,
  ath: figure,
  ath_change_percentage: figure,
  ath_date: z.string().nullable(),
  atl: figure,
  atl_change_percentage: figure,
  atl_date: z.string().nullable(),
  last_updated: z.string().describe('ISO 8601; when the provider last saw a change'),
  vs_currency: z.string(),
  fetched_at: z.string().describe('ISO 8601; when these values were captured'),
  source: z
    .enum(['fresh', 'cached', 'stale'])
    .describe('captured for this request, within 15 minutes, or the last known good ones'),
});
export type PricingTickerWire = z.output<typeof pricingTickerSchema>;

const readers = ['trader', 'pms_user', 'analyst'] as const;
const tag = 'Pricing';

/** Upstream currencies have three to five letters. */
const currencyLengthMax = 20;
const vsCurrency = (error: string) =>
  z
    .string({ error })
    .trim()
    .toLowerCase()
    .min(1, error)
    .max(currencyLengthMax, `vs_currency must be at most ${currencyLengthMax} characters`);

const both = 'vs_currency and symbols are required.';
const single = 'vs_currency and symbol are required.';
/** Enough for a list with as many ids as a request may have, each of them long. */
const idsLengthMax = 15_000;

export const pricingEndpoints = {
  /** Returns the prices of many coins. Unknown coins are left out. */
  getTickers: defineEndpoint({
    service: 'trading',
    method: 'GET',
    path: '/data/market-data/multiple-tickers',
    tag,
    summary: 'Prices of many coins',
    access: readers,
    query: z.object({
      vs_currency: vsCurrency(both),
      symbols: z
        .string({ error: both })
        .refine((symbols) => /[^\s,]/.test(symbols), both)
        .max(idsLengthMax, `symbols must be at most ${idsLengthMax} characters`)
        .describe("comma-separated coin ids of the provider, for example 'bitcoin,ethereum'"),
    }),
    data: z.array(pricingTickerSchema),
    message: 'Tickers retrieved successfully',
    errors: ['UNSUPPORTED_CURRENCY', 'PRICES_UNAVAILABLE'],
  }),
  /** Returns the price of one coin. */
  getTicker: defineEndpoint({
    service: 'trading',
    method: 'GET',
    path: '/data/market-data/single-ticker',
    tag,
    summary: 'Price of one coin',
    access: readers,
    query: z.object({
      vs_currency: vsCurrency(single),
      symbol: z
        .string({ error: single })
        .trim()
        .toLowerCase()
        .min(1, single)
        .max(200, 'symbol must be at most 200 characters'),
    }),
    data: pricingTickerSchema,
    message: 'Ticker retrieved successfully',
    errors: ['UNSUPPORTED_CURRENCY', 'PRICE_NOT_FOUND', 'PRICES_UNAVAILABLE'],
  }),
} as const;
