import { useQuery } from '@tanstack/react-query';
import type { DataOf } from '@windlass/client';
import { type ReactNode, useMemo } from 'react';
import { useClient } from '../../shared/api.tsx';
import { moneyOf } from '../../shared/money.ts';
import { marketTypeOf } from '../../shared/symbol.ts';
import { Empty } from '../../shared/ui/Notes.tsx';
import { type Around, Columns } from './Columns.tsx';
import { CostPanel } from './CostPanel.tsx';
import { accountProblem } from './desk.ts';
import { expectedPrice } from './expectedPrice.ts';
import { FlagFields, PriceFields, TypeFields } from './OrderFields.tsx';
import { OrderSend } from './OrderSend.tsx';
import { type Capabilities, fitTicket, type Offered, offeredOf } from './offered.ts';
import { QuantityField } from './QuantityField.tsx';
import { QuoteStrip } from './QuoteStrip.tsx';
import { balanceQuery, leverageQuery } from './queries.ts';
import type { Funds } from './quickQuantity.ts';
import { noQuotes, type Quotes } from './quotes.ts';
import type { TradedAccount } from './routeTicket.ts';
import { type Mode, TicketPanel } from './TicketPanel.tsx';
import { pricesOf, readTicket, type Side, type Ticket } from './ticket.ts';
import { useOrderSending } from './useOrderSending.ts';
import { usePricing } from './usePricing.ts';
import { isStreamed, useQuotes } from './useQuotes.ts';
import type { TicketState } from './useTicket.ts';
import { wrongOf } from './wrong.ts';

/** Properties that the frames of both tickets share. */
export interface FrameProps extends Around {
  readonly onMode: (mode: Mode) => void;
  readonly onSide: (side: Side) => void;
  readonly service: DataOf<'getServiceInfo'> | undefined;
  /** Exchanges that list the symbol; undefined until that is known. */
  readonly exchanges: readonly string[] | undefined;
  readonly symbol: string;
  readonly state: TicketState;
}

interface OrderDeskProps extends FrameProps {
  readonly traded: TradedAccount;
  readonly capabilities: Capabilities | undefined;
}

/** Shows one order to one account, and what it would cost. */
export function OrderDesk(props: OrderDeskProps) {
  const { traded: account, capabilities, symbol, exchanges, state, service } = props;
  const { exchange_account_id: accountId } = account;
  const offered = useMemo(
    () => capabilities && offeredOf(capabilities, symbol),
    [capabilities, symbol],
  );
  const { ticket: draft, change } = state;
  const ticket = useMemo(() => (offered ? fitTicket(draft, offered) : draft), [offered, draft]);
  const reading = useMemo(
    () => readTicket(ticket, { accountId, symbol }),
    [ticket, accountId, symbol],
  );
  const trouble = accountProblem({ service, account, symbol, exchanges, offered });
  const isTradable = exchanges?.includes(account.exchange) === true && offered !== undefined;
  const terms = reading.kind === 'whole' && isTradable ? reading.terms : undefined;
  const pricing = usePricing(terms);
  const sending = useOrderSending(() => change({ quantity: '' }));
  const wrong = wrongOf(reading, pricing.preview, sending.now);
  const fields = (quotes: Quotes) => (
    <OrderTicket
      ticket={ticket}
      change={change}
      offered={offered}
      wrong={wrong}
      symbol={symbol}
      account={account}
      quotes={quotes}
    />
  );
  return (
    <Columns
      account={props.account}
      orders={props.orders}
      cost={<CostPanel terms={terms} pricing={pricing} />}
      ticket={
        <TicketPanel
          mode="account"
          onMode={props.onMode}
          side={ticket.side}
          onSide={props.onSide}
          money={moneyOf(account)}
          isSimulator={service?.exchanges === 'simulator'}
        >
          {exchanges && isStreamed(exchanges) ? (
            <WithQuotes symbol={symbol} venue={account.exchange}>
              {fields}
            </WithQuotes>
          ) : (
            fields(noQuotes)
          )}
          <OrderSend
            reading={reading}
            side={ticket.side}
            isLive={moneyOf(account) === 'real'}
            trouble={trouble}
            sending={sending}
            refusal={pricing.refusal}
          />
        </TicketPanel>
      }
    />
  );
}

interface WithQuotesProps {
  readonly symbol: string;
  readonly venue: string | undefined;
  readonly children: (quotes: Quotes) => ReactNode;
}

/** Keeps the books open only for symbols that have some: others would be refused. */
export function WithQuotes({ symbol, venue, children }: WithQuotesProps) {
  return children(useQuotes(symbol, venue));
}

interface OrderTicketProps {
  readonly ticket: Ticket;
  readonly change: TicketState['change'];
  readonly offered: Offered | undefined;
  readonly wrong: ReturnType<typeof wrongOf>;
  readonly symbol: string;
  readonly account: TradedAccount;
  readonly quotes: Quotes;
}

function OrderTicket(props: OrderTicketProps) {
  const { ticket, change, offered, wrong, symbol, account, quotes } = props;
  const isThere = offered !== undefined && offered.types.length > 0;
  const means = useMeans(account.exchange_account_id, symbol, isThere);
  if (!offered) return <Empty>Loading…</Empty>;
  if (!isThere) return null;
  const fields = { ticket, change, offered, wrong, symbol };
  const hasPrice = pricesOf(ticket.type).includes('price');
  return (
    <>
      <QuoteStrip
        quotes={quotes}
        venue={account.exchange}
        onPick={hasPrice ? (price) => change({ price: String(price) }) : undefined}
      />
      <TypeFields {...fields} />
      <QuantityField
        ticket={ticket}
        symbol={symbol}
        means={means}
        wrong={wrong.quantity}
        price={expectedPrice(ticket, quotes)}
        onChange={(quantity) => change({ quantity })}
      />
      <PriceFields {...fields} />
      <FlagFields {...fields} />
    </>
  );
}

const nothingKnown: Funds = { free: {}, leverage: undefined, position: undefined };

/** Returns what the account has for the symbol, as far as it is known. */
function useMeans(accountId: string, symbol: string, isThere: boolean): Funds {
  const client = useClient();
  const isSpot = marketTypeOf(symbol) === 'spot';
  const wallet = isSpot ? 'spot' : 'swap';
  const balance = useQuery({ ...balanceQuery(client, accountId, wallet), enabled: isThere }).data;
  const isLevered = isThere && !isSpot;
  const margin = useQuery({ ...leverageQuery(client, accountId, symbol), enabled: isLevered }).data;
  if (!balance) return nothingKnown;
  const side = margin?.position_side;
  return {
    free: balance.free,
    leverage: margin?.leverage ?? undefined,
    position:
      side === 'long' || side === 'short'
        ? { side, quantity: margin?.position_size ?? 0 }
        : undefined,
  };
}
