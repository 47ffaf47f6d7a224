import { z } from 'zod';
import type { Logger } from '../../kit/logger.ts';
import { type Coin, type CoinTicker, PriceProviderError } from './priceProvider.ts';

/** A missing field means the same as null. */
const figure = z
  .number()
  .nullish()
  .transform((value) => value ?? null);
const date = z
  .string()
  .nullish()
  .transform((value) => value ?? null);
const name = z.string().min(1);

/** One row of `/coins/markets`; other fields are dropped. */
const tickerSchema = z.object({
  id: name,
  symbol: z.string(),
  name: z.string(),
  image: z
    .string()
    .nullish()
    .transform((value) => value ?? ''),
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
  ath_date: date,
  atl: figure,
  atl_change_percentage: figure,
  atl_date: date,
  last_updated: name,
});
const coinSchema = z.object({ id: name, symbol: name, name: z.string() });

/** Reads the provider's answers row by row, so that one bad row does not cost the others. */
export interface CoinGeckoRows {
  tickers(text: string): CoinTicker[];
  coins(text: string): Coin[];
}

export function createCoinGeckoRows(logger: Logger): CoinGeckoRows {
  // One line for the operator is useful; one for every row of every answer is noise.
  const told = new Set<string>();
  const read = <Row>(text: string, schema: z.ZodType<Row>, what: string): Row[] => {
    const given = listIn(text);
    const rows: Row[] = [];
    for (const one of given) {
      const result = schema.safeParse(one);
      if (result.success) {
        rows.push(result.data);
      } else if (!told.has(what)) {
        told.add(what);
        const fields = result.error.issues.map(({ path }) => path.join('.')).slice(0, 5);
        logger.warn({ what, fields }, 'The price provider sent a row that cannot be read');
      }
    }
    if (rows.length === 0 && given.length > 0) throw broken('no row of its answer can be read');
    return rows;
  };
  return {
    tickers: (text) => read(text, tickerSchema, 'ticker'),
    coins: (text) => read(text, coinSchema, 'coin'),
  };
}

/** Returns one stored ticker; undefined when the text is none. */
export function parseStoredTicker(text: string): CoinTicker | undefined {
  try {
    return tickerSchema.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}

function listIn(text: string): readonly unknown[] {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw broken('its answer is not valid JSON', error);
  }
  if (!Array.isArray(value)) throw broken('its answer is not a list');
  return value;
}

function broken(what: string, cause?: unknown): PriceProviderError {
  return new PriceProviderError('unavailable', what, { cause });
}
