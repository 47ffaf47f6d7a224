import type { Clock } from '../../kit/clock.ts';
import { errorText } from '../../kit/errors.ts';
import type { Logger } from '../../kit/logger.ts';
import { clamp } from '../../kit/numbers.ts';
import { type CallWindow, createCallWindow } from './callWindow.ts';
import type { PriceMetrics } from './metrics.ts';
import {
  type Coin,
  type CoinTicker,
  type PriceProvider,
  PriceProviderError,
} from './priceProvider.ts';

/** Longest wait of a call for its turn: after that, an old price now is worth more. */
const callWaitMsMax = 2_000;
/**
 * Shortest and longest pause after a limit: less than a second makes no difference, and an hour is
 * not believed.
 */
const limitMsMin = 1_000;
const limitMsMax = 300_000;
/** Pause when the provider does not give one: its limits are per minute. */
const limitMsUsual = 60_000;
/**
 * First and longest pause after repeated faults. After one fault the next call is tried at once;
 * after more the provider gets a pause.
 */
const faultPauseMsFirst = 5_000;
const faultPauseMsMax = 60_000;

/** Result of one call. */
export type CallOutcome<Value> =
  | { readonly ok: true; readonly value: Value }
  /** `reason` is a sentence for the caller. */
  | { readonly ok: false; readonly reason: string };

/** Calls the provider within its limits. Nothing here rejects. */
export interface PriceCalls {
  readonly idsPerCall: number;
  readonly currencies: ReadonlySet<string>;
  /** @param isSpare Nobody waits for it: it leaves part of the limit to other calls. */
  tickers(
    vsCurrency: string,
    ids: readonly string[],
    isSpare: boolean,
  ): Promise<CallOutcome<readonly CoinTicker[]>>;
  coins(): Promise<CallOutcome<readonly Coin[]>>;
  /** Ends calls in progress and refuses later ones. */
  stop(): void;
}

export interface PriceCallsDeps {
  readonly provider: PriceProvider;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly metrics: PriceMetrics;
}

/** Every call to the provider goes through here, whatever it requests: all share one limit. */
export function createPriceCalls(deps: PriceCallsDeps): PriceCalls {
  const { provider, clock, metrics } = deps;
  const window = createCallWindow(clock, provider.callsPerMinute);
  const stopping = new AbortController();
  const faults = createFaults(deps, window);

  const run = async <Value>(
    ask: (signal: AbortSignal) => Promise<Value>,
    isSpare = false,
  ): Promise<CallOutcome<Value>> => {
    const held = await window.enter(callWaitMsMax, isSpare);
    if (held !== undefined) return { ok: false, reason: held };
    if (stopping.signal.aborted) return { ok: false, reason: 'The service is shutting down.' };
    try {
      const value = await ask(stopping.signal);
      metrics.called('ok');
      faults.over();
      return { ok: true, value };
    } catch (error) {
      return { ok: false, reason: faults.note(error) };
    }
  };

  return {
    idsPerCall: provider.idsPerCall,
    currencies: provider.currencies,
    tickers: (vsCurrency, ids, isSpare) =>
      run((signal) => provider.tickers(vsCurrency, ids, signal), isSpare),
    coins: () => run((signal) => provider.coins(signal)),
    stop: () => stopping.abort(),
  };
}

/** Turns a failed call into a sentence, and into a pause where one is due. */
function createFaults({ logger, metrics }: PriceCallsDeps, window: CallWindow) {
  let inARow = 0;
  const limited = (retryAfterMs = limitMsUsual): string => {
    const reason = 'The price provider allows no more calls for now.';
    window.pause(clamp(retryAfterMs, limitMsMin, limitMsMax), reason);
    return reason;
  };
  const unavailable = (what: string): string => {
    const reason = `The price provider does not answer: ${what}.`;
    inARow += 1;
    if (inARow === 1) logger.warn({ what }, 'The price provider does not answer');
    if (inARow > 1) {
      window.pause(Math.min(faultPauseMsMax, faultPauseMsFirst * 2 ** (inARow - 2)), reason);
    }
    return reason;
  };
  return {
    over() {
      if (inARow > 0) logger.info({ failed: inARow }, 'The price provider answers again');
      inARow = 0;
    },
    note(error: unknown): string {
      const known = error instanceof PriceProviderError ? error : undefined;
      const kind = known?.kind ?? 'unavailable';
      metrics.called(kind);
      switch (kind) {
        case 'limited':
          logger.warn({ retryAfterMs: known?.retryAfterMs }, 'The price provider limits us');
          return limited(known?.retryAfterMs);
        case 'refused':
          logger.warn({ error: errorText(error) }, 'The price provider refuses a call');
          return `The price provider refuses: ${errorText(error)}.`;
        case 'unavailable':
          if (!known) logger.error({ error: errorText(error) }, 'A price call failed unexpectedly');
          return unavailable(known ? errorText(error) : 'its answer cannot be used');
      }
    },
  };
}
