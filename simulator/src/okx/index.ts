import type { Exchange } from '../exchange/exchange.ts';
import { type Answer, jsonAnswer, type RawRequest } from '../http/request.ts';
import type { Place } from '../places.ts';
import type { Protocol, RequestHandler } from '../venue.ts';
import { accountRoutes } from './account.ts';
import { algoRoutes } from './algos/routes.ts';
import { billRoutes } from './bills.ts';
import { callOn, type PublicCall, type Route, type Routes, routeKey } from './call.ts';
import { currencyRoutes } from './currencies.ts';
import { callRefused, concernsOrder, errorTexts, Refusal } from './errors.ts';
import { feeRoutes } from './fees.ts';
import { fieldsOf, sentIn } from './fields.ts';
import { fundingRoutes } from './fundingRates.ts';
import { leverageRoutes } from './leverage.ts';
import { createMargins, type Margins } from './margins.ts';
import { markCandleRoutes } from './markCandles.ts';
import { orderRoutes } from './orders/routes.ts';
import { positionRoutes } from './positions.ts';
import { publicRoutes } from './publicRoutes.ts';
import { accessHeaders, authenticate, checkDeadline } from './signature.ts';
import { createStreams, streamHost } from './streams/streams.ts';
import { okxTraits } from './traits.ts';
import { transferRoutes } from './transfers.ts';
import { okxTroubles } from './troubles.ts';

const routes: Routes = {
  ...markCandleRoutes,
  ...publicRoutes,
  ...fundingRoutes,
  ...accountRoutes,
  ...positionRoutes,
  ...feeRoutes,
  ...leverageRoutes,
  ...billRoutes,
  ...transferRoutes,
  ...currencyRoutes,
  ...orderRoutes,
  ...algoRoutes,
};

/** One API for spot and contracts: an account has one wallet for both. */
export const okx: Protocol = {
  hosts: ['www.okx.com', 'aws.okx.com', streamHost],
  secretHeaders: [accessHeaders.key, accessHeaders.passphrase, accessHeaders.sign],
  traits: okxTraits,
  troubles: okxTroubles,
  open: speak,
  keyOf: ({ headers }) => headers[accessHeaders.key],
  refuseStranger,
};

/**
 * Refuses a key of another place. A key of the other environment gets another code than one of
 * another region.
 */
function refuseStranger(here: Place | undefined, home: Place | undefined): Answer {
  const isOtherEnvironment = (here?.header === undefined) !== (home?.header === undefined);
  return isOtherEnvironment
    ? callRefused('50101', 'APIKey does not match current environment.')
    : callRefused('50119', "API key doesn't exist");
}

function speak(exchange: Exchange): RequestHandler {
  const margins = createMargins(exchange);
  return {
    connect: createStreams(exchange),
    answer(request) {
      const route = routes[routeKey(request)];
      if (!route) {
        const text = `The simulator does not know ${routeKey(request)}`;
        return callRefused('-1', text, 404);
      }
      return refusable(exchange, { route, request, margins });
    },
    errorAnswer({ code, message, status }, request) {
      const route = routes[routeKey(request)];
      const text = message ?? errorTexts[code] ?? 'Refused.';
      const refusal = new Refusal(String(code), text, status);
      return route
        ? refused(exchange, { route, request, margins }, refusal)
        : callRefused(String(code), text);
    },
  };
}

interface Asked {
  readonly route: Route;
  readonly request: RawRequest;
  readonly margins: Margins;
}

/** Runs a handler, and turns a refusal that it throws into an answer. */
function refusable(exchange: Exchange, asked: Asked): Answer {
  const { route, request, margins } = asked;
  try {
    if (route.security === 'none') {
      return succeeded(exchange, route, route.answer(callOf(exchange, request)));
    }
    const account = authenticate(request, exchange);
    if (route.hasDeadline === true) checkDeadline(request, exchange.now());
    const call = { ...callOf(exchange, request), account, margins };
    return succeeded(exchange, route, route.answer(call));
  } catch (error) {
    if (error instanceof Refusal) return refused(exchange, asked, error);
    throw error;
  }
}

function succeeded(exchange: Exchange, route: Route, data: readonly unknown[]): Answer {
  return jsonAnswer(200, { ...outcomeOf(data), data, ...timesOf(exchange, route) });
}

/** Returns the code of a request with several orders, of which all, some or none were refused. */
function outcomeOf(data: readonly unknown[]): object {
  const refusedOnes = data.filter(wasRefused).length;
  if (refusedOnes === 0) return { code: '0', msg: '' };
  if (refusedOnes === data.length) return { code: '1', msg: 'All operations failed' };
  return { code: '2', msg: 'Bulk operation partially succeeded.' };
}

function wasRefused(row: unknown): boolean {
  return typeof row === 'object' && row !== null && 'sCode' in row && row.sCode !== '0';
}

/** Returns the times of an order request and its answer, in microseconds. */
function timesOf(exchange: Exchange, route: Route): object {
  if (route.security === 'none' || route.shape === undefined) return {};
  const at = `${exchange.now()}000`;
  return { inTime: at, outTime: at };
}

/** Returns a refusal; that of an order takes the order's place, beside the client's id of it. */
function refused(exchange: Exchange, { route, request }: Asked, refusal: Refusal): Answer {
  const { code, message, status } = refusal;
  const shape = route.security === 'signed' ? route.shape : undefined;
  if (shape === undefined || !concernsOrder(code)) return callRefused(code, message, status);
  const [sent = {}] = sentIn(request);
  const said = (name: string) => (typeof sent[name] === 'string' ? sent[name] : '');
  const ids =
    shape === 'order'
      ? { clOrdId: said('clOrdId'), ordId: said('ordId'), ts: String(exchange.now()) }
      : { algoId: said('algoId'), algoClOrdId: said('algoClOrdId'), clOrdId: said('clOrdId') };
  const data = [{ ...ids, sCode: code, sMsg: message, tag: said('tag') }];
  const times = timesOf(exchange, route);
  return jsonAnswer(status, { code: '1', data, msg: 'All operations failed', ...times });
}

function callOf(exchange: Exchange, request: RawRequest): PublicCall {
  const list = sentIn(request).map(fieldsOf);
  return callOn({ exchange, list, fields: list[0] ?? fieldsOf({}) });
}
