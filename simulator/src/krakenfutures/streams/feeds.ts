import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import type { Exchange } from '../../exchange/exchange.ts';
import type { Account, OrderChange } from '../../exchange/records.ts';
import type { UserFrameInfo } from '../../faults/frameInfo.ts';
import type { Answer } from '../../http/request.ts';
import { objectIn } from '../../ws/objectIn.ts';
import type { Connect, Line, Listener } from '../../ws/sockets.ts';
import { recordsOf } from '../call.ts';
import { Refusal, refusalAnswer } from '../errors.ts';
import { uuidOf } from '../ids.ts';
import { isoTime } from '../numbers.ts';
import { isOpenView, viewsOf } from '../views.ts';
import { type BookFeed, createBookFeed } from './bookFeed.ts';
import { fillRow, openOrder, orderMessages } from './messages.ts';

const path = '/ws/v1';
/** Milliseconds without a message before a client is cut: "ping at least every 60 seconds". */
const quietMsMax = 60_000;
/** As many as a page of the list has. */
const snapshotFills = 100;
const privateFeeds = ['open_orders', 'fills'] as const;

type PrivateFeed = (typeof privateFeeds)[number];

/** One connection. Its account is known once a challenge was signed. */
interface Session {
  readonly number: number;
  readonly line: Line;
  readonly feeds: Map<string, Account | undefined>;
  challenge: string | undefined;
}

/** Feeds of books and of accounts, all at one address. */
export function createFeeds(exchange: Exchange): Connect {
  const sessions = new Set<Session>();
  const books = createBookFeed(exchange);
  let count = 0;
  exchange.onNews((all) => {
    for (const news of all) tell(sessions, news);
  });
  return (request, line): Listener | Answer => {
    if (request.path !== path) {
      const refusal = new Refusal(`No stream at ${request.path}`, { status: 404 });
      return refusalAnswer(refusal, isoTime(exchange.now()));
    }
    count += 1;
    const session: Session = { number: count, line, feeds: new Map(), challenge: undefined };
    sessions.add(session);
    const stay = () => {
      const leave = () => sessions.has(session) && line.close(1000, '');
      exchange.later(`feeds ${session.number}`, quietMsMax, leave);
    };
    // The connection exists only after this function has returned.
    queueMicrotask(() => say(session, { event: 'info', version: 1 }));
    stay();
    return {
      message(text) {
        stay();
        exchange.passTime();
        for (const answer of answersTo({ exchange, books }, session, text)) say(session, answer);
      },
      // The documentation asks for a ping without saying which; socket pings alone are enough here.
      pinged: stay,
      closed() {
        sessions.delete(session);
        books.leave(line);
      },
    };
  };
}

function say({ line }: Session, content: object, about?: UserFrameInfo): void {
  line.send(JSON.stringify(content), about);
}

function tell(sessions: ReadonlySet<Session>, news: OrderChange): void {
  const { order, trade } = news;
  const about = { ordersIn: order.market.name };
  for (const session of sessions) {
    if (session.feeds.get('open_orders') === order.account) {
      for (const message of orderMessages(news)) say(session, message, about);
    }
    if (trade && session.feeds.get('fills') === order.account) {
      const fills = [fillRow(trade, trade.tradeId)];
      say(session, { feed: 'fills', account: accountName(order.account), fills }, about);
    }
  }
}

interface Told {
  readonly exchange: Exchange;
  readonly books: BookFeed;
}

/** Returns the answers to a message; the feed of books sends its answers itself. */
function answersTo(told: Told, session: Session, text: string): readonly object[] {
  const { exchange, books } = told;
  const message: Message | undefined = objectIn(text);
  if (!message) return [{ event: 'error', message: 'Json Error' }];
  const { event, feed, product_ids } = message;
  if (event === 'challenge') {
    // Any key gets a challenge; an unknown one is refused at the subscription.
    session.challenge = uuidOf('challenge', session.number);
    return [{ event, message: session.challenge }];
  }
  if (event !== 'subscribe' && event !== 'unsubscribe') {
    return [{ event: 'alert', message: 'Bad websocket message' }];
  }
  if (feed === 'book') {
    books[event](session.line, product_ids);
    return [];
  }
  if (event === 'unsubscribe') {
    session.feeds.delete(String(feed));
    return [{ event: 'unsubscribed', feed }];
  }
  if (session.feeds.has(String(feed))) {
    return [{ event: 'alert', message: 'Already subscribed to feed, re-requesting' }];
  }
  if (feed === 'heartbeat') {
    session.feeds.set(feed, undefined);
    return [
      { event: 'subscribed', feed },
      { feed, time: exchange.now() },
    ];
  }
  const own = privateFeeds.find((each) => each === feed);
  if (own) return subscribe(exchange, session, { ...message, feed: own });
  return [{ event: 'error', message: `The simulator does not know the feed ${feed}` }];
}

interface Message {
  readonly event?: unknown;
  readonly feed?: unknown;
  readonly product_ids?: unknown;
  readonly api_key?: unknown;
  readonly original_challenge?: unknown;
  readonly signed_challenge?: unknown;
}

function subscribe(
  exchange: Exchange,
  session: Session,
  message: Message & { readonly feed: PrivateFeed },
): readonly object[] {
  const { feed, api_key, original_challenge, signed_challenge } = message;
  const account = exchange.accounts.find(String(api_key));
  const { challenge } = session;
  const isOwn = challenge !== undefined && original_challenge === challenge;
  if (!account || !isOwn || !isSignedBy(account, challenge, signed_challenge)) {
    return [{ event: 'alert', message: 'Failed to subscribe to authenticated feed' }];
  }
  session.feeds.set(feed, account);
  const proof = { api_key, original_challenge, signed_challenge };
  return [{ event: 'subscribed', feed, ...proof }, snapshot(exchange, account, feed)];
}

/** Checks a challenge, hashed with SHA-256 and signed by HMAC-SHA-512 with the Base64 secret. */
function isSignedBy({ secret }: Account, challenge: string, signed: unknown): boolean {
  const digest = createHash('sha256').update(challenge).digest();
  const expected = createHmac('sha512', Buffer.from(secret, 'base64')).update(digest).digest();
  const given = Buffer.from(String(signed), 'base64');
  return given.length === expected.length && timingSafeEqual(given, expected);
}

function snapshot(exchange: Exchange, account: Account, feed: PrivateFeed): object {
  const shared = { feed: `${feed}_snapshot`, account: accountName(account) };
  const owner = { exchange, account };
  if (feed === 'open_orders') {
    return { ...shared, orders: viewsOf(owner).filter(isOpenView).map(openOrder) };
  }
  const trades = recordsOf(owner).flatMap((record) => record.trades);
  const newest = trades.sort((a, b) => a.tradeId - b.tradeId).slice(-snapshotFills);
  return { ...shared, fills: newest.map((trade) => fillRow(trade, trade.tradeId)) };
}

function accountName({ number }: Account): string {
  return uuidOf('account', number);
}
