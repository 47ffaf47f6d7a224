import type { Exchange } from '../exchange/exchange.ts';
import type { Market } from '../exchange/market.ts';
import { type Account, isOpen } from '../exchange/records.ts';
import { type Action, readAction, type WireCancel, type WireOrder } from './actions.ts';
import { type BuilderFees, readApproval } from './builderFees.ts';
import { accountOf, cloidOf } from './call.ts';
import type { Nonces } from './nonces.ts';
import { placeOrder } from './placing.ts';
import {
  type Fields,
  readAddress,
  readFields,
  readOptional,
  readSignature,
  readWhole,
} from './reading.ts';
import { Refused } from './refusals.ts';
import { approverOf, type SignedAction, signerOf } from './signature.ts';
import type { Signers } from './signers.ts';
import { wallet } from './traits.ts';

export interface SigningParts {
  readonly exchange: Exchange;
  /** The chain that agents sign for; part of what they sign. */
  readonly source: 'a' | 'b';
  readonly nonces: Nonces;
  readonly signers: Signers;
  readonly builderFees: BuilderFees;
}

/** Carries out a signed request. */
export function carryOut(parts: SigningParts, body: Fields): object {
  const { exchange, builderFees } = parts;
  if (readFields(body.action).type === 'approveBuilderFee') return approve(parts, body);
  const action = readAction(body.action);
  const expiresAfter = readOptional(body.expiresAfter, readWhole);
  const account = authenticate(parts, body, { action: action.packed, expiresAfter });
  if (expiresAfter !== undefined && exchange.now() > expiresAfter) {
    throw new Refused(`Action already expired: ${expiresAfter} < ${exchange.now()}`);
  }
  if (action.type === 'setReferrer') return { type: 'default' };
  const statuses = statusesOf({ exchange, builderFees, account }, action);
  return { type: action.type, data: { statuses } };
}

/** Approves a builder. Only the account itself can do this; an agent cannot. */
function approve({ exchange, nonces, builderFees }: SigningParts, body: Fields): object {
  const approval = readApproval(body);
  const giver = approverOf(approval);
  const account = giver && accountOf(exchange, giver);
  if (!giver || !account) {
    throw new Refused(`Must deposit before performing actions. User: ${giver}`);
  }
  nonces.take(giver, approval.nonce, exchange.now());
  builderFees.approve(account, approval);
  return { type: 'default' };
}

type Acting = Pick<SigningParts, 'exchange' | 'builderFees'> & { readonly account: Account };

function statusesOf(
  { builderFees, ...placing }: Acting,
  action: Extract<Action, { type: 'order' | 'cancel' }>,
): readonly unknown[] {
  if (action.type === 'cancel') return action.cancels.map((each) => cancel(placing, each));
  if (action.builder && !builderFees.isApproved(placing.account, action.builder)) {
    throw new Refused('Builder fee has not been approved.');
  }
  // An unknown market makes the whole request fail.
  const known = action.orders.map((order) => ({ order, market: marketOf(placing, order) }));
  return known.map(({ order, market }) => placeOrder({ ...placing, market }, order));
}

function marketOf({ exchange }: Pick<SigningParts, 'exchange'>, { asset }: WireOrder): Market {
  const market = exchange.markets(wallet)[asset];
  if (!market) throw new Refused(`Asset ${asset} does not exist.`);
  return market;
}

/** Returns the account that signed itself or by its agent; refuses a used nonce. */
function authenticate(
  { exchange, source, nonces, signers }: SigningParts,
  body: Fields,
  signed: Pick<SignedAction, 'action' | 'expiresAfter'>,
): Account {
  const nonce = readWhole(body.nonce);
  const vault = readOptional(body.vaultAddress, readAddress);
  const signature = readSignature(body.signature);
  const signer = signerOf({ ...signed, nonce, vault, signature }, source);
  if (signer === undefined) throw new Refused('Unable to recover signer.');
  const account = signers.accountOf(signer);
  if (!account) throw new Refused(`User or API Wallet ${signer} does not exist.`);
  nonces.take(signer, nonce, exchange.now());
  return vault === undefined ? account : ledAccount(exchange, account, vault);
}

/** Returns a vault or sub-account; refuses anybody but its leader or master. */
function ledAccount(exchange: Exchange, leader: Account, address: string): Account {
  const led = accountOf(exchange, address);
  if (!led?.ledBy) throw new Refused(`Vault not registered: ${address}`);
  if (led.ledBy.address.toLowerCase() !== leader.apiKey.toLowerCase()) {
    throw new Refused(`Sub-account ${address} is not registered to ${leader.apiKey}`);
  }
  return led;
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
