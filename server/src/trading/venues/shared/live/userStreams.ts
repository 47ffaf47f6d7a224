import type { Clock } from '../../../../kit/clock.ts';
import type { MarketType } from '../../../model/order.ts';
import type { Credentials } from '../../accountPort.ts';
import type { CcxtClient } from './ccxtClient.ts';
import type { ToldOrders } from './toldOrders.ts';

// What a dialect says of the streams on which its venue tells an account of its orders. A message
// only names an order: what became of it is looked up, so that one translator has the word.

/** What a stream is opened with. REST goes through the client, as every other request does. */
export interface UserStreamCall {
  readonly client: CcxtClient;
  readonly clock: Clock;
  /** For messages that are signed over the socket itself. */
  readonly credentials: Credentials;
  /** Keeps reports that tell an order whole. */
  readonly told?: ToldOrders | undefined;
}

/** One connection of an account; a venue that splits its orders over several has several. */
export interface UserStream {
  /** Unique in the dialect, for logs and figures. */
  readonly name: string;
  /** Of which markets it tells every change of an order. */
  readonly marketTypes: readonly MarketType[];
  /** Asks what must be known before the connection is made: an address with a key, a token. */
  prepare(call: UserStreamCall): Promise<PreparedStream>;
}

/** What is particular to one connection, from its opening to its end. */
export interface PreparedStream {
  readonly url: string;
  /** The first messages: a login, or subscriptions at once. Asked for when the socket is open. */
  hello(): readonly string[];
  /** What a message means. Never throws; what it cannot read is `other`. */
  read(text: string): StreamWord;
  /** A message of our own that the venue wants to hear so often, beside the socket's pings. */
  readonly ping?: { readonly everyMs: number; text(): string };
  /** What must be renewed over REST so often; the connection is given up when that fails. */
  readonly renewal?: { readonly everyMs: number; renew(call: UserStreamCall): Promise<void> };
}

export type StreamWord =
  /** Something happened to these orders. */
  | { readonly kind: 'orders'; readonly orders: readonly OrderName[] }
  /** From now on everything is told. */
  | { readonly kind: 'ready' }
  /** The venue wants an answer: a signed challenge, or subscriptions after the login. */
  | { readonly kind: 'answer'; readonly texts: readonly string[] }
  /** Refused, expired or about to end: only a new connection helps. */
  | { readonly kind: 'over'; readonly reason: string }
  | { readonly kind: 'other' };

/** An order as a message names it; one name is enough. */
export interface OrderName {
  /** As we know it, without what the venue's rendering adds. */
  readonly clientId?: string | undefined;
  readonly venueOrderId?: string | undefined;
  /** The name of its link, for a venue whose ids repeat from one market to another. */
  readonly linkName?: string | undefined;
}
