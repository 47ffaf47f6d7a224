import type { Exchange } from '../exchange/exchange.ts';
import { type Answer, jsonAnswer, type RawRequest } from '../http/request.ts';
import type { Protocol, RequestHandler } from '../venue.ts';
import { accountRoutes, requireRight } from './accountRoutes.ts';
import { findRoute, type PublicCall, type Route, type Routes } from './call.ts';
import { commissionRoutes } from './commissions.ts';
import { errorAnswer, errorTexts, Refusal } from './errors.ts';
import { feeRoutes } from './fees.ts';
import { contractRoutes } from './futures/contractRoutes.ts';
import { readBody, readQuery } from './parameters.ts';
import { authenticate } from './signature.ts';
import { spotRoutes } from './spot/spotRoutes.ts';
import { createStreams, streamHost } from './streams/streams.ts';
import { gateioTraits } from './traits.ts';
import { transferRoutes } from './transfers.ts';
import { endOverdue } from './triggers.ts';
import { gateioTroubles } from './troubles.ts';
import { unifiedRoutes } from './unified.ts';
import { createUsage } from './usage.ts';

const root = '/api/v4';

const routes: Routes = {
  ...accountRoutes,
  ...spotRoutes,
  ...contractRoutes('futures'),
  ...contractRoutes('delivery'),
  ...transferRoutes,
  ...feeRoutes,
  ...commissionRoutes,
  ...unifiedRoutes,
};

/**
 * Spot, perpetuals and dated contracts, in folders of one host; contracts have streams on another.
 */
export const gateio: Protocol = {
  hosts: ['api.gateio.ws', streamHost],
  secretHeaders: ['key', 'sign'],
  traits: gateioTraits,
  troubles: gateioTroubles,
  open: speak,
};

function speak(exchange: Exchange): RequestHandler {
  const usage = createUsage(() => exchange.now());
  return {
    answer(request) {
      const { method, path, headers, query } = request;
      const found = findRoute(routes, method, path.replace(root, ''));
      if (!found || !path.startsWith(root)) {
        const text = `The simulator does not know ${method} ${path}`;
        return errorAnswer(new Refusal('NOT_FOUND', text, { status: 404 }));
      }
      const counted = usage.count(found.key, headers.key ?? 'anybody');
      const answered = refusable(() => {
        const wallet = walletOf(path.replace(root, ''));
        const call = { exchange, wallet, path: found.path, query: readQuery(query) };
        return carryOut(found.route, call, request);
      });
      return { ...answered, headers: { ...answered.headers, ...counted } };
    },
    connect: createStreams(exchange),
    errorAnswer({ code, message, status }) {
      const label = String(code);
      const text = message ?? errorTexts[label] ?? 'refused';
      return errorAnswer(new Refusal(label, text, { ...(status !== undefined && { status }) }));
    },
  };
}

function carryOut(route: Route, call: PublicCall, request: RawRequest): Answer {
  if (route.security === 'none') return jsonAnswer(200, route.answer(call));
  const { exchange } = call;
  const account = authenticate(request, exchange);
  requireRight(account, call.wallet, request.method);
  endOverdue(exchange, account, call.wallet);
  const answer = route.answer({ ...call, account, body: () => readBody(request.body) });
  return jsonAnswer(route.status ?? 200, answer);
}

/** Returns the wallet of a path: `/futures/usdt/orders` is about the wallet `futures/usdt`. */
function walletOf(path: string): string {
  const [, folder = '', settle = ''] = path.split('/');
  return folder === 'futures' || folder === 'delivery' ? `${folder}/${settle}` : 'spot';
}

/** Runs a handler, and turns a refusal that it throws into an answer. */
function refusable(work: () => Answer): Answer {
  try {
    return work();
  } catch (error) {
    if (error instanceof Refusal) return errorAnswer(error);
    throw error;
  }
}
