import type { BookChange } from '../../exchange/bookNews.ts';
import type { Exchange } from '../../exchange/exchange.ts';
import type { Connect, Line, Listener } from '../../ws/sockets.ts';
import type { Wallet } from '../call.ts';
import { errorAnswer } from '../errors.ts';
import { bookEvent, partialBook } from './bookEvents.ts';
import { answerAsked, type Subscriptions } from './streamRequests.ts';

interface BookHost {
  readonly wallet: Wallet;
  /** Start of its paths, by which public streams differ from those of accounts. */
  readonly root: string;
}

/** Hosts of public streams, without the ports at which they also listen. */
const hostsOfBooks: Readonly<Record<string, BookHost>> = {
  'stream.binance.com': { wallet: 'spot', root: '' },
  'data-stream.binance.vision': { wallet: 'spot', root: '' },
  'fstream.binance.com': { wallet: 'usdm', root: '/public' },
  'dstream.binance.com': { wallet: 'coinm', root: '' },
};

export const bookHosts: readonly string[] = Object.keys(hostsOfBooks);

/** A connection with its subscriptions. */
interface Hearing {
  readonly line: Line;
  readonly wallet: Wallet;
  /** True when each event comes in an envelope with the name of its stream. */
  readonly isWrapped: boolean;
  readonly names: Subscriptions;
}

/** Streams of the books of a wallet's markets, under names such as `btcusdt@depth@100ms`. */
export function createBookStreams(exchange: Exchange): Connect {
  const hearings = new Set<Hearing>();
  exchange.onBook((change) => {
    const { market } = change;
    const whole = whoHear(hearings, market.wallet, diffNames(market.id));
    if (whole.length > 0) tellChange(whole, change, exchange.now());
    for (const levels of partialLevels) {
      const some = whoHear(hearings, market.wallet, partialNames(market.id, levels));
      if (some.length === 0) continue;
      const book = partialBook(market, exchange.prices.depth(market, levels), exchange.now());
      tell(some, { book: market.name, isSnapshot: true }, book);
    }
  });
  return ({ host, path, query }, line) => {
    const bookHost = hostsOfBooks[host];
    const place = bookHost && placeOf(path.slice(bookHost.root.length), query);
    if (!bookHost || !path.startsWith(bookHost.root) || !place) {
      return errorAnswer(-1, `No stream at ${path}`, 404);
    }
    const { wallet } = bookHost;
    const hearing = { line, wallet, isWrapped: place.isWrapped, names: new Set(place.names) };
    hearings.add(hearing);
    return listener(hearing, () => hearings.delete(hearing));
  };
}

function listener({ line, names, wallet }: Hearing, gone: () => void): Listener {
  return {
    message: (text) => line.send(answerAsked(text, names, wallet)),
    closed: gone,
  };
}

/** Understands `/ws`, `/ws/<name>/<name>`, `/stream` and `/stream?streams=<name>/<name>`. */
function placeOf(path: string, query: string) {
  const [, first, ...rest] = path.split('/');
  if (first === 'ws') return { isWrapped: false, names: namesOf(rest) };
  if (first !== 'stream') return undefined;
  const asked = new URLSearchParams(query).get('streams') ?? '';
  return { isWrapped: true, names: namesOf(asked.split('/')) };
}

const namesOf = (parts: readonly string[]) => parts.filter((part) => part !== '');

const speeds: readonly string[] = ['', '@100ms', '@250ms', '@500ms', '@1000ms'];
const partialLevels: readonly number[] = [5, 10, 20];

const diffNames = (id: string) => speeds.map((speed) => `${id.toLowerCase()}@depth${speed}`);
const partialNames = (id: string, levels: number) =>
  speeds.map((speed) => `${id.toLowerCase()}@depth${levels}${speed}`);

interface Heard extends Hearing {
  /** Name of the subscription. */
  readonly name: string;
}

function whoHear(
  hearings: ReadonlySet<Hearing>,
  wallet: string,
  names: readonly string[],
): readonly Heard[] {
  const heard: Heard[] = [];
  for (const hearing of hearings) {
    if (hearing.wallet !== wallet) continue;
    for (const name of names) if (hearing.names.has(name)) heard.push({ ...hearing, name });
  }
  return heard;
}

function tellChange(heard: readonly Heard[], change: BookChange, now: number): void {
  const note = { book: change.market.name, isSnapshot: false };
  tell(heard, note, bookEvent(change, now));
}

/** Sends an event, which is serialised once for all listeners. */
function tell(
  heard: readonly Heard[],
  note: { readonly book: string; readonly isSnapshot: boolean },
  event: object,
): void {
  const text = JSON.stringify(event);
  for (const { line, isWrapped, name } of heard) {
    line.send(isWrapped ? `{"stream":${JSON.stringify(name)},"data":${text}}` : text, note);
  }
}
