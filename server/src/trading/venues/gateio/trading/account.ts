import type { MarketType } from '../../../model/order.ts';
import { type Fields, isFields } from '../../shared/json.ts';
import type { DialectCall, KeyFacts } from '../../shared/live/dialect.ts';
import { failureOf } from '../../shared/live/failures.ts';
import { required } from '../../shared/live/shapes.ts';
import { valueAt } from '../../shared/wireFields.ts';
import { isHeldBothWays } from './contracts.ts';
import { accountDetail, mainKeys, serverTime } from './endpoints.ts';
import { gateioErrors } from './errors.ts';
import { textAt } from './rows.ts';
import { readUnifiedMode } from './unifiedMode.ts';

/** Returns the venue's clock. */
export async function venueTime({ client }: DialectCall): Promise<number> {
  const answer = await serverTime(client, {});
  return Number(required(valueAt(answer, 'server_time'), 'time'));
}

/** The venue's names of the rights to trade. Its list of rights has none for withdrawals. */
const rightsToTrade: readonly (readonly [string, MarketType])[] = [
  ['spot', 'spot'],
  ['futures', 'swap'],
  ['delivery', 'future'],
];

/** Returns facts of the key, and of the account of perpetuals. */
export async function keyFacts(call: DialectCall): Promise<KeyFacts> {
  const key = await unlessRefused(ownKey(call));
  const detail = await unlessRefused(accountDetail(call.client, {}));
  const addresses = valueAt(key ?? detail, 'ip_whitelist');
  const isHedged = await unlessRefused(isHeldBothWays(call));
  const unifiedMode = await readUnifiedMode(call);
  return {
    tradable: key && tradableBy(key),
    isBoundToAddresses: Array.isArray(addresses) ? addresses.length > 0 : undefined,
    isHedged,
    unifiedMode,
  };
}

/** Returns the level of the account's fees; undefined when its key may not ask. */
export async function vipLevel(call: DialectCall): Promise<string | undefined> {
  const detail = await unlessRefused(accountDetail(call.client, {}));
  const level = isFields(detail) ? textAt(detail, 'tier') : undefined;
  return level === undefined ? undefined : `VIP ${level}`;
}

function tradableBy(key: Fields): readonly MarketType[] {
  const given = Array.isArray(key.perms) ? key.perms.filter(isFields) : [];
  return rightsToTrade
    .filter(([name]) => given.some((each) => each.name === name && each.read_only === false))
    .map(([, marketType]) => marketType);
}

/** Returns our key among the account's keys, whose names are masked except for their beginning. */
async function ownKey(call: DialectCall): Promise<Fields | undefined> {
  const apiKey = required(call.client.apiKey, 'key of the account');
  const answer = await mainKeys(call.client, {});
  const keys = Array.isArray(answer) ? answer.filter(isFields) : [];
  const ours = keys.filter(({ key }) => {
    const start = typeof key === 'string' ? key.replace(/\*+$/, '') : '';
    return start !== '' && apiKey.startsWith(start);
  });
  return ours.length === 1 ? ours[0] : undefined;
}

/** Returns undefined when the key has no right to ask, or when the wallet was never used. */
async function unlessRefused<Value>(answer: Promise<Value>): Promise<Value | undefined> {
  return answer.catch((error: unknown) => {
    const { kind } = failureOf(error, gateioErrors);
    if (kind === 'refused' || kind === 'notFound') return undefined;
    throw error;
  });
}
