import type { Exchange } from '../exchange/exchange.ts';
import { type Answer, jsonAnswer, type RawRequest } from '../http/request.ts';
import type { Place } from '../places.ts';
import type { Others, Protocol, RequestHandler } from '../venue.ts';
import {
  clearinghouseState,
  spotClearinghouseState,
  userAbstraction,
  userRole,
  vaultDetails,
} from './accountInfo.ts';
import { createBuilderFees } from './builderFees.ts';
import { carryOut, type SigningParts } from './exchangeRoute.ts';
import { userFees } from './feeInfo.ts';
import { userFills, userFillsByTime } from './fillInfo.ts';
import { userFunding } from './fundingInfo.ts';
import { allMids, exchangeStatus, l2Book, meta, metaAndAssetCtxs } from './marketInfo.ts';
import { createNonces } from './nonces.ts';
import { orderInfo } from './orderInfo.ts';
import { type Fields, readBody, readText } from './reading.ts';
import { Malformed, NotSimulated, Refused } from './refusals.ts';
import { createSigners } from './signers.ts';
import { perpDexs, spotMeta, spotMetaAndAssetCtxs } from './spotInfo.ts';
import { createStreams } from './streams/streams.ts';
import { hyperliquidTraits } from './traits.ts';
import { hyperliquidTroubles } from './troubles.ts';
import { twapHistory, userTwapSliceFills, userTwapSliceFillsByTime } from './twapInfo.ts';

/** Queries that need no signature, by `type`. */
const info: Readonly<Record<string, (exchange: Exchange, asked: Fields) => unknown>> = {
  ...orderInfo,
  meta,
  metaAndAssetCtxs,
  allMids,
  l2Book,
  exchangeStatus,
  perpDexs,
  spotMeta,
  spotMetaAndAssetCtxs,
  userFees,
  userFills,
  userFillsByTime,
  userFunding,
  twapHistory,
  userTwapSliceFills,
  userTwapSliceFillsByTime,
  clearinghouseState,
  spotClearinghouseState,
  userAbstraction,
  vaultDetails,
};

/** One address for queries and one for actions; the body says which one is meant. */
export const hyperliquid: Protocol = {
  hosts: ['api.hyperliquid.xyz'],
  secretHeaders: [],
  traits: hyperliquidTraits,
  troubles: hyperliquidTroubles,
  changes: ({ path }) => path === '/exchange',
  open: speak,
};

function speak(exchange: Exchange, _others: Others, place?: Place): RequestHandler {
  const signers = createSigners(exchange);
  const source: SigningParts['source'] = place?.source ?? 'a';
  const parts = {
    exchange,
    source,
    nonces: createNonces(),
    signers,
    builderFees: createBuilderFees(),
  };
  return {
    answer: (request) =>
      refusable(() => {
        switch (`${request.method} ${request.path}`) {
          case 'POST /info':
            return told(parts, readBody(request.body));
          case 'POST /exchange':
            return done(carryOut(parts, readBody(request.body)));
          default:
            throw new NotSimulated(`${request.method} ${request.path}`);
        }
      }),
    connect: createStreams(exchange),
    errorAnswer: ({ code, message = 'Refused.' }, request) => errorAnswer(code, message, request),
  };
}

function told({ exchange, signers }: SigningParts, asked: Fields): unknown {
  const type = readText(asked.type);
  if (type === 'userRole') return userRole({ exchange, signers }, asked);
  const answer = info[type];
  if (!answer) throw new NotSimulated(`the info ${type}`);
  return answer(exchange, asked);
}

function done(response: object): object {
  return { status: 'ok', response };
}

/** Returns an error. There are no codes: `order` refuses one order, any other the whole request. */
function errorAnswer(code: number | string, message: string, { body }: RawRequest): Answer {
  if (code !== 'order') return jsonAnswer(200, { status: 'err', response: message });
  const type = /"type":"cancel/.test(body) ? 'cancel' : 'order';
  return jsonAnswer(200, done({ type, data: { statuses: [{ error: message }] } }));
}

/** Runs a handler, and turns a refusal that it throws into an answer. */
function refusable(work: () => unknown): Answer {
  try {
    return jsonAnswer(200, work());
  } catch (error) {
    if (error instanceof Refused) {
      return jsonAnswer(200, { status: 'err', response: error.message });
    }
    if (error instanceof Malformed) {
      return plain(422, 'Failed to deserialize the JSON body into the target type');
    }
    if (error instanceof NotSimulated) {
      return plain(501, `The simulator does not know ${error.message}`);
    }
    throw error;
  }
}

function plain(status: number, body: string): Answer {
  return { status, headers: { 'content-type': 'text/plain; charset=utf-8' }, body };
}
