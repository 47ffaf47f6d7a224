import { errorText } from '../../../../kit/errors.ts';
import { formatExact } from '../../../../kit/exact.ts';
import { isTriggered } from '../../../model/order.ts';
import { type Fields, isFields } from '../../shared/json.ts';
import type { CcxtBalance } from '../../shared/live/ccxtClient.ts';
import type { Dialect, DialectCall } from '../../shared/live/dialect.ts';
import { told } from '../../shared/live/shapes.ts';
import { noteTaken } from '../../shared/live/taken.ts';
import { NoAnswerError } from '../../shared/live/tradeHttp.ts';
import { valueAt } from '../../shared/wireFields.ts';
import type { OrderRef, VenueBalances } from '../../venuePort.ts';
import { okxListing } from '../marketData/listing.ts';
import { keyFacts, positionMode, venueTime } from './account.ts';
import { childrenOf } from './conditionals.ts';
import { okxDeadMansSwitch } from './deadMansSwitch.ts';
import { okxErrors } from './errors.ts';
import { okxAccountFees } from './fees.ts';
import { readFills } from './fills.ts';
import { findConditional, isNotFound, isVenueId } from './find.ts';
import { orderModeOf } from './leverage.ts';
import { okxLimits } from './limits.ts';
import { lookUp } from './lookup.ts';
import { readOpenOrders } from './openOrders.ts';
import { okxPerps } from './perps.ts';
import { exactIn, textIn } from './rows.ts';
import { toRequest } from './sending.ts';
import { okxTransfers } from './transfers.ts';
import { okxUserStreams } from './userStreams.ts';

/**
 * The venue does not place an order later than this: one not reported by then was not accepted. It
 * applies this to orders on the book; algo orders are accepted for the 30 s of their signature.
 */
const deadlineMs = 5_000;
/** The time for which the venue accepts a signed request, when it applies no other deadline. */
const signatureMs = 30_000;

/** Spot, swaps and futures of one unified account. */
export const okxDialect: Dialect = {
  ccxtClass: 'okx',
  findsRegion: true,
  marketTypes: ['spot', 'swap', 'future'],
  credential: 'main',
  listing: okxListing,
  // ccxt reads a blank tag as none and replaces it with its own, but only in orders without a
  // client id: ours all have one.
  limits: okxLimits,
  options: { brokerId: '' },
  userStreams: okxUserStreams,
  words: okxErrors,
  headers: ({ method, url }, nowMs) =>
    method === 'POST' && url.endsWith('/trade/order')
      ? { expTime: String(nowMs + deadlineMs) }
      : {},
  takenWithinMs: (type) => (isTriggered(type) ? signatureMs : deadlineMs),
  async submit(call, order) {
    const { client } = call;
    const { path, body } = toRequest(client, order, await orderModeOf(call, order));
    const answer = await client.request(path, 'private', 'POST', body);
    const result = valueAt(answer, 'data', 0, 'sCode');
    if (result === '0') {
      const row = valueAt(answer, 'data', 0);
      // An order has one of the two; the other is blank.
      noteTaken(call, order, valueAt(row, 'ordId') || valueAt(row, 'algoId'));
      return undefined;
    }
    throw new NoAnswerError(`The exchange gave an order the result ${String(result)}.`);
  },
  async cancel(call, ref) {
    const { clientId, symbol } = ref;
    try {
      await untilUnderWay(
        isVenueId(clientId)
          ? call.client.cancelOrder(clientId, symbol, {})
          : call.client.cancelOrder(undefined, symbol, { clientOrderId: clientId }),
      );
    } catch (error) {
      if (!isNotFound(error)) throw error;
      await cancelConditional(call, ref, error);
    }
  },
  lookup: lookUp,
  openOrders: readOpenOrders,
  async balances({ client }) {
    return cashOf(await client.fetchBalance({ type: 'trading' }));
  },
  time: venueTime,
  deadMansSwitch: okxDeadMansSwitch,
  perps: okxPerps,
  fees: okxAccountFees,
  transfers: okxTransfers,
  keyFacts,
  positionMode,
  fills: readFills,
};

/**
 * Returns balances of the wallet itself: an unrealised gain or loss of positions is no balance yet.
 */
function cashOf({ info }: CcxtBalance): VenueBalances {
  const details = valueAt(info, 'data', 0, 'details');
  const rows = Array.isArray(details) ? details.filter(isFields) : [];
  const held = rows.filter(({ cashBal }) => Number(cashBal) !== 0);
  return Object.fromEntries(
    held.map((row) => [
      told(textIn(row, 'ccy'), 'asset of a balance'),
      {
        free: amountIn(row, 'availBal'),
        used: amountIn(row, 'frozenBal'),
        total: amountIn(row, 'cashBal'),
      },
    ]),
  );
}

function amountIn(row: Fields, name: string): string {
  return formatExact(told(exactIn(row, name), `${name} of a balance`));
}

/** Cancels it, whether it still rests or other orders replaced it. */
async function cancelConditional(
  call: DialectCall,
  ref: OrderRef,
  notFound: unknown,
): Promise<void> {
  const { client } = call;
  const sleeping = await findConditional(call, ref);
  if (!sleeping) throw notFound;
  const children = childrenOf(sleeping);
  if (children.length === 0) {
    const id = told(sleeping.id, 'id of an order');
    await untilUnderWay(client.cancelOrder(id, ref.symbol, { trigger: true }));
  }
  for (const id of children) {
    try {
      await untilUnderWay(client.cancelOrder(id, ref.symbol, {}));
    } catch (error) {
      // One of several may be over.
      if (!isNotFound(error)) throw error;
    }
  }
}

/**
 * Awaits a cancel. The venue refuses to cancel an order that is being cancelled already, which is
 * good enough.
 */
async function untilUnderWay(cancel: Promise<unknown>): Promise<void> {
  try {
    await cancel;
  } catch (error) {
    if (!/"sCode":\s*"51410"/.test(errorText(error))) throw error;
  }
}
