import type { Clock } from '../../../kit/clock.ts';
import type { Quotes } from '../../execution/index.ts';

/** Values of assets that are known without waiting. */
export interface UsdRates {
  /** Undefined until it was known once. */
  readonly known: (asset: string) => number | undefined;
  /** Keeps the asset known from now on. */
  want(asset: string): void;
  /** Resolves when the value is known, or could not be obtained. */
  ready(asset: string): Promise<void>;
  /** Requests values older than a minute again; called periodically. */
  refresh(): void;
}

/** A quote currency moves less in this time than the precision of any minimum in USD. */
const freshMs = 60_000;
/** The quote currencies of six venues, and fee assets. There are no more. */
const assetsMax = 100;

export function createUsdRates(
  quotes: Pick<Quotes, 'usd'>,
  clock: Pick<Clock, 'monotonic'>,
): UsdRates {
  const rates = new Map<string, { usd: number | undefined; askedAtMs: number }>();
  const ask = async (asset: string): Promise<void> => {
    const rate = rates.get(asset);
    if (!rate) return;
    rate.askedAtMs = clock.monotonic();
    // The last known value stays. Execution checks every order against the values of that time.
    rate.usd = await quotes.usd(asset).catch(() => rate.usd);
  };
  const want = (asset: string): void => {
    if (rates.has(asset) || rates.size >= assetsMax) return;
    rates.set(asset, { usd: undefined, askedAtMs: Number.NEGATIVE_INFINITY });
  };
  return {
    known(asset) {
      want(asset);
      return rates.get(asset)?.usd;
    },
    want,
    async ready(asset) {
      want(asset);
      if (rates.get(asset)?.usd === undefined) await ask(asset);
    },
    refresh() {
      const nowMs = clock.monotonic();
      for (const [asset, { askedAtMs }] of rates) {
        if (nowMs - askedAtMs >= freshMs) void ask(asset);
      }
    },
  };
}
