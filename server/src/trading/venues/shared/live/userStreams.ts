import type { Clock } from '../../../../kit/clock.ts';
import type { MarketType } from '../../../model/order.ts';
import type { Credentials } from '../../accountPort.ts';
import type { CcxtClient } from './ccxtClient.ts';
import type { OrderReports } from './orderReports.ts';

// The description by a dialect of the streams on which its venue reports an account's orders. A
// message only names an order: its state is looked up, so that a single translator decides.

/** The means to open a stream. REST goes through the client, as every other request does. */
export interface UserStreamCall {
  readonly client: CcxtClient;
  readonly clock: Clock;
  /** For messages that are signed over the socket itself. */
  readonly credentials: Credentials;
  /** Keeps reports that describe an order completely. */
  readonly told?: OrderReports | undefined;
}

/** One connection of an account; a venue that splits its orders over several has several. */
export interface UserStream {
  /** Unique in the dialect, for logs and figures. */
  readonly name: string;
  /** Markets in which it reports every change of an order. */
  readonly marketTypes: readonly MarketType[];
  /** Requests what must be known before the connection is made: an address with a key, a token. */
  prepare(call: UserStreamCall): Promise<PreparedStream>;
}

/** The particulars of one connection, from its opening to its end. */
export interface PreparedStream {
  readonly url: string;
  /**
   * Returns the first messages: a login, or subscriptions at once. Called when the socket is open.
   */
  hello(): readonly string[];
  /** Returns the meaning of a message. Never throws; an unreadable message is `other`. */
  read(text: string): StreamMessage;
  /** A message of ours that the venue expects this often, beside the socket's pings. */
  readonly ping?: { readonly everyMs: number; text(): string };
  /** A renewal over REST that is needed this often; the connection is given up when it fails. */
  readonly renewal?: { readonly everyMs: number; renew(call: UserStreamCall): Promise<void> };
}

export type StreamMessage =
  /** Something happened to these orders. */
  | { readonly kind: 'orders'; readonly orders: readonly OrderName[] }
  /** From now on everything is reported. */
  | { readonly kind: 'ready' }
  /** The venue expects an answer: a signed challenge, or subscriptions after the login. */
  | { readonly kind: 'answer'; readonly texts: readonly string[] }
  /** The stream was refused, expired or is about to end: only a new connection helps. */
  | { readonly kind: 'over'; readonly reason: string }
  | { readonly kind: 'other' };

/** An order as a message names it; one name is enough. */
export interface OrderName {
  /** Our own id, without what the venue's rendering adds. */
  readonly clientId?: string | undefined;
  readonly venueOrderId?: string | undefined;
  /** The name of its link, for a venue whose ids repeat from one market to another. */
  readonly linkName?: string | undefined;
}
