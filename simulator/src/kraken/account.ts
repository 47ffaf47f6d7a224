import type { KeyRights } from '../exchange/records.ts';
import { type Call, type Routes, wallet } from './call.ts';
import { refusals } from './errors.ts';

/** One of the addresses that are reserved for documentation. */
const someAddress = '203.0.113.7';
/** A timeout is shorter than a day. */
const timeoutSecondsMax = 86_399;

export const accountRoutes: Routes<Call> = {
  GetApiKeyInfo: keyInfo,
  CancelAllOrdersAfter: cancelAllAfter,
};

/** Returns the key that signed the request, which needs no right for that. */
function keyInfo({ exchange, account, parameters }: Call): object {
  const seconds = String(Math.floor(exchange.now() / 1_000));
  return {
    apiKeyName: `key ${account.number}`,
    apiKey: account.apiKey,
    nonce: parameters.text('nonce'),
    nonceWindow: 0,
    permissions: permissionsOf(account.rights),
    iban: 'AA88 N84G WOAK NMOI',
    validUntil: '0',
    queryFrom: '0',
    queryTo: '0',
    createdTime: seconds,
    modifiedTime: seconds,
    lastUsed: seconds,
    ipAllowlist: account.rights.isBoundToAddresses ? [someAddress] : [],
  };
}

function permissionsOf({ spot, withdrawals }: KeyRights): readonly string[] {
  return [
    'query-funds',
    'query-open-trades',
    'query-closed-trades',
    'create-ws-token',
    ...(spot ? ['modify-trades', 'close-trades'] : []),
    ...(withdrawals ? ['withdraw-funds'] : []),
  ];
}

/** Cancels all orders of the account after a timeout, unless it is called again before. */
function cancelAllAfter({ exchange, account, parameters }: Call): object {
  parameters.required('timeout');
  const seconds = parameters.whole('timeout') ?? 0;
  if (seconds > timeoutSecondsMax) throw refusals.badArgument('timeout');
  const delayMs = seconds * 1_000;
  for (const market of exchange.markets(wallet)) exchange.cancelAllAfter(account, market, delayMs);
  const text = (ms: number) => new Date(ms).toISOString();
  const now = exchange.now();
  return { currentTime: text(now), triggerTime: seconds === 0 ? '0' : text(now + delayMs) };
}
