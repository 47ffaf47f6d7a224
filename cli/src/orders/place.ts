import type { Client } from '@windlass/client';
import { createClientId } from '../clientId.ts';
import { confirm, describeAccount, isPaper, readTradedAccount } from '../confirm.ts';
import { CommandError, exitCodes } from '../failures.ts';
import { formatAmount } from '../figures.ts';
import type { CliIo } from '../io.ts';
import { openClient } from '../settings.ts';
import { createPaint, hasColours, printable } from '../text.ts';
import { writeJson } from '../vaults/report.ts';
import { type GivenOrder, type OrderInput, type OrderOptions, toOrder } from './draft.ts';
import { renderPreview, renderResult } from './format.ts';
import { quoted, toSendFailure } from './outcome.ts';

export interface PlaceOptions extends OrderOptions {
  readonly yes?: boolean;
}

/** Sends an order. Prints its client_order_id first, so that it can be looked up. */
export async function placeOrder(
  given: GivenOrder,
  options: PlaceOptions,
  io: CliIo,
): Promise<number> {
  const clientId = options.clientId ?? createClientId(io.runtime);
  const order = toOrder(given, { ...options, clientId });
  const client = openClient(options, io);
  if (!options.yes) await confirmLive(order, client, io);
  io.stderr.write(`client_order_id ${printable(clientId)}\n`);
  const account = quoted(order.exchange_account_id);
  const look = `npx windlass orders show ${quoted(clientId)} --account ${account}`;
  const result = await client.submitOrder(order).catch((failure: unknown) => {
    throw toSendFailure(failure, { look });
  });
  if (options.json) writeJson(result, io);
  else io.stdout.write(renderResult(result));
  return exitCodes.ok;
}

/** Shows an order as it would be sent to the exchange. Nothing is sent. */
export async function previewOrder(
  given: GivenOrder,
  options: OrderOptions,
  io: CliIo,
): Promise<number> {
  const order = toOrder(given, options);
  const checked = await openClient(options, io).validateOrder({
    ...order,
    preview: true,
    stop_price: options.stopPrice,
    trailing_delta: options.trailingDelta,
  });
  if (options.json) {
    writeJson(checked, io);
    return checked.valid ? exitCodes.ok : exitCodes.failure;
  }
  const { valid, error, preview, warnings } = checked;
  if (!valid || !preview) throw new CommandError(error ?? 'The service showed no preview.');
  io.stdout.write(renderPreview(preview, warnings, createPaint(hasColours(io))));
  return exitCodes.ok;
}

async function confirmLive(order: OrderInput, client: Client, io: CliIo): Promise<void> {
  const account = await readTradedAccount(order.exchange_account_id, client);
  if (isPaper(account)) return;
  await confirm(`This sends to ${describeAccount(account)}: ${describeOrder(order)}.`, io);
}

/** Returns an order in a sentence with everything that decides its effect. */
function describeOrder(order: OrderInput): string {
  const { side, quantity, symbol, order_type: type, price, stop_price: stop } = order;
  const parts = [
    `${side} ${formatAmount(quantity)} ${symbol}`,
    type.replaceAll('_', ' '),
    ...(price == null ? [] : [`price ${formatAmount(price)}`]),
    ...(stop == null ? [] : [`stop price ${formatAmount(stop)}`]),
    ...(order.trailing_delta == null ? [] : [`trailing by ${order.trailing_delta} %`]),
    order.time_in_force ?? 'GTC',
    ...(order.post_only ? ['post only'] : []),
    ...(order.reduce_only ? ['reduce only'] : []),
    ...(order.market_type === undefined ? [] : [order.market_type]),
  ];
  return parts.join(', ');
}
