import type { Cancel, Clock } from '../../../kit/clock.ts';
import type { InstrumentSymbol } from '../../model/symbol.ts';
import { provenDepth } from '../shared/stream/dialect.ts';
import {
  type Connection,
  type ConnectionEvents,
  type FeedTransport,
  TransportError,
} from '../transportPort.ts';
import { createSimulatedBook } from './book.ts';
import { createCadence } from './cadence.ts';
import { type FaultPlan, type FaultReport, sliceMs } from './faults.ts';
import type { SimulatedFeedDeps } from './feed.ts';
import { limitWords } from './wireProtocol.ts';
import { documentOf, openWireStream, type WireStream } from './wireStream.ts';

/** As long as a near host takes to answer. */
const answerMs = 20;
const aliveEveryMs = 5_000;

export interface WireVenueDeps extends SimulatedFeedDeps {
  readonly plan: FaultPlan;
  readonly report: FaultReport;
}

/** Creates a simulated venue as its clients see it over the network, with all its faults. */
export function createWireVenue(deps: WireVenueDeps): FeedTransport & { stop(): void } {
  return new WireVenue(deps);
}

interface Client {
  readonly events: ConnectionEvents;
  readonly streams: Map<string, WireStream>;
  isOpen: boolean;
}

class WireVenue implements FeedTransport {
  readonly isRecording = false;
  readonly #deps: WireVenueDeps;
  readonly #clock: Clock;
  readonly #clients = new Set<Client>();
  #cancelSlices: Cancel | undefined;
  #cancelAlive: Cancel | undefined;
  #subscriptions = 0;
  #silentUntilMs = 0;
  #closedUntilMs = 0;

  constructor(deps: WireVenueDeps) {
    this.#deps = deps;
    this.#clock = deps.clock;
  }

  connect(_: string, events: ConnectionEvents): Connection {
    const client: Client = { events, streams: new Map(), isOpen: false };
    this.#clients.add(client);
    this.#run();
    this.#clock.schedule(answerMs, () => this.#answer(client));
    return {
      send: (text) => {
        this.#clock.schedule(answerMs, () => this.#heard(client, text));
      },
      close: () => this.#end(client, 'closed by the client'),
    };
  }

  async get(url: string): Promise<string> {
    const { profile, listings, timeline, seed, prices } = this.#deps;
    const symbol = new URL(url).searchParams.get('symbol') as InstrumentSymbol | null;
    const listing = symbol === null ? undefined : listings.get(symbol);
    const nowMs = timeline.marketNow();
    if (!listing || nowMs < this.#closedUntilMs) {
      throw new TransportError(`GET ${url}: ${profile.venue} does not answer`, { status: 503 });
    }
    const cadence = createCadence(seed, listing);
    const atMs = cadence.timeOf(cadence.indexAt(nowMs));
    const book = createSimulatedBook(seed, listing, prices);
    return documentOf(book, { atMs, listing, depth: provenDepth });
  }

  stop(): void {
    this.#cancelSlices?.();
    this.#cancelAlive?.();
    for (const client of [...this.#clients]) this.#end(client, 'stopped');
  }

  /** Faults occur only while a client is connected. */
  #run(): void {
    this.#cancelSlices ??= this.#clock.every(sliceMs, () => this.#slice());
    this.#cancelAlive ??= this.#clock.every(aliveEveryMs, () => {
      if (this.#isSilent()) return;
      for (const client of this.#clients) if (client.isOpen) client.events.alive();
    });
  }

  #slice(): void {
    const { plan, report, profile, timeline } = this.#deps;
    const nowMs = timeline.marketNow();
    const fault = plan.ofVenue(Math.floor(nowMs / sliceMs));
    if (!fault || this.#clients.size === 0) return;
    report.injected(fault.kind, profile.venue);
    if (fault.kind === 'silence') {
      this.#silentUntilMs = nowMs + fault.lastsMs;
      return;
    }
    this.#closedUntilMs = nowMs + fault.lastsMs;
    for (const client of [...this.#clients]) this.#end(client, 'reset by the venue');
  }

  #isSilent(): boolean {
    return this.#deps.timeline.marketNow() < this.#silentUntilMs;
  }

  #answer(client: Client): void {
    if (!this.#clients.has(client)) return;
    if (this.#deps.timeline.marketNow() < this.#closedUntilMs) {
      this.#end(client, 'connection refused');
      return;
    }
    client.isOpen = true;
    client.events.opened();
  }

  #end(client: Client, reason: string): void {
    if (!this.#clients.delete(client)) return;
    client.isOpen = false;
    for (const stream of client.streams.values()) stream.stop();
    client.streams.clear();
    if (this.#clients.size === 0) {
      this.#cancelSlices?.();
      this.#cancelAlive?.();
      this.#cancelSlices = undefined;
      this.#cancelAlive = undefined;
    }
    client.events.closed(reason);
  }

  #heard(client: Client, text: string): void {
    if (!client.isOpen || this.#isSilent()) return;
    const { ask, keys = [], id } = JSON.parse(text);
    if (ask === 'ping') this.#say(client, JSON.stringify({ ok: true, id }));
    if (ask === 'unsubscribe') for (const key of keys) this.#leave(client, key);
    if (ask !== 'subscribe') return;
    const refusal = this.#refusalOf(keys);
    if (refusal !== undefined) {
      this.#say(client, JSON.stringify({ error: refusal, id }));
      return;
    }
    this.#say(client, JSON.stringify({ ok: true, id }));
    for (const key of keys) this.#join(client, key);
  }

  #refusalOf(keys: readonly InstrumentSymbol[]): string | undefined {
    const { plan, report, profile } = this.#deps;
    this.#subscriptions += 1;
    const fault = plan.ofSubscription(this.#subscriptions);
    if (!fault) return undefined;
    for (const key of keys) report.injected(fault, profile.venue, key);
    return fault === 'limited' ? limitWords : 'not today';
  }

  #join(client: Client, symbol: InstrumentSymbol): void {
    const { listings, report, profile } = this.#deps;
    const listing = listings.get(symbol);
    if (!listing || !client.isOpen) return;
    this.#leave(client, symbol);
    const stream = openWireStream({
      ...this.#deps,
      listing,
      send: (text) => this.#say(client, text),
      injected: (fault) => report.injected(fault, profile.venue, symbol),
    });
    client.streams.set(symbol, stream);
  }

  #leave(client: Client, key: string): void {
    client.streams.get(key)?.stop();
    client.streams.delete(key);
  }

  #say(client: Client, text: string): void {
    if (client.isOpen && !this.#isSilent()) client.events.frame(text);
  }
}
