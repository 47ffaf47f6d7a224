import { parseAlgorithmParams } from '@windlass/contract';
import { formatDuration, formatPrice, formatQuantity } from '../../../shared/format.ts';
import { typeName } from '../words.ts';
import type { StartBody } from './draft.ts';
import { pairSentence } from './pairSummary.ts';

/** Returns the effects of starting, in a sentence. */
export function summarize(body: StartBody): string {
  const { limit_price: limit, exchange_account_ids: ids } = body;
  const bound = limit === undefined ? '' : `, limit ${formatPrice(limit)}`;
  const pair = pairSentence(body, orderOf(body));
  if (pair !== undefined) return `${pair}${bound}.`;
  return `${orderOf(body)} ${howOf(body)} on ${ids.join(', ')}${bound}.`;
}

/** Returns the order as text, for example "Buy 2 BTC/USDT". */
export function orderOf({ side, quantity, symbol }: StartBody): string {
  return `${side === 'buy' ? 'Buy' : 'Sell'} ${formatQuantity(quantity)} ${symbol}`;
}

function howOf(body: StartBody): string {
  const parsed = parseAlgorithmParams(body.algorithm_type, body.params);
  switch (parsed.type) {
    case 'twap': {
      const { duration_seconds: duration, interval_seconds: interval } = parsed.params;
      const slices = Math.max(1, Math.floor(duration / interval));
      return `over ${formatDuration(duration * 1_000)} in ${count(slices, 'slice')}`;
    }
    case 'ladder': {
      const { num_levels: levels, price_spacing_bps: spacing, end_price: end } = parsed.params;
      const { start_price: start } = parsed.params;
      const from = start === undefined ? 'the mid' : formatPrice(start);
      const apart =
        end === undefined ? `${formatQuantity(spacing)} bps apart` : `to ${formatPrice(end)}`;
      return `in ${count(levels, 'resting order')} from ${from}, ${apart},`;
    }
    case 'sweep': {
      const { max_retries: retries, max_slippage_bps: slippage } = parsed.params;
      const most = `${formatQuantity(slippage)} bps from the arrival price`;
      return `at once in up to ${count(retries + 1, 'round')}, at most ${most},`;
    }
    case 'timepace': {
      const { quantity_per_interval: each, interval_seconds: interval } = parsed.params;
      const times = Math.ceil((body.quantity / each) * (1 - 1e-12));
      const every = formatDuration(interval * 1_000);
      const whole = formatDuration(times * interval * 1_000);
      return `in ${formatQuantity(each)} every ${every}, about ${whole},`;
    }
    default:
      return `by ${typeName(parsed.type)}`;
  }
}

function count(number: number, noun: string): string {
  return `${formatQuantity(number)} ${noun}${number === 1 ? '' : 's'}`;
}
