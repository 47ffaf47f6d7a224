import type { Exchange } from '../exchange/exchange.ts';
import type { Account } from '../exchange/records.ts';
import type { Answer, RawRequest } from '../http/request.ts';
import { jsonAnswer } from '../http/request.ts';
import type { Protocol, RequestHandler } from '../venue.ts';
import type { Connect } from '../ws/sockets.ts';
import { type PublicCall, type Route, type Routes, routeKey, type Wallet } from './call.ts';
import { errorAnswer, errorTexts, Refusal, refusals } from './errors.ts';
import { coinmRoutes } from './futures/coinmRoutes.ts';
import { usdmRoutes } from './futures/usdmRoutes.ts';
import { type Parameters, pairsOf, readParameters } from './parameters.ts';
import { portfolioRoot, portfolioRoutes } from './portfolio/routes.ts';
import { createSettings, type Settings } from './settings.ts';
import { accountOf, authenticate } from './signature.ts';
import { spotRoutes } from './spot/spotRoutes.ts';
import { bookHosts, createBookStreams } from './streams/bookStreams.ts';
import { createUserStreams, isOfAccounts, streamHosts } from './streams/userStreams.ts';
import { binanceTraits } from './traits.ts';
import { binanceTroubles } from './troubles.ts';
import { createUsage, type Usage } from './usage.ts';

interface RestHost {
  /** Returns the wallet that its markets trade from. */
  wallet(path: string): Wallet;
  readonly routes: Routes;
  /** Refuses accounts that this API does not serve. It serves all when this is absent. */
  readonly check?: (account: Account) => void;
}

const requireClassic = ({ isPortfolioMargin }: Account): void => {
  if (isPortfolioMargin) throw refusals.noRight();
};

const requirePortfolio = ({ isPortfolioMargin }: Account): void => {
  if (!isPortfolioMargin) throw refusals.noPortfolioMargin();
};

const restHosts: Readonly<Record<string, RestHost>> = {
  'api.binance.com': { wallet: () => 'spot', routes: spotRoutes },
  'fapi.binance.com': { wallet: () => 'usdm', routes: usdmRoutes, check: requireClassic },
  'dapi.binance.com': { wallet: () => 'coinm', routes: coinmRoutes, check: requireClassic },
  'papi.binance.com': {
    wallet: (path) => (path.startsWith(`${portfolioRoot}/cm/`) ? 'coinm' : 'usdm'),
    routes: portfolioRoutes,
    check: requirePortfolio,
  },
};

/**
 * Four APIs on hosts of their own: spot, dollar-margined futures, coin-margined futures, and both
 * kinds of futures for portfolio margin accounts.
 */
export const binance: Protocol = {
  hosts: [...new Set([...Object.keys(restHosts), ...Object.values(streamHosts), ...bookHosts])],
  secretHeaders: ['x-mbx-apikey'],
  traits: binanceTraits,
  troubles: binanceTroubles,
  open(exchange) {
    const settings = createSettings();
    const usage = createUsage(() => exchange.now());
    return speak({ exchange, settings, usage });
  },
};

interface Parts {
  readonly exchange: Exchange;
  readonly settings: Settings;
  readonly usage: Usage;
}

function speak({ exchange, settings, usage }: Parts): RequestHandler {
  function answer(request: RawRequest): Answer {
    const host = restHosts[request.host];
    const route = host?.routes[routeKey(request)];
    if (!host || !route) {
      return errorAnswer(-1, `The simulator does not know ${routeKey(request)}`, 404);
    }
    const isOrder = route.security === 'signed' && route.isOrder === true;
    const headers = usage.count({ host: request.host, isOrder });
    const answered = refusable(() => {
      const parameters = parametersOf(request);
      const call = publicCall({ exchange, parameters, wallet: host.wallet(request.path) });
      if (route.security === 'none') return route.answer(call);
      if (route.security === 'key') {
        const owner = accountOf(request.headers['x-mbx-apikey'], exchange);
        host.check?.(owner);
        return route.answer({ ...call, account: owner, settings });
      }
      const account: Account = authenticate(request, parameters, exchange);
      host.check?.(account);
      checkNames(route, parameters);
      return route.answer({ ...call, account, settings });
    });
    return { ...answered, headers: { ...answered.headers, ...headers } };
  }
  return {
    answer,
    connect: connectTo(exchange, settings),
    errorAnswer({ code, message, status }) {
      return errorAnswer(code, message ?? errorTexts[code] ?? 'Refused.', status ?? 400);
    },
  };
}

/** Public streams and account streams differ by host; those of contracts differ by path. */
function connectTo(exchange: Exchange, { listenKeys }: Settings): Connect {
  const ofAccounts = createUserStreams(exchange, listenKeys);
  const ofBooks = createBookStreams(exchange);
  return (request, line) => (isOfAccounts(request) ? ofAccounts : ofBooks)(request, line);
}

/** Runs a handler, and turns a refusal that it throws into an answer. */
function refusable(work: () => unknown): Answer {
  try {
    return jsonAnswer(200, work());
  } catch (error) {
    if (error instanceof Refusal) return errorAnswer(error.code, error.message, error.status);
    throw error;
  }
}

/** Returns the parameters of query and body; the body counts only when a form was sent. */
function parametersOf({ query, body }: RawRequest): Parameters {
  return readParameters([...pairsOf(query), ...pairsOf(body)]);
}

type Opened = Pick<PublicCall, 'exchange' | 'parameters' | 'wallet'>;

function publicCall({ exchange, parameters, wallet }: Opened): PublicCall {
  const optionalMarket = () => {
    const id = parameters.text('symbol');
    if (id === undefined) return undefined;
    const market = exchange.market(wallet, id);
    if (!market) throw refusals.noSymbol();
    return market;
  };
  const market = () => {
    parameters.required('symbol');
    const found = optionalMarket();
    if (!found) throw refusals.noSymbol();
    return found;
  };
  return { exchange, parameters, wallet, market, optionalMarket };
}

/** Parameters that every signed request carries besides its own. */
const signedNames: readonly string[] = ['timestamp', 'recvWindow', 'signature'];

function checkNames(route: Extract<Route, { security: 'signed' }>, { names }: Parameters): void {
  const known = route.parameters;
  if (!known) return;
  const read = names.filter((name) => known.includes(name) || signedNames.includes(name));
  if (read.length === names.length) return;
  const counts = `read '${read.length}' parameter(s) but was sent '${names.length}'`;
  throw new Refusal(-1104, `Not all sent parameters were read; ${counts}.`);
}
