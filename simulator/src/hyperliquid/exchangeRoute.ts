import type { Exchange } from '../exchange/exchange.ts';
import type { Market } from '../exchange/market.ts';
import { type Account, isOpen } from '../exchange/records.ts';
import { type Action, readAction, type WireCancel, type WireOrder } from './actions.ts';
import { cloidOf } from './call.ts';
import type { Signature } from './chain.ts';
import type { Nonces } from './nonces.ts';
import { placeOrder } from './placing.ts';
import {
  type Fields,
  readAddress,
  readFields,
  readOptional,
  readText,
  readWhole,
} from './reading.ts';
import { Malformed, NotSimulated, Refused } from './refusals.ts';
import { type SignedAction, signerOf } from './signature.ts';
import type { Signers } from './signers.ts';
import { wallet } from './traits.ts';

export interface SigningParts {
  readonly exchange: Exchange;
  readonly nonces: Nonces;
  readonly signers: Signers;
}

/** Carries out what was signed. */
export function carryOut(parts: SigningParts, body: Fields): object {
  const { exchange } = parts;
  const action = readAction(body.action);
  const expiresAfter = readOptional(body.expiresAfter, readWhole);
  const account = authenticate(parts, body, { action: action.packed, expiresAfter });
  if (expiresAfter !== undefined && exchange.now() > expiresAfter) {
    throw new Refused(`Action already expired: ${expiresAfter} < ${exchange.now()}`);
  }
  return { type: action.type, data: { statuses: statusesOf({ exchange, account }, action) } };
}

function statusesOf(
  placing: { readonly exchange: Exchange; readonly account: Account },
  action: Action,
): readonly unknown[] {
  if (action.type === 'cancel') return action.cancels.map((each) => cancel(placing, each));
  if (action.hasBuilder) throw new Refused('Builder fee has not been approved.');
  // A market that there is not spoils the whole request.
  const known = action.orders.map((order) => ({ order, market: marketOf(placing, order) }));
  return known.map(({ order, market }) => placeOrder({ ...placing, market }, order));
}

function marketOf({ exchange }: Pick<SigningParts, 'exchange'>, { asset }: WireOrder): Market {
  const market = exchange.markets(wallet)[asset];
  if (!market) throw new Refused(`Asset ${asset} does not exist.`);
  return market;
}

/** Whose agent, or who, signed; each nonce is good once. */
function authenticate(
  { exchange, nonces, signers }: SigningParts,
  body: Fields,
  signed: Pick<SignedAction, 'action' | 'expiresAfter'>,
): Account {
  const nonce = readWhole(body.nonce);
  const vault = readOptional(body.vaultAddress, readAddress);
  if (vault !== undefined) throw new NotSimulated('vaults');
  const signature = readSignature(readFields(body.signature));
  const signer = signerOf({ ...signed, nonce, signature });
  if (signer === undefined) throw new Refused('Unable to recover signer.');
  const account = signers.accountOf(signer);
  if (!account) throw new Refused(`User or API Wallet ${signer} does not exist.`);
  nonces.take(signer, nonce, exchange.now());
  return account;
}

function readSignature({ r, s, v }: Fields): Signature {
  const parity = readWhole(v);
  if (parity !== 27 && parity !== 28) throw new Malformed();
  return { r: readPart(r), s: readPart(s), isOdd: parity === 28 };
}

function readPart(value: unknown): bigint {
  const text = readText(value);
  if (!/^0x[\da-f]{1,64}$/i.test(text)) throw new Malformed();
  return BigInt(text);
}

function cancel(
  { exchange, account }: { readonly exchange: Exchange; readonly account: Account },
  { asset, named }: WireCancel,
): unknown {
  const market = exchange.markets(wallet)[asset];
  const order = exchange
    .orders(account, wallet)
    .filter((each) => each.market === market)
    .findLast((each) => ('oid' in named ? each.id === named.oid : cloidOf(each) === named.cloid));
  if (order && isOpen(order) && exchange.cancel(order)) return 'success';
  return { error: `Order was never placed, already canceled, or filled. asset=${asset}` };
}
