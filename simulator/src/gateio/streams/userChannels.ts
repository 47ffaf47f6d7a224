import type { Exchange } from '../../exchange/exchange.ts';
import type { Account, OrderChange } from '../../exchange/records.ts';
import type { ChannelGroup, Talker } from './channels.ts';
import { contractEvents } from './contractEvents.ts';
import { marketsIn, ownerOf } from './requests.ts';
import { spotEvents } from './spotEvents.ts';

const channels = {
  spot: ['spot.orders', 'spot.orders_v2', 'spot.usertrades', 'spot.priceorders'],
  futures: ['futures.orders', 'futures.usertrades', 'futures.autoorders'],
} as const;

interface Heard {
  readonly account: Account;
  readonly markets: Set<string>;
}

/** Subscriptions of one connection, by channel. */
type Hearing = Map<string, Heard>;

/** Channels on which accounts get the news of their orders and balances. */
export function createUserChannels(exchange: Exchange): ChannelGroup {
  const hearings = new Map<Talker, Hearing>();
  exchange.onNews((all) => {
    for (const news of all) {
      for (const [talker, hearing] of hearings) tell(talker, hearing, news);
    }
  });
  const tell = ({ line, wallet }: Talker, hearing: Hearing, news: OrderChange): void => {
    const { account, market } = news.order;
    if (market.wallet !== wallet) return;
    for (const { channel, result } of wallet === 'spot' ? spotEvents(news) : contractEvents(news)) {
      const own = hearing.get(channel);
      const isHeard = own?.markets.has('!all') || own?.markets.has(market.id);
      if (own?.account !== account || !isHeard) continue;
      const now = exchange.now();
      const times = { time: Math.floor(now / 1_000), time_ms: now };
      const text = JSON.stringify({ ...times, channel, event: 'update', result });
      line.send(text, { ordersIn: market.name });
    }
  };
  return {
    has(channel, wallet) {
      const known: readonly string[] = channels[wallet === 'spot' ? 'spot' : 'futures'];
      return known.includes(channel);
    },
    change(talker, request) {
      const { channel, event, payload } = request;
      const account = ownerOf(request, exchange);
      const names = marketsIn(payload, { exchange, wallet: talker.wallet, account });
      const hearing: Hearing = hearings.get(talker) ?? new Map();
      const own = hearing.get(channel) ?? { account, markets: new Set() };
      for (const name of names) {
        if (event === 'subscribe') own.markets.add(name);
        else own.markets.delete(name);
      }
      hearings.set(talker, hearing.set(channel, own));
      return undefined;
    },
    leave: (talker) => {
      hearings.delete(talker);
    },
  };
}
