import { parseAlgorithmParams } from '@windlass/contract';
import { formatQuantity } from '../../../shared/format.ts';
import type { StartBody } from './draft.ts';

/** Returns what starting a pair does, without a full stop; undefined for other algorithms. */
export function pairSentence(body: StartBody, order: string): string | undefined {
  const parsed = parseAlgorithmParams(body.algorithm_type, body.params);
  const { exchange_account_ids: all, quantity } = body;
  if (parsed.type === 'spread') {
    const { params } = parsed;
    const hedge = body.side === 'buy' ? 'sell' : 'buy';
    const anchor = `${order} on ${params.anchor_exchange_account_ids.join(', ')}`;
    const ids = params.contra_exchange_account_ids.join(', ');
    const contra = `${hedge} as much ${params.contra_symbol} on ${ids}`;
    return `${anchor} and ${contra}, at most ${formatQuantity(params.risk_quantity)} unhedged`;
  }
  if (parsed.type !== 'funding_arb') return undefined;
  const { params } = parsed;
  const [one = ''] = all;
  const spot = params.spot_exchange_account_id ?? one;
  const perp = params.perp_exchange_account_id ?? one;
  const enter = `Once funding pays ${formatQuantity(params.entry_apr_threshold)} % a year, buy`;
  const bought = `${formatQuantity(quantity)} ${body.symbol} on ${spot}`;
  const legs = `${bought} and sell as much ${params.perp_symbol} on ${perp}`;
  return `${enter} ${legs}; close both below ${formatQuantity(params.exit_apr_threshold)} %`;
}
