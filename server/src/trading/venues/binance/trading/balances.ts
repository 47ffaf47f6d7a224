import type { MarketType } from '../../../model/order.ts';
import type { Fields } from '../../shared/json.ts';
import type { CcxtBalance } from '../../shared/live/ccxtClient.ts';
import type { DialectCall } from '../../shared/live/dialect.ts';
import { encodeRequest } from '../../shared/live/encodeRequest.ts';
import { balancesOf, textOf } from '../../shared/live/shapes.ts';
import { valueAt } from '../../shared/wireFields.ts';
import type { VenueBalances } from '../../venuePort.ts';
import type { WalletBalance } from './endpoints.ts';

export async function walletBalances(
  { client }: DialectCall,
  marketType: MarketType,
): Promise<VenueBalances> {
  const isSpot = marketType === 'spot';
  const wallet = encodeRequest<WalletBalance>({ type: isSpot ? 'spot' : 'swap' });
  const balance = await client.fetchBalance(wallet);
  return isSpot ? balancesOf(balance) : contractBalances(balance);
}

/**
 * Returns balances of the wallet itself: an unrealised gain or loss of positions is no balance yet.
 */
function contractBalances({ info }: CcxtBalance): VenueBalances {
  const assets = valueAt(info, 'assets');
  const rows = Array.isArray(assets) ? (assets as readonly Fields[]) : [];
  const held = rows.filter(({ walletBalance }) => Number(walletBalance) !== 0);
  return Object.fromEntries(
    held.map(({ asset, walletBalance, initialMargin, availableBalance }) => [
      String(asset),
      {
        free: textOf(String(availableBalance)),
        used: textOf(String(initialMargin)),
        total: textOf(String(walletBalance)),
      },
    ]),
  );
}
