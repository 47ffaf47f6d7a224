import { redact } from './answer.ts';
import type { StreamState } from './bookEvent.ts';
import { type ConnectionDeps, isLastWord, keepConnected, type StreamSocket } from './connection.ts';
import { ApiError } from './errors.ts';
import {
  begin,
  createSubscription,
  join,
  notifyListeners,
  type Place,
  pass,
  type Subscription,
  type SubscriptionEvent,
} from './subscription.ts';

interface FollowerDeps<Name> extends ConnectionDeps {
  readonly key: string | undefined;
  /** Functions that send a request, which the service answers once. */
  readonly requests: Requests<Name>;
  /** Returns the `data` of an error about that name, for programs. */
  readonly dataOf: (name: Name) => unknown;
}

interface Requests<Name> {
  subscribe(name: Name): void;
  unsubscribe(name: Name): void;
}

/** Subscriptions by name with a key on one socket. */
export interface Follower<Name, Event> {
  /**
   * Follows a name and connects when it is the first. The listener's first event is `connected`.
   */
  follow(name: Name, listener: (event: SubscriptionEvent | Event) => void): { close(): void };
  /** Handles the service's confirmation of the last request. */
  subscribed(place: Place): void;
  /** Handles the end of a subscription: for the service's own reason, or on request (null). */
  unsubscribed(name: Name, reason: string | null): void;
  tell(name: Name, sequence: number, event: Event): void;
  /** Ends the connection. No events come afterwards. */
  close(): void;
}

/** Keeps the socket connected from the first followed name on, and handles its errors. */
export function createFollower<Name, Event extends { readonly type: string }>(
  socket: StreamSocket,
  deps: FollowerDeps<Name>,
): Follower<Name, Event> {
  const { onError } = deps;
  const all = new Map<Name, Subscription<Event>>();
  const asking = createAsking(socket, all, deps.requests);
  const connection = createConnection(socket, { ...deps, all, asking });
  let isClosed = false;

  const refuse = createRefuse(all, deps);
  watchErrors(socket, { all, asking, refuse });

  return {
    follow(name, listener) {
      if (isClosed) throw new Error('A closed stream follows nothing; open another.');
      const subscription = all.get(name) ?? createSubscription<Event>();
      all.set(name, subscription);
      connection.start();
      const leave = join(subscription, listener, { isConnected: socket.connected, onError });
      asking.settle();
      return {
        close() {
          if (leave()) asking.settle();
        },
      };
    },
    subscribed(place) {
      const answered = asking.answered();
      const subscription = answered && all.get(answered.name);
      if (subscription) begin(subscription, place, onError);
      asking.settle();
    },
    unsubscribed(name, reason) {
      end(all.get(name));
      if (reason === null) asking.answered();
      else refuse(name, `The service ended the subscription: ${reason}.`);
      asking.settle();
    },
    tell(name, sequence, event) {
      const subscription = all.get(name);
      if (subscription) pass(subscription, sequence, { event, onError });
    },
    close() {
      isClosed = true;
      all.clear();
      // Listeners must not receive the disconnection that this close causes.
      socket.removeAllListeners();
      connection.stop();
    },
  };
}

function createRefuse<Name, Event>(
  all: ReadonlyMap<Name, Subscription<Event>>,
  { key, dataOf, onError }: Pick<FollowerDeps<Name>, 'key' | 'dataOf' | 'onError'>,
) {
  return (name: Name, message: string) => {
    const refused = all.get(name);
    if (!refused || refused.listeners.size === 0) return;
    refused.isRefused = true;
    onError(new ApiError('STREAM_REFUSED', redact(message, key), { data: dataOf(name) }));
  };
}

function watchErrors<Name, Event>(
  socket: StreamSocket,
  follower: {
    readonly all: ReadonlyMap<Name, Subscription<Event>>;
    readonly asking: Asking<Name>;
    refuse(name: Name, message: string): void;
  },
): void {
  const { all, asking, refuse } = follower;
  socket.on('error', ({ message }) => {
    const answered = isLastWord(message) ? undefined : asking.answered();
    if (!answered) return;
    end(all.get(answered.name));
    // A subscription that was to be left and cannot be left is over already.
    if (!answered.isLeaving) refuse(answered.name, message);
    asking.settle();
  });
}

function end(subscription: { isHeld: boolean } | undefined): void {
  if (subscription) subscription.isHeld = false;
}

interface Asking<Name> {
  /** Sends the next request that is needed, unless an answer is awaited. */
  settle(): void;
  /** Handles an answer: returns the request it belongs to, if there is one. */
  answered(): Asked<Name> | undefined;
}

interface Asked<Name> {
  readonly name: Name;
  readonly isLeaving: boolean;
}

/** Sends one request at a time: an error names nothing, so it can only mean that one. */
function createAsking<Name, Event>(
  socket: StreamSocket,
  all: Map<Name, Subscription<Event>>,
  requests: Requests<Name>,
): Asking<Name> {
  let asked: Asked<Name> | undefined;
  return {
    settle() {
      for (const [name, { listeners, isHeld, isRefused }] of all) {
        if (asked) return;
        if (listeners.size === 0 && !isHeld) all.delete(name);
        const isWanted = listeners.size > 0 && !isRefused;
        if (isWanted === isHeld || !socket.connected) continue;
        asked = { name, isLeaving: isHeld };
        if (isHeld) requests.unsubscribe(name);
        else requests.subscribe(name);
      }
    },
    answered() {
      const answered = asked;
      asked = undefined;
      return answered;
    },
  };
}

function createConnection<Name, Event extends { readonly type: string }>(
  socket: StreamSocket,
  deps: ConnectionDeps & {
    readonly all: ReadonlyMap<Name, Subscription<Event>>;
    readonly asking: Asking<Name>;
  },
) {
  const { all, asking, onError } = deps;
  let stop: (() => void) | undefined;
  const tellAll = (state: StreamState) => {
    // Copies, because a listener that joins meanwhile gets the state when it joins.
    const everyone = [...all.values()].map(({ listeners }) => new Set(listeners));
    for (const listeners of everyone) notifyListeners(listeners, { type: 'state', state }, onError);
  };
  const events = {
    up() {
      tellAll('connected');
      asking.settle();
    },
    down() {
      asking.answered();
      for (const subscription of all.values()) end(subscription);
      tellAll('disconnected');
      asking.settle();
    },
  };
  return {
    start() {
      stop ??= keepConnected(socket, deps, events);
    },
    stop: () => stop?.(),
  };
}
