import type { Exchange } from '../exchange/exchange.ts';
import { type Answer, jsonAnswer, type RawRequest } from '../http/request.ts';
import type { Others, Protocol, RequestHandler } from '../venue.ts';
import { accountRoutes } from './account.ts';
import { balanceRoutes } from './balances.ts';
import type { Call, Routes } from './call.ts';
import { errorAnswer, Refusal } from './errors.ts';
import { createFeeRoutes } from './fees.ts';
import { orderRoutes } from './orders.ts';
import { parametersOf } from './parameters.ts';
import { publicRoutes } from './publicRoutes.ts';
import { createAuthenticate } from './signature.ts';
import { createStreams, streamHosts } from './streams/streams.ts';
import { createTokens } from './streams/tokens.ts';
import { tradeRoutes } from './trades.ts';
import { krakenTraits } from './traits.ts';
import { createTransferRoutes } from './transfers.ts';
import { krakenTroubles } from './troubles.ts';

const plainRoutes: Routes<Call> = {
  ...orderRoutes,
  ...tradeRoutes,
  ...balanceRoutes,
  ...accountRoutes,
};

const changing = ['AddOrder', 'CancelOrder', 'CancelAll', 'CancelAllOrdersAfter', 'WalletTransfer'];

/** The spot exchange. Futures are another exchange, with hosts, keys and words of their own. */
export const kraken: Protocol = {
  hosts: ['api.kraken.com', ...streamHosts],
  secretHeaders: ['api-key', 'api-sign'],
  traits: krakenTraits,
  troubles: krakenTroubles,
  // Its private queries are posted as well.
  changes: ({ path }) => changing.some((name) => path === `/0/private/${name}`),
  open: speak,
};

function speak(exchange: Exchange, others: Others): RequestHandler {
  const authenticate = createAuthenticate(exchange);
  const tokens = createTokens(exchange);
  const privateRoutes: Routes<Call> = {
    ...plainRoutes,
    ...createTransferRoutes(() => others('krakenfutures')),
    ...createFeeRoutes(() => others('krakenfutures')),
    GetWebSocketsToken: ({ account }) => tokens.issue(account),
  };
  const routed = (request: RawRequest): (() => unknown) | undefined => {
    const [, access, name = ''] = /^\/0\/(public|private)\/(\w+)$/.exec(request.path) ?? [];
    const open = access === 'public' ? publicRoutes[name] : undefined;
    if (open) return () => open({ exchange, parameters: parametersOf(request) });
    const signed = access === 'private' ? privateRoutes[name] : undefined;
    if (!signed || request.method !== 'POST') return undefined;
    return () => {
      const parameters = parametersOf(request);
      const account = authenticate(request, parameters);
      return signed({ exchange, parameters, account });
    };
  };
  return {
    answer(request) {
      const work = routed(request);
      if (work) return refusable(work);
      return errorAnswer(`The simulator does not know ${request.method} ${request.path}`, 404);
    },
    connect: createStreams(exchange, tokens),
    errorAnswer: ({ code, message, status }) =>
      errorAnswer(message === undefined ? String(code) : `${code}:${message}`, status),
  };
}

/** Runs a handler, and turns a refusal that it throws into an answer. */
function refusable(work: () => unknown): Answer {
  try {
    return jsonAnswer(200, { error: [], result: work() });
  } catch (error) {
    if (error instanceof Refusal) return errorAnswer(error.message, error.status);
    throw error;
  }
}
