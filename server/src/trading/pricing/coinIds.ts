import type { Clock } from '../../kit/clock.ts';
import type { Logger } from '../../kit/logger.ts';
import type { CoinList, CoinListStore } from './coinListStore.ts';
import { majorCoins } from './majorCoins.ts';
import type { PriceCalls } from './priceCalls.ts';
import type { Coin } from './priceProvider.ts';

/** Trading §4.7: the coin id mapping lives 24 hours. */
const listTtlMs = 86_400_000;
/** Pause after the list could not be loaded: prices need the calls more. */
const retryMs = 300_000;

/** Currencies of the provider whose names exchanges use for coins worth something else. */
const unitsOfBitcoin = new Set(['bits', 'sats']);

/** Maps an exchange's ticker to the provider's id. */
export interface CoinIds {
  /** Uses what is known now; makes no request. */
  peek(asset: string): string | undefined;
  /** Waits for the provider's list only when there is none at all. Never rejects. */
  get(asset: string): Promise<string | undefined>;
  /** Returns true when the name is a currency that prices can be requested in, and no coin. */
  isFiat(asset: string): boolean;
}

export interface CoinIdsDeps {
  readonly calls: PriceCalls;
  /** Keeps the list over a restart; undefined keeps it only in memory. */
  readonly keep: CoinListStore | undefined;
  readonly clock: Clock;
  readonly logger: Logger;
}

export function createCoinIds({ calls, keep, clock, logger }: CoinIdsDeps): CoinIds {
  let list: CoinList | undefined;
  let retryAtMs = Number.NEGATIVE_INFINITY;
  let loading: Promise<void> | undefined;
  const kept = keep?.load().then((found) => {
    list ??= found;
  });

  const load = async (): Promise<void> => {
    const answer = await calls.coins();
    if (!answer.ok) {
      retryAtMs = clock.monotonic() + retryMs;
      logger.warn({ reason: answer.reason }, 'The list of coins could not be had');
      return;
    }
    list = { ids: unambiguous(answer.value), fetchedAtMs: clock.now() };
    void keep?.save(list);
  };
  const refresh = (): Promise<void> => {
    const isYoung = list !== undefined && Math.abs(clock.now() - list.fetchedAtMs) < listTtlMs;
    if (isYoung || clock.monotonic() < retryAtMs) return Promise.resolve();
    loading ??= load().finally(() => {
      loading = undefined;
    });
    return loading;
  };
  const isFiat = (asset: string) => {
    const name = asset.toLowerCase();
    return calls.currencies.has(name) && !majorCoins.has(asset) && !unitsOfBitcoin.has(name);
  };
  /** A fiat is no coin, even if a coin has taken its name. */
  const isLookedUp = (asset: string) => !majorCoins.has(asset) && !isFiat(asset);
  const peek = (asset: string) =>
    majorCoins.get(asset) ?? (isLookedUp(asset) ? list?.ids.get(asset.toLowerCase()) : undefined);

  return {
    peek,
    isFiat,
    async get(asset) {
      if (isLookedUp(asset)) {
        await kept;
        const refreshed = refresh();
        if (!list) await refreshed;
      }
      return peek(asset);
    },
  };
}

/** Returns the symbols that only one coin has. */
function unambiguous(coins: readonly Coin[]): Map<string, string> {
  const ids = new Map<string, string>();
  const shared = new Set<string>();
  for (const { id, symbol } of coins) {
    const name = symbol.toLowerCase();
    if (ids.has(name)) shared.add(name);
    ids.set(name, id);
  }
  for (const name of shared) ids.delete(name);
  return ids;
}
