import type { MarketType } from '../../../model/order.ts';
import { isFields } from '../../shared/json.ts';
import type { DialectCall, KeyFacts } from '../../shared/live/dialect.ts';
import { required } from '../../shared/live/shapes.ts';
import { valueAt } from '../../shared/wireFields.ts';
import type { PositionMode } from '../../venuePort.ts';
import { accountConfig, publicTime } from './endpoints.ts';
import { numberIn, textIn } from './rows.ts';

/**
 * In spot mode the venue accepts no order for contracts (get account configuration, okx API v5).
 */
const spotMode = '1';

/** Returns the venue's clock. */
export async function venueTime({ client }: DialectCall): Promise<number> {
  const row = valueAt(await publicTime(client, {}), 'data', 0);
  return required(isFields(row) ? numberIn(row, 'ts') : undefined, 'time');
}

/** Returns facts of the key, and of the account that it belongs to. */
export async function keyFacts({ client }: DialectCall): Promise<KeyFacts> {
  const config = await configOf(client);
  if (!isFields(config)) return {};
  const permissions = textIn(config, 'perm')?.split(',');
  const mode = textIn(config, 'posMode');
  const hasContracts = textIn(config, 'acctLv') !== spotMode;
  const marketTypes: readonly MarketType[] = hasContracts ? ['spot', 'swap', 'future'] : ['spot'];
  // An empty list of addresses means that the key works from anywhere.
  const { ip } = config;
  return {
    tradable: permissions && (permissions.includes('trade') ? marketTypes : []),
    canWithdraw: permissions?.includes('withdraw'),
    isBoundToAddresses: typeof ip === 'string' ? ip !== '' : undefined,
    isHedged: mode !== undefined && hasContracts ? mode === 'long_short_mode' : undefined,
  };
}

/** Returns the account's position mode for contracts; undefined in spot mode, which has none. */
export async function positionMode({ client }: DialectCall): Promise<PositionMode | undefined> {
  const config = await configOf(client);
  const mode = isFields(config) ? textIn(config, 'posMode') : undefined;
  if (mode === undefined) return undefined;
  return mode === 'long_short_mode' ? 'hedge' : 'one_way';
}

async function configOf(client: DialectCall['client']): Promise<unknown> {
  return valueAt(await accountConfig(client, {}), 'data', 0);
}
