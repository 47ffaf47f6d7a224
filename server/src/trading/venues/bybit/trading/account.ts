import type { MarketType } from '../../../model/order.ts';
import type { DialectCall, KeyFacts } from '../../shared/live/dialect.ts';
import { required } from '../../shared/live/shapes.ts';
import { readPositive, valueAt } from '../../shared/wireFields.ts';
import type { PositionMode } from '../../venuePort.ts';
import { fromVenueSymbol } from '../symbols.ts';
import { keyInfo, type MarketList, positionList, serverTime } from './endpoints.ts';
import { canHedge } from './legs.ts';
import { rowsOf } from './rows.ts';

/** Returns the venue's clock. */
export async function venueTime({ client }: DialectCall): Promise<number> {
  const answer = await serverTime(client, {});
  return required(readPositive(valueAt(answer, 'time')), 'time');
}

/** Returns facts of the key, whatever rights it has, and of contracts in USDT. */
export async function keyFacts(call: DialectCall): Promise<KeyFacts> {
  const answer = await keyInfo(call.client, {});
  const key = valueAt(answer, 'result');
  const isReadOnly = Number(valueAt(key, 'readOnly')) === 1;
  const may = (group: string, right: string): boolean =>
    !isReadOnly && textsAt(key, 'permissions', group).includes(right);
  const tradable: MarketType[] = [];
  if (may('Spot', 'SpotTrade')) tradable.push('spot');
  if (may('ContractTrade', 'Order')) tradable.push('swap', 'future');
  const addresses = textsAt(key, 'ips');
  // A key without the right may not ask for it.
  const held = may('ContractTrade', 'Position') ? await holdingFacts(call) : undefined;
  return {
    tradable,
    canWithdraw: may('Wallet', 'Withdraw'),
    isBoundToAddresses: addresses.length > 0 && !addresses.includes(anyAddress),
    isHedged: held?.isHedged,
    heldOtherwise: held?.heldOtherwise,
  };
}

const anyAddress = '*';
/**
 * The mode is a setting of each contract in USDT, and there is no list of them. A contract without
 * a setting has the mode of all contracts in USDT: held positions and the largest contract stand
 * for the others.
 */
const lists: readonly MarketList[] = [
  { category: 'linear', settleCoin: 'USDT' },
  { category: 'linear', symbol: 'BTCUSDT' },
];

async function holdingFacts({ client }: DialectCall): Promise<KeyFacts> {
  let [isOneWay, isHedged] = [false, false];
  for (const list of lists) {
    for (const row of rowsOf(await positionList(client, list))) {
      const symbol = fromVenueSymbol('linear', String(row.symbol));
      if (symbol !== undefined && !canHedge(symbol)) continue;
      if (Number(row.positionIdx) === 0) isOneWay = true;
      else isHedged = true;
    }
  }
  if (!isHedged || !isOneWay) return { isHedged };
  const heldOtherwise =
    'Some perpetuals in USDT are held one way: give all of them one mode there.';
  return { isHedged, heldOtherwise };
}

/** Returns the mode of perpetuals in USDT, the only ones with hedge mode. */
export async function positionMode(call: DialectCall): Promise<PositionMode> {
  const { isHedged } = await holdingFacts(call);
  return isHedged ? 'hedge' : 'one_way';
}

/** Returns the texts of a list; none when there is no such list. */
function textsAt(value: unknown, ...path: readonly string[]): readonly string[] {
  const list = valueAt(value, ...path);
  return Array.isArray(list) ? list.filter((each) => typeof each === 'string') : [];
}
