import { isOpen, isWaiting, type OrderRecord } from '../../exchange/records.ts';
import type { Call, Routes } from '../call.ts';
import { signed } from '../call.ts';
import { Refusal, refusals } from '../errors.ts';
import { windowOf, within } from '../window.ts';
import { isConditional } from './bookOrders.ts';
import { conditionalAnswer, placedConditional } from './conditionalAnswers.ts';
import { parseConditional } from './parseConditional.ts';
import { futuresRefusal } from './parseOrder.ts';

/** Lists show at most a week at a time. */
const spanMsMax = 604_800_000;
const tooLong = () => new Refusal(-4165, 'Maximum time interval is 7 days.');

/** Routes of conditional orders, below an API's root path. */
export function conditionalRoutes(root: string): Routes {
  return {
    ...conditionalReads(root),
    [`POST ${root}/algoOrder`]: { security: 'signed', isOrder: true, answer: place },
    [`DELETE ${root}/algoOrder`]: signed(cancel),
    [`DELETE ${root}/algoOpenOrders`]: signed(cancelAll),
  };
}

/**
 * The same routes for portfolio margin accounts, where the exchange words some things differently.
 */
export function portfolioConditionalRoutes(root: string): Routes {
  return {
    ...conditionalReads(root),
    [`POST ${root}/order`]: { security: 'signed', isOrder: true, answer: place },
    [`DELETE ${root}/order`]: signed((call) => {
      cancel(call);
      return { complete: true };
    }),
    [`DELETE ${root}/allOpenOrders`]: signed(cancelAll),
  };
}

function conditionalReads(root: string): Routes {
  return {
    [`GET ${root}/algoOrder`]: signed((call) => conditionalAnswer(named(call, refusals.noOrder))),
    [`GET ${root}/openAlgoOrders`]: signed((call) => openOf(call).map(conditionalAnswer)),
    [`GET ${root}/allAlgoOrders`]: signed(all),
  };
}

function place(call: Call): object {
  const asked = parseConditional(call);
  const { clientOrderId } = asked;
  const open = openOf({ ...call, optionalMarket: () => undefined });
  if (open.some((order) => order.clientOrderId === clientOrderId)) {
    throw new Refusal(-4116, 'ClientOrderId is duplicated.');
  }
  const placed = call.exchange.place(asked);
  if ('refused' in placed) throw futuresRefusal(placed.refused, asked.market);
  return placedConditional(placed.order);
}

function conditionals({ exchange, account, wallet }: Call): OrderRecord[] {
  return exchange.orders(account, wallet).filter(isConditional);
}

function openOf(call: Call): OrderRecord[] {
  const market = call.optionalMarket();
  return conditionals(call).filter(
    (order) => isWaiting(order) && (market === undefined || order.market === market),
  );
}

/** Returns the named order; the newest one when several have the same client id. */
function named(call: Call, no: () => Refusal): OrderRecord {
  const { parameters } = call;
  const id = parameters.whole('algoId');
  const clientOrderId = parameters.text('clientAlgoId');
  if (id === undefined && clientOrderId === undefined) {
    throw refusals.missingEither('algoId', 'clientAlgoId');
  }
  const order = conditionals(call).findLast((each) =>
    id === undefined ? each.clientOrderId === clientOrderId : each.id === id,
  );
  if (!order) throw no();
  return order;
}

/** Cancels a conditional order. A triggered one is cancelled as an order on the book instead. */
function cancel(call: Call): object {
  const order = named(call, refusals.noCancel);
  if (!isOpen(order) || !isWaiting(order)) throw refusals.noCancel();
  call.exchange.cancel(order);
  const { id, clientOrderId } = order;
  return { algoId: id, clientAlgoId: clientOrderId, code: '200', msg: 'success' };
}

function cancelAll(call: Call): object {
  call.market();
  for (const order of openOf(call)) call.exchange.cancel(order);
  return { code: 200, msg: 'The operation of cancel all open order is done.' };
}

function all(call: Call): object[] {
  const market = call.market();
  const from = call.parameters.whole('algoId') ?? 0;
  const window = windowOf(call.parameters, spanMsMax, tooLong);
  const orders = conditionals(call).filter((order) => order.market === market && order.id >= from);
  return within(orders, window, ({ createdAt }) => createdAt).map(conditionalAnswer);
}
