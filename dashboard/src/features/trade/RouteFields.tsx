import { moneyWord } from '../../shared/money.ts';
import { CheckField, NumberField } from '../../shared/ui/Field.tsx';
import { venueName } from '../../shared/venues.ts';
import type { RouteTicket, TradedAccount } from './routeTicket.ts';
import type { Wrong } from './ticket.ts';

interface RouteFieldsProps {
  readonly route: RouteTicket;
  readonly change: (part: Partial<RouteTicket>) => void;
  /** Accounts that could trade the symbol, and the chosen ones below. */
  readonly able: readonly TradedAccount[];
  readonly chosen: readonly TradedAccount[];
  readonly wrong: Wrong;
  /** False for a spot market, which has no positions. */
  readonly hasPositions: boolean;
}

/** Asks for the accounts of the split and the limits of the route. */
export function RouteFields({ route, change, ...rest }: RouteFieldsProps) {
  const { able, chosen, wrong, hasPositions } = rest;
  const ids = chosen.map((account) => account.exchange_account_id);
  return (
    <>
      <fieldset className="trade-accounts">
        <legend className="small muted">Accounts</legend>
        {able.map(({ exchange_account_id: id, exchange, ...money }) => (
          <CheckField
            key={id}
            label={id}
            hint={`${venueName(exchange)}, ${moneyWord(money)}`}
            checked={ids.includes(id)}
            onChange={(isIn) =>
              change({ accountIds: isIn ? [...ids, id] : ids.filter((each) => each !== id) })
            }
          />
        ))}
        {able.length === 0 && <p className="small muted">No account can trade this symbol.</p>}
      </fieldset>
      <div className="trade-pair">
        <NumberField
          label="Max exchanges"
          value={route.maxVenues}
          wrong={wrong.max_venues}
          onChange={(maxVenues) => change({ maxVenues })}
        />
        <NumberField
          label="Max slippage (bps)"
          value={route.maxSlippageBps}
          wrong={wrong.max_slippage_bps}
          onChange={(maxSlippageBps) => change({ maxSlippageBps })}
        />
      </div>
      {hasPositions && (
        <CheckField
          label="Reduce-only"
          hint="only makes positions smaller"
          checked={route.reduceOnly}
          onChange={(reduceOnly) => change({ reduceOnly })}
        />
      )}
    </>
  );
}
