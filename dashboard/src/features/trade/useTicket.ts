import { useMemo, useState } from 'react';
import { emptyTicket, type Side, type Ticket, withoutNumbers } from './ticket.ts';

export interface TicketState {
  readonly ticket: Ticket;
  change(part: Partial<Omit<Ticket, 'side'>>): void;
}

/**
 * Returns the ticket of a symbol. Another symbol begins without numbers. The address has the side.
 */
export function useTicket(symbol: string, side: Side): TicketState {
  const [draft, setDraft] = useState({ symbol, ticket: emptyTicket });
  const ticket = useMemo(() => {
    const kept = draft.symbol === symbol ? draft.ticket : withoutNumbers(draft.ticket);
    return { ...kept, side };
  }, [draft, symbol, side]);
  return {
    ticket,
    change: (part) =>
      setDraft((last) => {
        const base = last.symbol === symbol ? last.ticket : withoutNumbers(last.ticket);
        return { symbol, ticket: { ...base, ...part } };
      }),
  };
}
