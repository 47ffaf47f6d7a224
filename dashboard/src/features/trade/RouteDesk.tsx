import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { useClient } from '../../shared/api.tsx';
import { useSettled } from '../../shared/clock.ts';
import { moneyOf } from '../../shared/money.ts';
import { marketTypeOf } from '../../shared/symbol.ts';
import { Columns } from './Columns.tsx';
import { keyProblem } from './desk.ts';
import { type FrameProps, WithQuotes } from './OrderDesk.tsx';
import { QuantityField } from './QuantityField.tsx';
import { QuoteStrip } from './QuoteStrip.tsx';
import { routeQuery } from './queries.ts';
import { RouteFields } from './RouteFields.tsx';
import { RoutePanel } from './RoutePanel.tsx';
import { RouteSend } from './RouteSend.tsx';
import {
  chosenAccounts,
  type RouteReading,
  readRoute,
  routable,
  type TradedAccount,
  usualRoute,
} from './routeTicket.ts';
import { TicketPanel } from './TicketPanel.tsx';
import { typingMs } from './usePricing.ts';
import { isStreamed } from './useQuotes.ts';
import { useRouteSending } from './useRouteSending.ts';

interface RouteDeskProps extends FrameProps {
  readonly accounts: readonly TradedAccount[];
  readonly onPlan: (planId: string) => void;
}

/** Shows one order over several accounts, and how the router would split it. */
export function RouteDesk(props: RouteDeskProps) {
  const { accounts, exchanges, symbol, state, service, onPlan } = props;
  const { ticket, change } = state;
  const [route, setRoute] = useState(usualRoute);
  const able = useMemo(() => routable(accounts, exchanges ?? []), [accounts, exchanges]);
  const chosen = useMemo(() => chosenAccounts(route, able), [route, able]);
  const reading = useMemo(
    () => readRoute(route, ticket, { symbol, accounts: chosen }),
    [route, ticket, symbol, chosen],
  );
  const estimate = useEstimate(reading);
  const sending = useRouteSending((planId) => {
    change({ quantity: '' });
    onPlan(planId);
  });
  const wrong = reading.kind === 'unfinished' ? reading.wrong : {};
  const isLive = chosen.some((account) => moneyOf(account) === 'real');
  const money = isLive ? 'real' : ((chosen[0] && moneyOf(chosen[0])) ?? 'paper');
  return (
    <Columns
      account={props.account}
      orders={props.orders}
      cost={<RoutePanel {...estimate} />}
      ticket={
        <TicketPanel
          mode="route"
          onMode={props.onMode}
          side={ticket.side}
          money={money}
          onSide={props.onSide}
          isSimulator={service?.exchanges === 'simulator'}
        >
          {exchanges && isStreamed(exchanges) && (
            <WithQuotes symbol={symbol} venue={undefined}>
              {(quotes) => <QuoteStrip quotes={quotes} venue={undefined} onPick={undefined} />}
            </WithQuotes>
          )}
          <QuantityField
            ticket={ticket}
            symbol={symbol}
            means={undefined}
            price={undefined}
            wrong={wrong.quantity}
            onChange={(quantity) => change({ quantity })}
          />
          <RouteFields
            route={route}
            able={able}
            chosen={chosen}
            wrong={wrong}
            hasPositions={marketTypeOf(symbol) !== 'spot'}
            change={(part) => setRoute((last) => ({ ...last, ...part }))}
          />
          <RouteSend
            reading={reading}
            side={ticket.side}
            isLive={isLive}
            trouble={keyProblem(service)}
            sending={sending}
          />
        </TicketPanel>
      }
    />
  );
}

/** Returns the current estimate of the route, once typing has paused. */
function useEstimate(reading: RouteReading) {
  const input = reading.kind === 'whole' ? reading.input : undefined;
  const asked = useSettled(input, typingMs);
  const { data, error, isPlaceholderData } = useQuery(routeQuery(useClient(), asked));
  return {
    isAsked: input !== undefined,
    estimate: data,
    error,
    isBehind: asked !== input || isPlaceholderData,
  };
}
