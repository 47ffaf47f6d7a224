import type { Exchange } from '../../exchange/exchange.ts';
import type { Account } from '../../exchange/records.ts';
import type { UserFrameInfo } from '../../faults/frameInfo.ts';
import type { Connect, Line } from '../../ws/sockets.ts';
import { algoOrders } from '../algos/algoOrders.ts';
import { wallet } from '../call.ts';
import { callRefused } from '../errors.ts';
import { type InstType, instTypeOf, instTypeWords } from '../traits.ts';
import { accountOf } from './login.ts';
import { illegal, StreamRefusal } from './refusals.ts';
import { type Channel, type Row, rowsOf, waitingRow } from './rows.ts';
import { idOf, type Sent, sentOver } from './sent.ts';
import { keepAlive, letGo } from './silence.ts';

/** Channels of each address; all of them need a login. */
const channels: Readonly<Record<string, readonly Channel[]>> = {
  '/ws/v5/private': ['orders'],
  '/ws/v5/business': ['orders-algo', 'algo-advance'],
};

const loginFailed = 4001;

interface Subscription {
  readonly channel: Channel;
  readonly instType: InstType | 'ANY';
}

/** One connection. */
interface Peer {
  readonly line: Line;
  readonly connId: string;
  readonly known: readonly Channel[];
  readonly subscriptions: Map<string, Subscription>;
  account: Account | undefined;
}

/** Streams on which accounts get the news of their orders. */
export function createPrivateStreams(exchange: Exchange): Connect {
  const peers = new Set<Peer>();
  let opened = 0;
  const say: Say = (peer, content, about) => {
    const text = typeof content === 'string' ? content : JSON.stringify(content);
    peer.line.send(text, about);
    keepAlive(exchange, peer);
  };
  exchange.onNews((all) => {
    for (const news of all) {
      const { account, market } = news.order;
      const mine = [...peers].filter((peer) => peer.account === account);
      if (mine.length === 0) continue;
      const instType = instTypeOf(market.definition);
      const about = { ordersIn: market.name };
      for (const row of rowsOf(news, exchange.orders(account, wallet))) {
        for (const peer of mine) tell(peer, { row, instType, say, about });
      }
    }
  });
  return ({ path }, line) => {
    const known = channels[path];
    if (!known) return callRefused('-1', `No stream at ${path}`, 404);
    opened += 1;
    const connId = opened.toString(16).padStart(8, '0');
    const peer: Peer = { line, connId, known, subscriptions: new Map(), account: undefined };
    peers.add(peer);
    keepAlive(exchange, peer);
    return {
      message: (text) => answer({ exchange, peers, peer, say }, text),
      closed() {
        peers.delete(peer);
        letGo(exchange, connId);
      },
    };
  };
}

type Say = (peer: Peer, content: object | string, about?: UserFrameInfo) => void;

interface Telling {
  readonly row: Row;
  readonly instType: InstType;
  readonly say: Say;
  readonly about?: UserFrameInfo;
}

function tell(peer: Peer, { row, instType, say, about }: Telling): void {
  for (const subscription of peer.subscriptions.values()) {
    const isMeant = subscription.instType === 'ANY' || subscription.instType === instType;
    if (subscription.channel !== row.channel || !isMeant) continue;
    say(peer, { arg: { ...subscription, uid: uidOf(peer) }, data: [row.content] }, about);
  }
}

function uidOf({ account }: Peer): string {
  return String(account?.number ?? '');
}

interface Asked {
  readonly exchange: Exchange;
  readonly peers: ReadonlySet<Peer>;
  readonly peer: Peer;
  readonly say: Say;
}

function answer(asked: Asked, text: string): void {
  const { peer, say } = asked;
  if (text === 'ping') {
    say(peer, 'pong');
    return;
  }
  const request = sentOver(text);
  const id = idOf(request);
  try {
    carryOut(asked, request, text);
  } catch (error) {
    if (!(error instanceof StreamRefusal)) throw error;
    const { code, message: msg } = error;
    say(peer, { ...id, event: 'error', code, msg, connId: peer.connId });
    if (request.op === 'login') peer.line.close(loginFailed, 'Login failed');
  }
}

function carryOut({ exchange, peers, peer, say }: Asked, request: Sent, text: string): void {
  const { op, args } = request;
  const all = Array.isArray(args) ? (args as readonly Sent[]) : [];
  const [first] = all;
  if (!first) throw illegal(text);
  if (op === 'login') {
    peer.account = accountOf(exchange, first);
    say(peer, { event: 'login', code: '0', msg: '', connId: peer.connId });
    return;
  }
  if (op !== 'subscribe') throw illegal(text);
  const { account } = peer;
  if (!account) throw new StreamRefusal('60011', 'Please log in');
  const id = idOf(request);
  for (const sent of all) {
    const subscription = subscriptionOf(peer, sent);
    peer.subscriptions.set(JSON.stringify(subscription), subscription);
    const { connId } = peer;
    say(peer, { ...id, event: 'subscribe', arg: subscription, connId });
    if (subscription.channel === 'orders') {
      const same = [...peers].filter((each) => each.account === account && hears(each, 'orders'));
      const connCount = String(same.length);
      say(peer, { event: 'channel-conn-count', channel: 'orders', connCount, connId });
    }
    if (subscription.channel === 'algo-advance') showWaiting(exchange, { peer, account, say });
  }
}

function hears({ subscriptions }: Peer, name: Channel): boolean {
  return [...subscriptions.values()].some(({ channel }) => channel === name);
}

function subscriptionOf({ known }: Peer, { channel: name, instType: type }: Sent): Subscription {
  const channel = known.find((each) => each === name);
  const instType = ([...instTypeWords, 'ANY'] as const).find((each) => each === type);
  if (channel && instType) return { channel, instType };
  const what = `channel:${String(name)},instType:${String(type)}`;
  const advice = 'Please use the correct URL, channel and parameters referring to API document.';
  throw new StreamRefusal('60018', `Wrong URL or ${what} doesn't exist. ${advice}`);
}

/** Sends the waiting orders at the start, which only this channel does. */
function showWaiting(
  exchange: Exchange,
  { peer, account, say }: { readonly peer: Peer; readonly account: Account; readonly say: Say },
): void {
  for (const { record, state } of algoOrders({ exchange, account })) {
    if (state !== 'live') continue;
    const row = waitingRow(record);
    if (row.channel !== 'algo-advance') continue;
    tell(peer, { row, instType: instTypeOf(record.market.definition), say });
  }
}
