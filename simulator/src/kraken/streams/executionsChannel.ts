import type { Exchange } from '../../exchange/exchange.ts';
import { type Account, isOpen } from '../../exchange/records.ts';
import type { UserFrameInfo } from '../../faults/frameInfo.ts';
import { wallet } from '../call.ts';
import type { Channel, ChannelRequest, Client, Params } from './channel.ts';
import { executionReports, openReport } from './executions.ts';
import type { Tokens } from './tokens.ts';

/** A connection's account, and the number of its messages so far. */
interface Hearing {
  readonly account: Account;
  sequence: number;
}

interface Report {
  readonly type: 'snapshot' | 'update';
  readonly data: readonly object[];
  readonly about?: UserFrameInfo;
}

/** Channel on which accounts get the news of their orders. */
export function createExecutionsChannel(exchange: Exchange, tokens: Tokens): Channel {
  const hearings = new Map<Client, Hearing>();
  const report = (client: Client, { about, ...said }: Report): void => {
    const hearing = hearings.get(client);
    if (!hearing) return;
    hearing.sequence += 1;
    const message = { channel: 'executions', ...said, sequence: hearing.sequence };
    client.line.send(JSON.stringify(message), about);
  };
  exchange.onNews((all) => {
    for (const news of all) {
      const mine = [...hearings].filter(([, { account }]) => account === news.order.account);
      if (mine.length === 0) continue;
      const reports = executionReports(news);
      const about = { ordersIn: news.order.market.name };
      for (const [client] of mine) {
        for (const each of reports) report(client, { type: 'update', data: [each], about });
      }
    }
  });
  const subscribe = ({ client, params, accept }: ChannelRequest, account: Account): void => {
    hearings.set(client, { account, sequence: 0 });
    const isShown = params.snap_orders !== false;
    const snaps = { snap_trades: false, snap_orders: isShown };
    accept({ channel: 'executions', maxratecount: 125, ...snaps });
    if (!isShown) return;
    const open = exchange.orders(account, wallet).filter(isOpen);
    report(client, { type: 'snapshot', data: open.map(openReport) });
  };
  return {
    name: 'executions',
    elsewhere: {
      channels: ['book', 'ticker', 'trade', 'ohlc', 'instrument'],
      error: 'Public market data subscriptions are unavailable on this endpoint. Try ws.kraken.com',
    },
    change(asking) {
      const { client, method, params, refuse } = asking;
      if (method !== 'subscribe') return refuse(`The simulator does not know ${method}`);
      const account = tokens.ownerOf(params.token);
      if (!account) return refuse('ESession:Invalid session');
      if (hearings.has(client)) return refuse('Already subscribed');
      if (!isPlain(params)) return refuse('The simulator knows no such subscription');
      subscribe(asking, account);
    },
    holds: (client) => hearings.has(client),
    leave: (client) => {
      hearings.delete(client);
    },
  };
}

function isPlain({ snap_trades, order_status, ratecounter, users }: Params): boolean {
  const isUsual = snap_trades !== true && order_status !== false && ratecounter !== true;
  return isUsual && users === undefined;
}
