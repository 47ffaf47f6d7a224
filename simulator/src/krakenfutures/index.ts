import type { Answer, RawRequest } from '../http/request.ts';
import { jsonAnswer } from '../http/request.ts';
import type { ExchangeError, Protocol, RequestHandler } from '../venue.ts';
import { accountLog } from './accountLog.ts';
import { accounts } from './accounts.ts';
import { type Call, type Route, type Routes, signed } from './call.ts';
import { cancelAll } from './cancelAll.ts';
import { cancelAllAfter } from './cancelAllAfter.ts';
import { chartedIn, chartRoute, chartRoutes } from './charts.ts';
import { Refusal, refusalAnswer, sendStatuses } from './errors.ts';
import { orderHistory, triggerHistory } from './history.ts';
import { checkKey, keyCheck, keyRefusal } from './keys.ts';
import { preferences, setPreference } from './leverage.ts';
import { fills, openOrders, ordersStatus } from './lists.ts';
import { isoTime } from './numbers.ts';
import { readParameters } from './parameters.ts';
import { openPositions } from './positions.ts';
import { publicRoutes } from './publicRoutes.ts';
import { cancelOrder, sendOrder } from './sending.ts';
import { type Authenticate, createAuthenticate } from './signature.ts';
import { createFeeds } from './streams/feeds.ts';
import { krakenfuturesTraits } from './traits.ts';
import { transfer, withdraw } from './transfers.ts';
import { krakenfuturesTroubles } from './troubles.ts';
import { createUnplaced } from './unplaced.ts';

const root = '/derivatives/api/v3';
const sending = `POST ${root}/sendorder`;

const routes: Routes = {
  ...publicRoutes,
  ...chartRoutes,
  [sending]: signed(sendOrder),
  [`POST ${root}/cancelorder`]: signed(cancelOrder),
  [`POST ${root}/cancelallorders`]: signed(cancelAll),
  [`POST ${root}/cancelallordersafter`]: signed(cancelAllAfter),
  [`GET ${root}/openorders`]: signed(openOrders),
  // POST is documented; clients that use GET are answered as well.
  [`POST ${root}/orders/status`]: signed(ordersStatus),
  [`GET ${root}/orders/status`]: signed(ordersStatus),
  [`GET ${root}/fills`]: signed(fills),
  [`GET ${root}/accounts`]: signed(accounts),
  [`GET ${root}/openpositions`]: signed(openPositions),
  [`GET ${root}/leveragepreferences`]: signed(preferences),
  [`PUT ${root}/leveragepreferences`]: signed(setPreference),
  [`POST ${root}/transfer`]: signed(transfer),
  [`POST ${root}/withdrawal`]: signed(withdraw),
  'GET /api/history/v3/account-log': { isSigned: true, isBare: true, answer: accountLog },
  'GET /api/history/v2/orders': { isSigned: true, isBare: true, answer: orderHistory },
  'GET /api/history/v2/triggers': { isSigned: true, isBare: true, answer: triggerHistory },
  [`GET ${keyCheck}`]: { isSigned: true, isBare: true, answer: checkKey },
};

/** Perpetuals and dated futures, in dollars or in coins. */
export const krakenfutures: Protocol = {
  hosts: ['futures.kraken.com'],
  secretHeaders: ['apikey', 'authent'],
  traits: krakenfuturesTraits,
  troubles: krakenfuturesTroubles,
  open(exchange, others) {
    const authenticate = createAuthenticate(exchange.accounts);
    let number = 0;
    const nextNumber = () => {
      number += 1;
      return number;
    };
    const spot = () => others('kraken');
    return speak({ exchange, authenticate, unplaced: createUnplaced(), spot, nextNumber });
  },
};

interface Parts extends Pick<Call, 'exchange' | 'unplaced' | 'spot' | 'nextNumber'> {
  readonly authenticate: Authenticate;
}

/** Part of a path with the name of a product; charts have one as well. */
const tickerPath = /(?<=\/tickers\/)[^/]+$/;

function keyOf({ method, path }: RawRequest): string {
  if (method === 'GET' && chartedIn(path) !== undefined) return chartRoute;
  return `${method} ${path.replace(tickerPath, '{symbol}')}`;
}

/** Returns the parameters of the query and of the path. */
function queryOf({ path, query }: RawRequest): string {
  const symbol = chartedIn(path) ?? tickerPath.exec(path)?.[0];
  return symbol === undefined ? query : `symbol=${symbol}&${query}`;
}

function speak({ authenticate, ...parts }: Parts): RequestHandler {
  const { exchange } = parts;
  const serverTime = () => isoTime(exchange.now());
  const contentOf = (route: Route, request: RawRequest): object => {
    const account = route.isSigned ? authenticate(request) : undefined;
    const parameters = readParameters(queryOf(request), formOf(request));
    if (!route.isSigned) return route.answer({ exchange, parameters });
    if (!account) throw new Error('Must hold: who signed is known');
    return route.answer({ ...parts, parameters, account });
  };
  return {
    answer(request) {
      const route = routes[keyOf(request)];
      if (!route) {
        const message = `The simulator does not know ${keyOf(request)}`;
        return refusalAnswer(new Refusal(message, { status: 404 }), serverTime());
      }
      try {
        const content = contentOf(route, request);
        const isBare = route.isBare === true;
        const envelope = isBare ? {} : { result: 'success', serverTime: serverTime() };
        return jsonAnswer(200, { ...envelope, ...content });
      } catch (error) {
        if (!(error instanceof Refusal)) throw error;
        return keyRefusal(request, error) ?? refusalAnswer(error, serverTime());
      }
    },
    connect: createFeeds(exchange),
    errorAnswer: (error, request) => plannedAnswer(error, request, serverTime()),
  };
}

/** Returns the body's parameters, which count only when a form was sent. */
function formOf({ headers, body }: RawRequest): string {
  return (headers['content-type'] ?? '').startsWith('application/x-www-form-urlencoded')
    ? body
    : '';
}

function plannedAnswer(
  { code, message, status }: ExchangeError,
  request: RawRequest,
  serverTime: string,
): Answer {
  if (typeof code === 'number') {
    return refusalAnswer(
      new Refusal(message ?? 'error', { status: status ?? 500, code }),
      serverTime,
    );
  }
  if (keyOf(request) === sending && sendStatuses.includes(code)) {
    const sendStatus = { status: code, receivedTime: serverTime, orderEvents: [] };
    return jsonAnswer(status ?? 200, { result: 'success', serverTime, sendStatus });
  }
  return refusalAnswer(new Refusal(code, { status: status ?? 200 }), serverTime);
}
