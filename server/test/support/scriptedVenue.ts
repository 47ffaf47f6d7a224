import type { ManualClock } from '../../src/kit/manualClock.ts';
import {
  type Connection,
  type ConnectionEvents,
  type FeedTransport,
  TransportError,
} from '../../src/trading/venues/transportPort.ts';
import type { TrueBook, VenueMarket } from './venueMarket.ts';
import type { VenueFault, VenueScript } from './venueScript.ts';

/** Between our message and the venue's answer. */
const answerMs = 5;
/** Pongs of a socket that is alive. */
const aliveEveryMs = 5_000;
/** Books of a venue that repeats them. */
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
  /** Message `i` happens. */
  step(i: number): void;
  stop(): void;
}

interface Client {
  readonly events: ConnectionEvents;
  isSubscribed: boolean;
  isOpen: boolean;
}

export function createScriptedVenue(options: ScriptedVenueOptions): ScriptedVenue {
  const { script, market, fault, clock } = options;
  const clients = new Set<Client>();
  let now: TrueBook = market.history[0] ?? { id: 0, bids: [], asks: [] };
  /** Added to every number; a restart makes them small again. */
  let shift = 0;
  let isStalled = false;
  let held: string | undefined;
  let turnedAway = 0;
  const renumbered = (truth: TrueBook) => ({ ...truth, id: truth.id + shift });

  const say = (client: Client, ...frames: readonly string[]) => {
    for (const frame of frames) {
      if (!client.isOpen) return;
      client.events.frame(frame);
      options.delivered();
    }
  };
  const heard = (client: Client, sent: string) => {
    if (!client.isOpen) return;
    const request = script.request(sent);
    if (request === 'unsubscribe') client.isSubscribed = false;
    if (request !== 'subscribe') return;
    const refusal = turnedAway === 0 ? refusalOf(script, fault, sent) : undefined;
    if (refusal !== undefined) {
      turnedAway += 1;
      say(client, refusal);
      return;
    }
    isStalled = false;
    client.isSubscribed = true;
    say(client, ...script.accepted(sent), script.snapshot(renumbered(now)));
  };
  const end = (client: Client, reason: string) => {
    if (!clients.delete(client)) return;
    client.isOpen = false;
    client.events.closed(reason);
  };
  const broadcast = (...frames: readonly string[]) => {
    if (isStalled) return;
    for (const client of clients) if (client.isSubscribed) say(client, ...frames);
  };

  const cancelAlive = clock.every(aliveEveryMs, () => {
    for (const client of clients) if (client.isOpen) client.events.alive();
  });
  const cancelRepeats = script.repeats
    ? clock.every(repeatEveryMs, () => broadcast(script.snapshot(renumbered(now))))
    : () => undefined;

  const step = (i: number) => {
    const event = market.events[i];
    const after = market.history[i + 1];
    if (!event || !after) return;
    const isHit = i === fault.at;
    const before = now;
    now = after;
    if (isHit && fault.kind === 'restart') {
      shift = 1 - after.id;
      if (script.restart === 'snapshot') broadcast(script.snapshot(renumbered(after)));
      else for (const client of [...clients]) end(client, 'restarted');
      return;
    }
    const { first, last, previous } = event;
    const shifted = {
      ...event,
      first: first + shift,
      last: last + shift,
      previous: previous + shift,
    };
    const frame = script.change(shifted, renumbered(after));
    const waiting = held;
    held = undefined;
    if (!isHit) {
      broadcast(frame, ...(waiting === undefined ? [] : [waiting]));
      return;
    }
    hit(frame, before, i);
  };

  const hit = (frame: string, before: TrueBook, i: number) => {
    switch (fault.kind) {
      case 'loss':
        return;
      case 'duplicate':
        broadcast(frame, frame);
        return;
      case 'reorder':
        if (i === market.events.length - 1) broadcast(frame);
        else held = frame;
        return;
      case 'truncate':
        broadcast(frame.slice(0, Math.floor(frame.length * fault.cut)));
        return;
      case 'stall':
        isStalled = true;
        return;
      case 'disconnect':
        for (const client of [...clients]) end(client, 'reset');
        return;
      case 'oldSnapshot':
        broadcast(script.snapshot(market.history[Math.max(0, i - 2)] ?? before), frame);
        return;
      case 'checksum':
        broadcast(script.withWrongChecksum?.(frame) ?? frame);
        return;
      default:
        broadcast(frame);
    }
  };

  const transport: FeedTransport = {
    isRecording: false,
    connect(_, events): Connection {
      const client: Client = { events, isSubscribed: false, isOpen: false };
      clients.add(client);
      clock.schedule(answerMs, () => {
        if (!clients.has(client)) return;
        client.isOpen = true;
        events.opened();
      });
      return {
        send: (text) => {
          clock.schedule(answerMs, () => heard(client, text));
        },
        close: () => end(client, 'closed by us'),
      };
    },
    async get(url) {
      const document = script.document?.(url, now);
      if (document === undefined)
        throw new TransportError(`GET ${url}: status 500`, { status: 500 });
      return document;
    },
  };

  return {
    transport,
    step,
    stop() {
      cancelAlive();
      cancelRepeats();
    },
  };
}

function refusalOf(script: VenueScript, { kind }: VenueFault, sent: string): string | undefined {
  if (kind === 'refused') return script.refused(sent);
  return kind === 'limited' ? script.limited?.(sent) : undefined;
}
