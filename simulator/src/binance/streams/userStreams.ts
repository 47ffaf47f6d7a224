import type { Exchange } from '../../exchange/exchange.ts';
import type { Account } from '../../exchange/records.ts';
import type { RawRequest } from '../../http/request.ts';
import type { Connect, Line } from '../../ws/sockets.ts';
import { errorAnswer } from '../errors.ts';
import { futuresEvents } from './futuresEvents.ts';
import type { ListenKeys } from './listenKeys.ts';
import { spotEvents } from './spotEvents.ts';
import { answerSocket } from './webSocketApi.ts';

/** Clients subscribe to spot over its request socket, to futures by a listen key in the address. */
export const streamHosts = { spot: 'ws-api.binance.com', usdm: 'fstream.binance.com' } as const;

/** True for streams of accounts. */
export function isOfAccounts({ host, path }: Pick<RawRequest, 'host' | 'path'>): boolean {
  return host === streamHosts.spot || path.startsWith('/private/') || path.startsWith('/pm/');
}

interface Hearing {
  readonly account: Account;
  readonly line: Line;
  /** Undefined on spot. */
  readonly key: string | undefined;
}

/** Streams on which accounts get the news of their orders and balances. */
export function createUserStreams(exchange: Exchange, listenKeys: ListenKeys): Connect {
  const hearings = new Set<Hearing>();
  exchange.onNews((all) => {
    for (const news of all) {
      const { account, market } = news.order;
      const isSpot = market.wallet === 'spot';
      const mine = [...hearings].filter(
        (each) => each.account === account && (each.key === undefined) === isSpot,
      );
      // Events of coin-margined contracts go only to the stream of portfolio margin accounts.
      if (mine.length === 0 || (market.wallet === 'coinm' && !account.isPortfolioMargin)) continue;
      const events = isSpot ? spotEvents(exchange, news) : futuresEvents(exchange, news);
      const texts = events.map((event) =>
        JSON.stringify(isSpot ? { subscriptionId: 0, event } : event),
      );
      const about = { ordersIn: market.name };
      for (const { line } of mine) for (const text of texts) line.send(text, about);
    }
  });
  listenKeys.onEnd((listenKey) => {
    // The connection stays open; nothing more comes over it.
    for (const hearing of hearings) {
      if (hearing.key !== listenKey) continue;
      hearings.delete(hearing);
      hearing.line.send(JSON.stringify({ e: 'listenKeyExpired', E: exchange.now(), listenKey }));
    }
  });
  const hear = (hearing: Hearing) => {
    hearings.add(hearing);
    return { message: () => undefined, closed: () => hearings.delete(hearing) };
  };
  return ({ host, path, query }, line) => {
    if (host === streamHosts.usdm) {
      const [, root, named] = /^\/(private|pm)\/ws(?:\/(.*))?$/.exec(path) ?? [];
      if (root === undefined) return errorAnswer(-1, `No stream at ${path}`, 404);
      const key = named ?? new URLSearchParams(query).get('listenKey');
      const account = key === null ? undefined : listenKeys.ownerOf(key);
      // An unknown key gets no events and no error.
      if (!account || key === null || account.isPortfolioMargin !== (root === 'pm')) {
        return { message: () => undefined, closed: () => undefined };
      }
      return hear({ account, line, key });
    }
    if (path !== '/ws-api/v3') return errorAnswer(-1, `No stream at ${path}`, 404);
    let closed = () => undefined as unknown;
    return {
      message(message) {
        const { text, subscribed } = answerSocket(exchange, message);
        line.send(text);
        if (subscribed) ({ closed } = hear({ account: subscribed, line, key: undefined }));
      },
      closed: () => closed(),
    };
  };
}
