import type { CcxtClient, CcxtTrade } from '../../shared/live/ccxtClient.ts';
import type { EncodedRequest } from '../../shared/live/encodeRequest.ts';
import type { SignedCancel } from './endpoints.ts';

/**
 * The part of the class that is used beside the common parts. Its own methods for sending an order
 * or a cancel first sign an approval of a fee for ccxt, and add that fee to the order: they are
 * never used.
 */
interface HyperliquidClient extends CcxtClient {
  readonly options: {
    /** The vault or sub-account that is traded; absent when the owner's account is. */
    readonly vaultAddress?: string;
    /** Its leader or master. */
    readonly ownerAddress?: string;
    /** The kind of the account as the venue reported it, until it is requested again. */
    accountKind?: { readonly user: string; readonly kind: string; readonly untilMs: number };
  };
  /** The address of the traded account, which is not that of the agent that signs. */
  readonly walletAddress: string;
  /** Private key of the agent, or of the account itself. */
  readonly privateKey: string;
  ethGetAddressFromPrivateKey(privateKey: string): string;
  /** Returns an order as it is sent, not signed. */
  createOrderRequest(
    symbol: string,
    type: string,
    side: string,
    amount: string,
    price: string,
    params: EncodedRequest,
  ): object;
  /** Returns a whole cancel, signed. */
  cancelOrdersRequest(ids: readonly [], symbol: string, params: EncodedRequest): SignedCancel;
  incrementingNonce(): number;
  signL1Action(
    action: object,
    nonce: number,
    vaultAddress: string | undefined,
    expiresAfter: number,
  ): object;
  /** The venue lists fills of all symbols, whichever is requested. */
  fetchMyTrades(
    symbol: string | undefined,
    since: number | undefined,
    limit: number | undefined,
    params: EncodedRequest,
  ): Promise<readonly CcxtTrade[]>;
}

/** Returns the client with the type of its own class. */
export function ownClient(client: CcxtClient): HyperliquidClient {
  return client as HyperliquidClient;
}

/** Returns the venue's form of a client id: 128 bits, in hexadecimal digits. */
export function toCloid(clientId: string): string {
  return `0x${clientId}`;
}

/** Returns undefined for a text that is no client id of the venue. */
export function fromCloid(cloid: unknown): string | undefined {
  return /^0x([\da-f]{32})$/.exec(String(cloid).toLowerCase())?.[1];
}
