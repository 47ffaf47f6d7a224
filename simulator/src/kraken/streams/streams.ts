import type { Exchange } from '../../exchange/exchange.ts';
import { objectIn } from '../../ws/objectIn.ts';
import type { Connect, Line } from '../../ws/sockets.ts';
import { errorAnswer } from '../errors.ts';
import { createBookChannel } from './bookChannel.ts';
import type { Channel, ChannelRequest, Client, Params } from './channel.ts';
import { rfcTime } from './executions.ts';
import { createExecutionsChannel } from './executionsChannel.ts';
import type { Tokens } from './tokens.ts';

const publicHost = 'ws.kraken.com';
/** Private streams of version 2 have a host of their own. */
const privateHost = 'ws-auth.kraken.com';
export const streamHosts = [publicHost, privateHost] as const;

/** Milliseconds between the heartbeats that a subscription gets. */
const heartbeatMs = 1_000;
/** Milliseconds without a message after which a connection without a subscription is ended. */
const idleMsMax = 60_000;
const normalEnd = 1000;

interface Connection extends Client {
  readonly channel: Channel;
  readonly close: () => void;
  isClosed: boolean;
  /** Time of the last message in either direction. */
  movedAt: number;
}

/** Streams of version 2: public books at one host, accounts at another. */
export function createStreams(exchange: Exchange, tokens: Tokens): Connect {
  const channels = new Map<string, Channel>([
    [publicHost, createBookChannel(exchange)],
    [privateHost, createExecutionsChannel(exchange, tokens)],
  ]);
  let opened = 0;
  return ({ host, path }, line) => {
    const channel = channels.get(host);
    if (path !== '/v2' || !channel) return errorAnswer(`No stream at ${path}`, 404);
    opened += 1;
    const connection = createConnection(exchange, line, { number: opened, channel });
    // The connection exists only after this function has returned.
    queueMicrotask(() => begin(exchange, connection));
    return {
      message(text) {
        connection.movedAt = exchange.now();
        exchange.passTime();
        answer(exchange, connection, text);
      },
      closed() {
        connection.isClosed = true;
        channel.leave(connection);
      },
    };
  };
}

function createConnection(
  exchange: Exchange,
  line: Line,
  { number, channel }: Pick<Connection, 'number' | 'channel'>,
): Connection {
  const connection: Connection = {
    number,
    channel,
    isClosed: false,
    movedAt: exchange.now(),
    close: () => line.close(normalEnd, 'idle'),
    line: {
      send(text, about) {
        connection.movedAt = exchange.now();
        line.send(text, about);
      },
    },
  };
  return connection;
}

function say({ line }: Client, message: object): void {
  line.send(JSON.stringify(message));
}

function begin(exchange: Exchange, connection: Connection): void {
  const about = { version: '2.0.10', system: 'online', api_version: 'v2' };
  const data = [{ ...about, connection_id: connection.number }];
  say(connection, { channel: 'status', type: 'update', data });
  beat(exchange, connection);
}

function beat(exchange: Exchange, connection: Connection): void {
  if (connection.isClosed) return;
  const quietMs = exchange.now() - connection.movedAt;
  const isHeard = connection.channel.holds(connection);
  if (isHeard && quietMs >= heartbeatMs) say(connection, { channel: 'heartbeat' });
  if (!isHeard && quietMs >= idleMsMax) {
    connection.close();
    return;
  }
  const name = `heartbeat ${connection.number}`;
  const leftMs = quietMs < heartbeatMs ? heartbeatMs - quietMs : heartbeatMs;
  exchange.later(name, leftMs, () => beat(exchange, connection));
}

function answer(exchange: Exchange, connection: Connection, text: string): void {
  const at = rfcTime(exchange.now());
  const times = { time_in: at, time_out: at };
  const asked: Asked | undefined = objectIn(text);
  if (!asked) {
    say(connection, { error: 'Malformed request', method: 'error', success: false, ...times });
    return;
  }
  const { method, params, req_id } = asked;
  const name = req_id !== undefined && { req_id };
  if (method === 'ping') {
    say(connection, { method: 'pong', ...name, ...times });
    return;
  }
  const accept = (result: object) =>
    say(connection, { method, ...name, result, success: true, ...times });
  const refuse: ChannelRequest['refuse'] = (error, named) =>
    say(connection, { error, method, ...name, success: false, ...named, ...times });
  if (method !== 'subscribe' && method !== 'unsubscribe') {
    refuse(`The simulator does not know ${method}`);
    return;
  }
  const named = params ?? {};
  change({ client: connection, method, params: named, accept, refuse }, connection.channel);
}

function change(asking: ChannelRequest, channel: Channel): void {
  const wanted = String(asking.params.channel);
  const { channels, error } = channel.elsewhere;
  if (wanted === channel.name) channel.change(asking);
  else if (channels.includes(wanted)) asking.refuse(error);
  else asking.refuse(`The simulator does not know the channel ${wanted}`);
}

interface Asked {
  readonly method?: unknown;
  readonly params?: Params | null;
  readonly req_id?: unknown;
}
