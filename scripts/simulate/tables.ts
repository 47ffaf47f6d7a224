import type { VenueFill, VenueOrderState } from '../../server/src/trading/venues/venuePort.ts';
import type { SimStore } from './simStore.ts';

// The tables as the checker reads them, without going through the service.

export interface OrderLine {
  readonly id: string;
  readonly account_id: string;
  readonly client_order_id: string;
  readonly venue_client_id: string;
  readonly venue_order_id: string | null;
  readonly order_status: string;
  readonly quantity: string;
  readonly quantity_filled: string;
  readonly fee: string;
  readonly reserved_micro: number;
  readonly settled_micro: number | null;
  readonly quote_usd: number;
  /** 0 or 1. */
  readonly reduce_only: number;
  readonly day: string;
  readonly parent_id: string | null;
}

export interface FillLine {
  readonly account_id: string;
  readonly order_id: string | null;
  readonly venue_order_id: string;
  readonly venue_trade_id: string;
  readonly price: number;
  readonly quantity: string;
  readonly fee: string;
  readonly fee_asset: string;
}

export interface AtVenue<Value> {
  readonly accountId: string;
  readonly value: Value;
}

export function storedOrders({ rows }: Pick<SimStore, 'rows'>): readonly OrderLine[] {
  return rows('select * from meta_orders order by created_at_ms, id');
}

export function storedFills({ rows }: Pick<SimStore, 'rows'>): readonly FillLine[] {
  return rows('select * from order_fills order by account_id, at_ms, venue_trade_id');
}

/** Returns every order that a venue has taken. */
export function venueOrders({ rows }: Pick<SimStore, 'rows'>): AtVenue<VenueOrderState>[] {
  const lines = rows<{ account: string; order_json: string }>('select * from paper_orders');
  return lines.map(({ account, order_json }) => ({
    accountId: accountOf(account),
    value: stateOf(JSON.parse(order_json)),
  }));
}

export function venueFills({ rows }: Pick<SimStore, 'rows'>): AtVenue<VenueFill>[] {
  const lines = rows<{ account: string; fill_json: string }>('select * from paper_fills');
  return lines.map(({ account, fill_json }) => ({
    accountId: accountOf(account),
    value: JSON.parse(fill_json) as VenueFill,
  }));
}

/**
 * Returns the client ids of children that give back what their algorithm opened; callers' orders
 * are not among them.
 */
export function closingNames({ rows }: Pick<SimStore, 'rows'>): ReadonlySet<string> {
  const lines = rows<{ client_order_id: string }>(
    `select algorithm_children.client_order_id from algorithm_children
    where json_extract(child_json, '$.isClosing') = true`,
  );
  return new Set(lines.map(({ client_order_id }) => client_order_id));
}

/** Returns the venue's state of an order, which is stored alone or beside its engine's records. */
function stateOf(kept: VenueOrderState | { readonly state: VenueOrderState }): VenueOrderState {
  return 'state' in kept ? kept.state : kept;
}

/** Returns the account of a venue's name for it: its id and its creation time. */
function accountOf(name: string): string {
  return name.slice(0, name.lastIndexOf('@'));
}
