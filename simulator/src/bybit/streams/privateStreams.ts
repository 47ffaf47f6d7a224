import type { Exchange } from '../../exchange/exchange.ts';
import type { Account } from '../../exchange/records.ts';
import type { UserFrameInfo } from '../../faults/frameInfo.ts';
import type { Connect, Line } from '../../ws/sockets.ts';
import { eventsOf, type Topic } from './events.ts';
import { answerRequest, readRequest, type StreamRequest } from './streamRequest.ts';

/** Milliseconds without a message from either side after which a connection is closed. */
const quietMsMax = 600_000;

/** A connection, with its account after the login. */
interface Hearing {
  readonly line: Line;
  readonly connId: string;
  readonly topics: Set<Topic>;
  account: Account | undefined;
}

/** One connection carries an account's events of all categories. */
export function createPrivateStreams(exchange: Exchange): Connect {
  const hearings = new Set<Hearing>();
  let made = 0;
  const say = (hearing: Hearing, content: object, about?: UserFrameInfo): void => {
    hearing.line.send(JSON.stringify(content), about);
    stayAwake(hearing);
  };
  const stayAwake = (hearing: Hearing): void => {
    exchange.later(`stream ${hearing.connId}`, quietMsMax, () => {
      if (hearings.has(hearing)) hearing.line.close(1000, 'no ping');
    });
  };
  exchange.onNews((all) => {
    for (const news of all) {
      const { account, market } = news.order;
      const mine = [...hearings].filter((each) => each.account === account);
      if (mine.length === 0) continue;
      for (const [topic, record] of eventsOf(news)) {
        made += 1;
        const told = { id: `${account.number}-${made}`, topic, creationTime: exchange.now() };
        const hearers = mine.filter(({ topics }) => topics.has(topic));
        const about = { ordersIn: market.name };
        for (const hearing of hearers) say(hearing, { ...told, data: [record] }, about);
      }
    }
  });
  return (_, line) => {
    made += 1;
    const hearing: Hearing = { line, connId: `c${made}`, topics: new Set(), account: undefined };
    hearings.add(hearing);
    stayAwake(hearing);
    return {
      message: (text) => say(hearing, converse(exchange, hearing, readRequest(text))),
      closed: () => hearings.delete(hearing),
    };
  };
}

function converse(exchange: Exchange, hearing: Hearing, asked: StreamRequest): object {
  const { account, connId } = hearing;
  const { loggedIn, subscribed, ...answer } = answerRequest(exchange, asked, account !== undefined);
  if (loggedIn) hearing.account = loggedIn;
  for (const topic of subscribed ?? []) hearing.topics.add(topic);
  return { ...answer.said, conn_id: connId };
}
