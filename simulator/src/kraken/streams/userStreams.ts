import type { Exchange } from '../../exchange/exchange.ts';
import { type Account, isOpen } from '../../exchange/records.ts';
import type { Connect, Line } from '../../ws/sockets.ts';
import { wallet } from '../call.ts';
import { errorAnswer } from '../errors.ts';
import { executionReports, openReport, rfcTime } from './executions.ts';
import type { Tokens } from './tokens.ts';

/** Private streams of version 2 have a host of their own. */
export const streamHost = 'ws-auth.kraken.com';

/** A subscription hears at least this, about once a second. */
const heartbeatMs = 1_000;
/** A connection without one is ended when nothing went over it for so long. */
const idleMsMax = 60_000;
const normalEnd = 1000;

interface Hearing {
  readonly line: Line;
  readonly number: number;
  account: Account | undefined;
  sequence: number;
  isClosed: boolean;
  /** When something last went over it, either way. */
  movedAt: number;
}

/** What accounts hear of themselves: the channel `executions`. */
export function createUserStreams(exchange: Exchange, tokens: Tokens): Connect {
  const hearings = new Set<Hearing>();
  const talk = createTalk(exchange, tokens);
  let opened = 0;
  exchange.onNews((all) => {
    for (const news of all) {
      const mine = [...hearings].filter(({ account }) => account === news.order.account);
      if (mine.length === 0) continue;
      const reports = executionReports(news);
      for (const hearing of mine)
        for (const each of reports) talk.report(hearing, 'update', [each]);
    }
  });
  return ({ path }, line) => {
    if (path !== '/v2') return errorAnswer(`No stream at ${path}`, 404);
    opened += 1;
    const fresh = { account: undefined, sequence: 0, isClosed: false, movedAt: exchange.now() };
    const hearing: Hearing = { line, number: opened, ...fresh };
    hearings.add(hearing);
    // The connection is there once this has returned.
    queueMicrotask(() => talk.begin(hearing));
    return {
      message: (text) => talk.answer(hearing, text),
      closed() {
        hearing.isClosed = true;
        hearings.delete(hearing);
      },
    };
  };
}

/** What is said over one connection. */
function createTalk(exchange: Exchange, tokens: Tokens) {
  const say = (hearing: Hearing, message: object): void => {
    hearing.movedAt = exchange.now();
    hearing.line.send(JSON.stringify(message));
  };
  const report = (hearing: Hearing, type: 'snapshot' | 'update', data: readonly object[]): void => {
    hearing.sequence += 1;
    say(hearing, { channel: 'executions', type, data, sequence: hearing.sequence });
  };
  const beat = (hearing: Hearing): void => {
    const quietMs = exchange.now() - hearing.movedAt;
    if (hearing.isClosed) return;
    if (hearing.account && quietMs >= heartbeatMs) say(hearing, { channel: 'heartbeat' });
    if (!hearing.account && quietMs >= idleMsMax) hearing.line.close(normalEnd, 'idle');
    else exchange.later(`heartbeat ${hearing.number}`, heartbeatMs, () => beat(hearing));
  };
  return {
    report,
    begin(hearing: Hearing): void {
      const data = [{ api_version: 'v2', connection_id: hearing.number, system: 'online' }];
      say(hearing, { channel: 'status', type: 'update', data });
      beat(hearing);
    },
    answer(hearing: Hearing, text: string): void {
      const { method, params = {}, req_id } = read(text);
      const at = rfcTime(exchange.now());
      const frame = { ...(req_id !== undefined && { req_id }), time_in: at, time_out: at };
      if (method === 'ping') {
        say(hearing, { method: 'pong', ...frame });
        return;
      }
      const account = tokens.ownerOf(params.token);
      const error = refusalOf({ method, params }, hearing, account);
      if (error !== undefined || !account) {
        say(hearing, { method, success: false, error, ...frame });
        return;
      }
      hearing.account = account;
      const isShown = params.snap_orders !== false;
      const result = { channel: 'executions', maxratecount: 125, snap_trades: false };
      say(hearing, {
        method,
        success: true,
        result: { ...result, snap_orders: isShown },
        ...frame,
      });
      if (!isShown) return;
      const open = exchange.orders(account, wallet).filter(isOpen);
      report(hearing, 'snapshot', open.map(openReport));
    },
  };
}

type Params = Readonly<Record<string, unknown>>;

interface Asked {
  readonly method?: unknown;
  readonly params?: Params;
  readonly req_id?: unknown;
}

function read(text: string): Asked {
  try {
    return Object(JSON.parse(text)) as Asked;
  } catch {
    return {};
  }
}

/** Why a request is refused; undefined where it is a subscription that is taken. */
function refusalOf(
  { method, params = {} }: Asked,
  hearing: Hearing,
  account: Account | undefined,
): string | undefined {
  if (method !== 'subscribe') return `The simulator does not know ${method}`;
  const { channel, snap_trades, order_status, ratecounter, users } = params;
  if (channel !== 'executions') return `The simulator does not know the channel ${channel}`;
  if (!account) return 'ESession:Invalid session';
  if (hearing.account) return 'Already subscribed';
  const isPlain = snap_trades !== true && order_status !== false && ratecounter !== true;
  return isPlain && users === undefined ? undefined : 'The simulator knows no such subscription';
}
