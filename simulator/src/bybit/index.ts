import type { Exchange } from '../exchange/exchange.ts';
import type { Answer, RawRequest } from '../http/request.ts';
import type { Protocol, RequestHandler } from '../venue.ts';
import type { Routes } from './call.ts';
import { coinRoutes } from './coins.ts';
import { answered, errorAnswer, errorTexts, Refusal } from './errors.ts';
import { instrumentRoutes } from './instruments.ts';
import { keyRoutes } from './keys.ts';
import { markKlineRoutes } from './markKlines.ts';
import { listRoutes } from './orderLists.ts';
import { orderRoutes } from './orders.ts';
import { parametersOf } from './parameters.ts';
import { positionRoutes } from './positions.ts';
import { priceRoutes } from './prices.ts';
import { profitRoutes } from './profits.ts';
import { settingRoutes } from './settings.ts';
import { authenticate } from './signature.ts';
import { createStreams, streamHost } from './streams/streams.ts';
import { bybitTraits } from './traits.ts';
import { transactionRoutes } from './transactions.ts';
import { bybitTroubles } from './troubles.ts';
import { createUpdates } from './updates.ts';
import { createUsage } from './usage.ts';
import { walletRoutes } from './wallets.ts';

const routes: Routes = {
  ...priceRoutes,
  ...markKlineRoutes,
  ...instrumentRoutes,
  ...orderRoutes,
  ...listRoutes,
  ...positionRoutes,
  ...settingRoutes,
  ...profitRoutes,
  ...transactionRoutes,
  ...walletRoutes,
  ...keyRoutes,
  ...coinRoutes,
};

/** One API for unified accounts: spot, linear and inverse contracts. */
export const bybit: Protocol = {
  hosts: ['api.bybit.com', 'api.bytick.com', streamHost],
  secretHeaders: ['x-bapi-api-key', 'x-bapi-sign'],
  traits: bybitTraits,
  troubles: bybitTroubles,
  open: speak,
};

function speak(exchange: Exchange): RequestHandler {
  const usage = createUsage(() => exchange.now());
  const updates = createUpdates(exchange);
  function answer(request: RawRequest): Answer {
    const key = `${request.method} ${request.path}`;
    const route = routes[key];
    if (!route) {
      const unknown = new Refusal(-1, `The simulator does not know ${key}`, { status: 404 });
      return errorAnswer(unknown, exchange.now());
    }
    if (route.security === 'none') {
      return refusable(exchange, () =>
        route.answer({ exchange, updates, parameters: parametersOf(request) }),
      );
    }
    const headers = usage.count(request.headers['x-bapi-api-key'] ?? '', key);
    const said = refusable(exchange, () => {
      const account = authenticate(request, exchange);
      return route.answer({ exchange, updates, account, parameters: parametersOf(request) });
    });
    return { ...said, headers: { ...said.headers, ...headers } };
  }
  return {
    answer,
    connect: createStreams(exchange, updates),
    errorAnswer({ code, message, status }) {
      const text = message ?? errorTexts[code] ?? 'Refused.';
      return errorAnswer(
        new Refusal(Number(code), text, status === undefined ? {} : { status }),
        exchange.now(),
      );
    },
  };
}

/** Runs a handler, and turns a refusal that it throws into an answer. */
function refusable(exchange: Exchange, work: () => object): Answer {
  try {
    return answered(work(), exchange.now());
  } catch (error) {
    if (error instanceof Refusal) return errorAnswer(error, exchange.now());
    throw error;
  }
}
