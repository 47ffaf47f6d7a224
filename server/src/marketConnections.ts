import type { Config } from './config.ts';
import { type LiveConnection, liveConnection } from './connectors.ts';
import { openFeeds, simulatorOf } from './feeds.ts';
import type { BaseParts } from './foundation.ts';
import { assert } from './kit/assert.ts';
import { startStep } from './kit/startError.ts';
import type { AppPorts } from './ports.ts';
import type { PriceProvider } from './trading/pricing/priceProvider.ts';
import { createSimulatedPrices } from './trading/pricing/simulatedPrices.ts';
import { createWirePrices } from './trading/pricing/wirePrices.ts';
import { type MarketView, openMarketView } from './trading/service/marketView.ts';
import type { FeedSet } from './trading/venues/feeds.ts';
import { loadDialects } from './trading/venues/liveVenues.ts';

/** The connections to the exchanges, and the view of the market through them. */
export interface MarketConnections {
  readonly feeds: FeedSet;
  /** Seed of the simulated market, if it is in use. */
  readonly seed: string | undefined;
  readonly market: MarketView;
  /** Connection of live accounts; undefined while prices are not those of the exchanges. */
  readonly live: LiveConnection | undefined;
}

/** Opens the connections once, before or after this process owns the engine. */
export interface MarketConnectionsOpener {
  /**
   * True when a process that does not own the engine may open them; a made-up market belongs to the
   * owner.
   */
  readonly opensUnowned: boolean;
  open(): Promise<MarketConnections>;
  /** Closes them once, as far as they are open. */
  stop(): Promise<void>;
}

export function createMarketConnections(
  ports: AppPorts,
  ground: BaseParts,
): MarketConnectionsOpener {
  const { config } = ports;
  let opening: Promise<MarketConnections> | undefined;
  let stopping: Promise<void> | undefined;
  const open = async (): Promise<MarketConnections> => {
    const { feeds, seed } = await startStep('The feed of WINDLASS_FEED cannot be opened', () =>
      feedsOf(ports, ground),
    );
    try {
      const market = openMarketView({
        ...ports,
        ...ground,
        feeds,
        prices: await openPrices(ports, feeds),
        priceStore: config.prices.kind === 'simulated' ? undefined : ground.store,
        mayWrite: ground.engine.isOwned,
      });
      return {
        feeds,
        seed,
        market,
        live: await openLive(ports, ground),
      };
    } catch (error) {
      await feeds.stop();
      throw error;
    }
  };
  const stop = async (): Promise<void> => {
    const outside = await opening?.catch(() => undefined);
    if (!outside) return;
    await outside.live?.close();
    await outside.market.stop();
    await outside.feeds.stop();
  };
  return {
    opensUnowned: ports.feeds !== undefined || config.feed.kind === 'live',
    open() {
      const opened = opening ?? open();
      opening = opened;
      // Opening that failed for a standby may succeed for the owner.
      opened.catch(() => {
        if (opening === opened) opening = undefined;
      });
      return opened;
    },
    stop() {
      stopping ??= stop();
      return stopping;
    },
  };
}

async function feedsOf(
  ports: AppPorts,
  ground: BaseParts,
): Promise<{ readonly feeds: FeedSet; readonly seed?: string }> {
  return ports.feeds ? { feeds: ports.feeds } : openFeeds({ ...ports, ...ground });
}

/** Opens the connection of live accounts: they trade on live prices, or at the simulator. */
async function openLive(ports: AppPorts, ground: BaseParts): Promise<LiveConnection | undefined> {
  const { config } = ports;
  const simulator = simulatorOf(config);
  if (config.feed.kind !== 'live' && !simulator) return undefined;
  return liveConnection({
    ...ports,
    liveDialects: ports.liveDialects ?? (await loadDialects()),
    lease: ground.engine,
    registry: ground.registry,
    simulator,
  });
}

/** Opens the coin prices: from the simulated market, the exchanges or a provider. */
async function openPrices(
  { config, clock, logger }: Pick<AppPorts, 'clock' | 'logger'> & { readonly config: Config },
  feeds: FeedSet,
): Promise<PriceProvider> {
  if (config.prices.kind === 'simulated') {
    if (feeds.prices) return createWirePrices({ prices: feeds.prices, clock });
    assert(feeds.simulated, 'prices of the simulated market come with its feed');
    return createSimulatedPrices({ market: feeds.simulated, clock });
  }
  const { createCoinGecko } = await import('./trading/pricing/coinGecko.ts');
  const baseUrl = config.prices.baseUrl?.reveal();
  return createCoinGecko({ ...config.prices, baseUrl, clock, logger });
}
