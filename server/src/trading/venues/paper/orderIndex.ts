import type { OrderRef, VenueOrderState } from '../venuePort.ts';

/** Known ids of an order; the venue's own takes precedence. */
export type OrderIds = Pick<OrderRef, 'clientId' | 'venueOrderId'>;

/** Orders by both their ids. */
export interface OrderIndex {
  set(state: VenueOrderState): void;
  get(venueOrderId: string): VenueOrderState | undefined;
  find(ids: OrderIds): VenueOrderState | undefined;
  delete(state: VenueOrderState): void;
  /** Returns the orders in the order in which they came. */
  all(): VenueOrderState[];
}

export function createOrderIndex(): OrderIndex {
  const states = new Map<string, VenueOrderState>();
  const idsByClient = new Map<string, string>();
  return {
    set(state) {
      states.set(state.venueOrderId, state);
      if (state.clientId !== undefined) idsByClient.set(state.clientId, state.venueOrderId);
    },
    get: (venueOrderId) => states.get(venueOrderId),
    find: ({ clientId, venueOrderId }) =>
      states.get(venueOrderId ?? '') ?? states.get(idsByClient.get(clientId) ?? ''),
    delete({ venueOrderId, clientId }) {
      states.delete(venueOrderId);
      if (clientId !== undefined) idsByClient.delete(clientId);
    },
    all: () => [...states.values()],
  };
}
