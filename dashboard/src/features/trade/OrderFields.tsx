import { formatWord } from '../../shared/format.ts';
import { marketTypeOf, partsOf } from '../../shared/symbol.ts';
import { CheckField, NumberField, SelectField } from '../../shared/ui/Field.tsx';
import { hasTimeInForce, mayPostOnly, type Offered } from './offered.ts';
import { type NumberName, pricesOf, type Ticket, type Wrong } from './ticket.ts';
import type { TicketState } from './useTicket.ts';
import { explainType } from './words.ts';

export interface OrderFieldsProps {
  readonly ticket: Ticket;
  readonly change: TicketState['change'];
  readonly offered: Offered;
  readonly wrong: Wrong;
  readonly symbol: string;
}

const timeWords = {
  GTC: 'Good till cancelled',
  IOC: 'Immediate or cancel',
  FOK: 'Fill or kill',
  POST_ONLY: 'Post only',
} as const;

/** Shows the type of an order and its time in force. */
export function TypeFields({ ticket, change, offered }: OrderFieldsProps) {
  const { type, side, timeInForce } = ticket;
  return (
    <>
      <div className="trade-pair">
        <SelectField
          label="Type"
          value={type}
          options={offered.types.map((each) => [each, wordOf(each)])}
          onChange={(value) => {
            const chosen = offered.types.find((each) => each === value);
            if (chosen) change({ type: chosen });
          }}
        />
        {hasTimeInForce(type) && (
          <SelectField
            label="Time in force"
            value={timeInForce}
            options={offered.timesInForce.map((each) => [each, timeWords[each]])}
            onChange={(value) => {
              const chosen = offered.timesInForce.find((each) => each === value);
              if (chosen) change({ timeInForce: chosen });
            }}
          />
        )}
      </div>
      <p className="small muted">{explainType(type, side)}</p>
    </>
  );
}

function wordOf(type: Ticket['type']): string {
  return type === 'oco' ? 'One cancels the other' : formatWord(type);
}

/** Shows the prices that the type has. */
export function PriceFields({ ticket, change, wrong, symbol }: OrderFieldsProps) {
  const { quote } = partsOf(symbol);
  const wanted: readonly NumberName[] = pricesOf(ticket.type);
  if (wanted.length === 0) return null;
  return (
    <div className="trade-pair">
      {wanted.includes('price') && (
        <NumberField
          label={ticket.type === 'oco' ? `Limit leg (${quote})` : `Price (${quote})`}
          value={ticket.price}
          wrong={wrong.price}
          onChange={(price) => change({ price })}
        />
      )}
      {wanted.includes('stop_price') && (
        <NumberField
          label={ticket.type === 'oco' ? `Stop leg (${quote})` : `Stop price (${quote})`}
          value={ticket.stopPrice}
          wrong={wrong.stop_price}
          onChange={(stopPrice) => change({ stopPrice })}
        />
      )}
      {wanted.includes('trailing_delta') && (
        <NumberField
          label="Trailing distance (%)"
          value={ticket.trailingDelta}
          wrong={wrong.trailing_delta}
          onChange={(trailingDelta) => change({ trailingDelta })}
        />
      )}
    </div>
  );
}

/** Shows the further options of an order that the exchange takes. */
export function FlagFields({ ticket, change, offered, symbol }: OrderFieldsProps) {
  const isPerp = marketTypeOf(symbol) !== 'spot';
  const canPost = mayPostOnly(ticket, offered);
  if (!canPost && !(isPerp && offered.hasReduceOnly)) return null;
  return (
    <div className="row trade-flags">
      {canPost && (
        <CheckField
          label="Post only"
          hint="refused if it would take"
          checked={ticket.postOnly}
          onChange={(postOnly) => change({ postOnly })}
        />
      )}
      {isPerp && offered.hasReduceOnly && (
        <CheckField
          label="Reduce only"
          hint="never opens or turns a position"
          checked={ticket.reduceOnly}
          onChange={(reduceOnly) => change({ reduceOnly })}
        />
      )}
    </div>
  );
}
