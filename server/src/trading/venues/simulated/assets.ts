/** One asset of the simulated market. */
export interface Asset {
  readonly name: string;
  /** Price level that the asset swings around. */
  readonly usd: number;
  /** Its movement with the market: 1 moves like BTC. */
  readonly beta: number;
  /** Volatility per day of its own movement. */
  readonly ownDailyVolatility: number;
  /** Spreads and differences between venues, in relation to BTC. */
  readonly spreadFactor: number;
  /** Quantity in the books, in USD, in relation to BTC. */
  readonly depthFactor: number;
}

/** Volatility of BTC per day, the common factor: 48 % a year. */
export const marketDailyVolatility = 0.025;

/** Levels and volatilities as in the years 2024 and 2025, to two digits. */
export const simulatedAssets: readonly Asset[] = [
  asset('BTC', { usd: 95_000, beta: 1, own: 0, spread: 1, depth: 1 }),
  asset('ETH', { usd: 3_400, beta: 1.2, own: 0.018, spread: 1.2, depth: 0.7 }),
  asset('SOL', { usd: 190, beta: 1.4, own: 0.025, spread: 1.6, depth: 0.4 }),
  asset('XRP', { usd: 2.2, beta: 1.1, own: 0.028, spread: 1.8, depth: 0.35 }),
  asset('DOGE', { usd: 0.32, beta: 1.4, own: 0.03, spread: 2, depth: 0.25 }),
  asset('LTC', { usd: 105, beta: 1, own: 0.024, spread: 2.5, depth: 0.12 }),
  asset('ADA', { usd: 0.85, beta: 1.3, own: 0.028, spread: 2.5, depth: 0.15 }),
  asset('LINK', { usd: 21, beta: 1.3, own: 0.027, spread: 3, depth: 0.12 }),
];

function asset(
  name: string,
  row: { usd: number; beta: number; own: number; spread: number; depth: number },
): Asset {
  return {
    name,
    usd: row.usd,
    beta: row.beta,
    ownDailyVolatility: row.own,
    spreadFactor: row.spread,
    depthFactor: row.depth,
  };
}

/** A currency that prices are quoted in. */
export interface Quote {
  readonly name: string;
  /** USD for one unit. */
  readonly usd: number;
  /** Free movement per day; 0 for a pegged currency. */
  readonly dailyVolatility: number;
  /** Standard deviation around the peg. */
  readonly pegNoise: number;
  /** Quantity in the books of this quote, in relation to the venue's largest. */
  readonly depthFactor: number;
}

export const simulatedQuotes: readonly Quote[] = [
  { name: 'USD', usd: 1, dailyVolatility: 0, pegNoise: 0, depthFactor: 1 },
  { name: 'USDT', usd: 1, dailyVolatility: 0, pegNoise: 0.0002, depthFactor: 1 },
  { name: 'USDC', usd: 1, dailyVolatility: 0, pegNoise: 0.0001, depthFactor: 0.4 },
  { name: 'EUR', usd: 1.08, dailyVolatility: 0.004, pegNoise: 0, depthFactor: 0.4 },
];
