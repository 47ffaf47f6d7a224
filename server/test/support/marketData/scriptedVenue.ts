import type { Cancel } from '../../../src/kit/clock.ts';
import {
  type Connection,
  type ConnectionEvents,
  type FeedTransport,
  TransportError,
} from '../../../src/trading/venues/transportPort.ts';
import type { ManualClock } from '../manualClock.ts';
import type { TrueBook, VenueMarket } from './venueMarket.ts';
import type { VenueFault, VenueScript } from './venueScript.ts';

/** Time between our message and the venue's answer. */
const answerMs = 5;
/** Interval of pongs of a socket that is alive. */
const aliveEveryMs = 5_000;
/** Interval of books of a venue that repeats them. */
const repeatEveryMs = 500;

export interface ScriptedVenueOptions {
  readonly script: VenueScript;
  readonly market: VenueMarket;
  readonly fault: VenueFault;
  readonly clock: ManualClock;
  /** Called after every frame. */
  delivered(): void;
}

/** A venue that follows a script, with one fault on the way. */
export interface ScriptedVenue {
  readonly transport: FeedTransport;
  /** Makes message `i` happen. */
  step(i: number): void;
  stop(): void;
}

interface Client {
  readonly events: ConnectionEvents;
  isSubscribed: boolean;
  isOpen: boolean;
}

export function createScriptedVenue(options: ScriptedVenueOptions): ScriptedVenue {
  return new FollowedScript(options);
}

class FollowedScript implements ScriptedVenue {
  readonly transport: FeedTransport;
  readonly #options: ScriptedVenueOptions;
  readonly #clients = new Set<Client>();
  readonly #timers: Cancel[] = [];
  #now: TrueBook;
  /** Added to every number; a restart makes them small again. */
  #shift = 0;
  #isStalled = false;
  #held: string | undefined;
  #turnedAway = 0;

  constructor(options: ScriptedVenueOptions) {
    const { market, script, clock } = options;
    this.#options = options;
    this.#now = market.history[0] ?? { id: 0, bids: [], asks: [] };
    this.transport = {
      isRecording: false,
      connect: (_, events) => this.#connect(events),
      get: (url) => this.#get(url),
    };
    this.#timers.push(clock.every(aliveEveryMs, () => this.#pong()));
    if (!script.repeats) return;
    this.#timers.push(
      clock.every(repeatEveryMs, () => this.#broadcast(script.snapshot(this.#numbered(this.#now)))),
    );
  }

  step(i: number): void {
    const { market, fault, script } = this.#options;
    const event = market.events[i];
    const after = market.history[i + 1];
    if (!event || !after) return;
    const before = this.#now;
    this.#now = after;
    if (i === fault.at && fault.kind === 'restart') {
      this.#restart(after);
      return;
    }
    const { first, last, previous } = event;
    const shift = this.#shift;
    const shifted = { first: first + shift, last: last + shift, previous: previous + shift };
    const frame = script.change({ ...event, ...shifted }, this.#numbered(after));
    if (i === fault.at) {
      this.#hit(frame, before, i);
      return;
    }
    const waiting = this.#held;
    this.#held = undefined;
    this.#broadcast(frame, ...(waiting === undefined ? [] : [waiting]));
  }

  stop(): void {
    for (const cancel of this.#timers) cancel();
  }

  #hit(frame: string, before: TrueBook, i: number): void {
    const { fault, script, market } = this.#options;
    switch (fault.kind) {
      case 'loss':
        return;
      case 'duplicate':
        this.#broadcast(frame, frame);
        return;
      case 'reorder':
        if (i === market.events.length - 1) this.#broadcast(frame);
        else this.#held = frame;
        return;
      case 'truncate':
        this.#broadcast(frame.slice(0, Math.floor(frame.length * fault.cut)));
        return;
      case 'stall':
        this.#isStalled = true;
        return;
      case 'disconnect':
        for (const client of [...this.#clients]) this.#end(client, 'reset');
        return;
      case 'oldSnapshot':
        this.#broadcast(script.snapshot(market.history[Math.max(0, i - 2)] ?? before), frame);
        return;
      case 'checksum':
        this.#broadcast(script.withWrongChecksum?.(frame) ?? frame);
        return;
      default:
        this.#broadcast(frame);
    }
  }

  #restart(after: TrueBook): void {
    const { script } = this.#options;
    this.#shift = 1 - after.id;
    if (script.restart === 'snapshot') this.#broadcast(script.snapshot(this.#numbered(after)));
    else for (const client of [...this.#clients]) this.#end(client, 'restarted');
  }

  #connect(events: ConnectionEvents): Connection {
    const { clock } = this.#options;
    const client: Client = { events, isSubscribed: false, isOpen: false };
    this.#clients.add(client);
    clock.schedule(answerMs, () => {
      if (!this.#clients.has(client)) return;
      client.isOpen = true;
      events.opened();
    });
    return {
      send: (text) => {
        clock.schedule(answerMs, () => this.#heard(client, text));
      },
      close: () => this.#end(client, 'closed by us'),
    };
  }

  async #get(url: string): Promise<string> {
    const document = this.#options.script.document?.(url, this.#now);
    if (document !== undefined) return document;
    throw new TransportError(`GET ${url}: status 500`, { status: 500 });
  }

  #heard(client: Client, sent: string): void {
    const { script, fault } = this.#options;
    if (!client.isOpen) return;
    const request = script.request(sent);
    if (request === 'unsubscribe') client.isSubscribed = false;
    if (request !== 'subscribe') return;
    const refusal = this.#turnedAway === 0 ? refusalOf(script, fault, sent) : undefined;
    if (refusal !== undefined) {
      this.#turnedAway += 1;
      this.#say(client, refusal);
      return;
    }
    this.#isStalled = false;
    client.isSubscribed = true;
    this.#say(client, ...script.accepted(sent), script.snapshot(this.#numbered(this.#now)));
  }

  #say(client: Client, ...frames: readonly string[]): void {
    for (const frame of frames) {
      if (!client.isOpen) return;
      client.events.frame(frame);
      this.#options.delivered();
    }
  }

  #broadcast(...frames: readonly string[]): void {
    if (this.#isStalled) return;
    for (const client of this.#clients) if (client.isSubscribed) this.#say(client, ...frames);
  }

  #pong(): void {
    for (const client of this.#clients) if (client.isOpen) client.events.alive();
  }

  #end(client: Client, reason: string): void {
    if (!this.#clients.delete(client)) return;
    client.isOpen = false;
    client.events.closed(reason);
  }

  #numbered(truth: TrueBook): TrueBook {
    return { ...truth, id: truth.id + this.#shift };
  }
}

function refusalOf(script: VenueScript, { kind }: VenueFault, sent: string): string | undefined {
  if (kind === 'refused') return script.refused(sent);
  return kind === 'limited' ? script.limited?.(sent) : undefined;
}
