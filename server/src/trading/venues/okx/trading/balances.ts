import { formatExact } from '../../../../kit/exact.ts';
import { type Fields, isFields } from '../../shared/json.ts';
import type { CcxtBalance } from '../../shared/live/ccxtClient.ts';
import type { DialectCall } from '../../shared/live/dialect.ts';
import { encodeRequest } from '../../shared/live/encodeRequest.ts';
import { required } from '../../shared/live/shapes.ts';
import { valueAt } from '../../shared/wireFields.ts';
import type { VenueBalances } from '../../venuePort.ts';
import type { BalanceParams } from './endpoints.ts';
import { exactIn, textIn } from './rows.ts';

export async function walletBalances({ client }: DialectCall): Promise<VenueBalances> {
  return cashOf(await client.fetchBalance(encodeRequest<BalanceParams>({ type: 'trading' })));
}

/**
 * Returns balances of the wallet itself: an unrealised gain or loss of positions is no balance yet.
 */
function cashOf({ info }: CcxtBalance): VenueBalances {
  const details = valueAt(info, 'data', 0, 'details');
  const rows = Array.isArray(details) ? details.filter(isFields) : [];
  const held = rows.filter(({ cashBal }) => Number(cashBal) !== 0);
  return Object.fromEntries(
    held.map((row) => [
      required(textIn(row, 'ccy'), 'asset of a balance'),
      {
        free: amountIn(row, 'availBal'),
        used: amountIn(row, 'frozenBal'),
        total: amountIn(row, 'cashBal'),
      },
    ]),
  );
}

function amountIn(row: Fields, name: string): string {
  return formatExact(required(exactIn(row, name), `${name} of a balance`));
}
