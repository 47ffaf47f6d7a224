import type { CcxtClient, CcxtTrade } from '../../shared/live/ccxtClient.ts';

/**
 * What is used of the class beside the common parts. Its own ways to send an order or a cancel
 * sign an approval of a fee for ccxt first, and add that fee to the order: they are never used.
 */
interface HyperliquidClient extends CcxtClient {
  readonly options: {
    /** The vault or sub-account that is traded; absent where that is the owner's account. */
    readonly vaultAddress?: string;
    /** The leader or master of it. */
    readonly ownerAddress?: string;
    /** The kind of the account as the venue told it, until it is asked again. */
    accountKind?: { readonly user: string; readonly kind: string; readonly untilMs: number };
  };
  /** The address of the account that is traded, which the agent that signs is none of. */
  readonly walletAddress: string;
  /** Of the agent, or of the account itself. */
  readonly privateKey: string;
  ethGetAddressFromPrivateKey(privateKey: string): string;
  /** An order as it is sent, not signed. */
  createOrderRequest(
    symbol: string,
    type: string,
    side: string,
    amount: string,
    price: string,
    params: object,
  ): object;
  /** A whole cancel, signed. */
  cancelOrdersRequest(ids: readonly string[], symbol: string, params: object): object;
  incrementingNonce(): number;
  signL1Action(
    action: object,
    nonce: number,
    vaultAddress: string | undefined,
    expiresAfter: number,
  ): object;
  /** The venue lists those of all symbols, whichever is asked for. */
  fetchMyTrades(
    symbol: string | undefined,
    since: number | undefined,
    limit: number | undefined,
    params: object,
  ): Promise<readonly CcxtTrade[]>;
}

/** The client as its class makes it. */
export function ownClient(client: CcxtClient): HyperliquidClient {
  return client as HyperliquidClient;
}

/** The venue takes a client id of 128 bits, in hexadecimal digits. */
export function toCloid(clientId: string): string {
  return `0x${clientId}`;
}

/** Undefined for what is no client id of the venue. */
export function fromCloid(cloid: unknown): string | undefined {
  return /^0x([\da-f]{32})$/.exec(String(cloid).toLowerCase())?.[1];
}
