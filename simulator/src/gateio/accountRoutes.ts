import type { Account } from '../exchange/records.ts';
import { type Call, type Routes, signedBy } from './call.ts';
import { Refusal } from './errors.ts';

/** Routes of the account's details and keys. */
export const accountRoutes: Routes = {
  'GET /account/detail': signedBy(detail),
  'GET /account/main_keys': signedBy(keys),
};

const anAddress = '203.0.113.7';
/** Number of a key's characters that are shown. */
const shownCharacters = 12;

function addressesOf({ rights }: Account): readonly string[] {
  return rights.isBoundToAddresses ? [anAddress] : [];
}

function detail({ account }: Call): object {
  return {
    user_id: account.number,
    ip_whitelist: addressesOf(account),
    currency_pairs: [],
    key: { mode: 1 },
    tier: 0,
    copy_trading_role: 0,
  };
}

/**
 * Returns the account's key. Each right allows reading and perhaps trading; none is about
 * withdrawals.
 */
function keys({ account, exchange }: Call): object[] {
  const { spot, contracts } = account.rights;
  const right = (name: string, trades: boolean) => ({ name, read_only: !trades });
  const at = Math.floor(exchange.now() / 1_000);
  return [
    {
      state: 1,
      mode: 1,
      name: 'ours',
      user_id: account.number,
      perms: [
        right('account', false),
        right('spot', spot),
        right('futures', contracts),
        right('delivery', contracts),
      ],
      ip_whitelist: addressesOf(account),
      currency_pairs: [],
      key: `${account.apiKey.slice(0, shownCharacters)}*****`,
      created_at: at,
      update_at: at,
      last_access: at,
    },
  ];
}

/** Refuses a request that trades without the right to; a key without that right can still read. */
export function requireRight({ rights }: Account, wallet: string, method: string): void {
  const mayTrade = wallet === 'spot' ? rights.spot : rights.contracts;
  if (method === 'GET' || mayTrade) return;
  throw new Refusal('READ_ONLY', 'Request API key is read-only', { status: 403 });
}
