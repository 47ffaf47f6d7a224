import type { Client } from '@windlass/client';
import type { ToolInput } from './endpointTools.ts';

/** The books that an assistant asked for. They are released at the end. */
export interface Watching {
  /** Watches `symbols` at each of `venues`. */
  watch(input: ToolInput): Promise<Readonly<Record<string, unknown>>>;
  release(): Promise<void>;
}

type Subscribing = Pick<Client, 'subscribeOrderbook' | 'unsubscribeOrderbook'>;

export function createWatching(client: Subscribing): Watching {
  /** Symbols by venue. Each is subscribed once, however often it is asked for. */
  const held = new Map<string, Set<string>>();
  const symbolsAt = (venue: string): Set<string> => {
    const symbols = held.get(venue) ?? new Set();
    held.set(venue, symbols);
    return symbols;
  };
  const subscribe = async (venue: string, wanted: readonly string[]) => {
    const known = symbolsAt(venue);
    const symbols = [...new Set(wanted)].filter((symbol) => !known.has(symbol));
    if (symbols.length === 0) return [];
    // Added before the answer, so that two calls at once take one reference.
    for (const symbol of symbols) known.add(symbol);
    try {
      return (await client.subscribeOrderbook({ symbols, venues: [venue] })).subscriptions;
    } catch (failure) {
      for (const symbol of symbols) known.delete(symbol);
      throw failure;
    }
  };
  return {
    async watch({ symbols, venues }) {
      const wanted = textsIn(symbols);
      const added = [];
      for (const venue of new Set(textsIn(venues))) added.push(...(await subscribe(venue, wanted)));
      const watched = [...held].flatMap(([venue, names]) =>
        [...names].map((symbol) => ({ venue, symbol })),
      );
      return { subscriptions: added, watched };
    },
    async release() {
      const all = [...held].filter(([, symbols]) => symbols.size > 0);
      held.clear();
      const given = all.map(([venue, symbols]) =>
        client.unsubscribeOrderbook({ symbols: [...symbols], venues: [venue] }),
      );
      // A service that is gone holds no references.
      await Promise.allSettled(given);
    },
  };
}

/** Returns the texts of a list that the tool's schema has read. */
function textsIn(list: unknown): string[] {
  return Array.isArray(list) ? list.filter((each) => typeof each === 'string') : [];
}
