import { formatShare } from '../../shared/format.ts';
import { partsOf } from '../../shared/symbol.ts';
import { NumberField } from '../../shared/ui/Field.tsx';
import { type Funds, quickQuantity } from './quickQuantity.ts';
import type { Ticket } from './ticket.ts';

interface QuantityFieldProps {
  readonly ticket: Ticket;
  readonly symbol: string;
  readonly onChange: (quantity: string) => void;
  readonly wrong: string | undefined;
  /** Undefined when shares of it make no sense: with several accounts. */
  readonly means: Funds | undefined;
  /** Price at which the order is expected to trade. */
  readonly price: number | undefined;
}

const shares = [0.25, 0.5, 0.75, 1] as const;

/** Asks for the quantity, as a number or as a share of what is available. */
export function QuantityField(props: QuantityFieldProps) {
  const { ticket, symbol, onChange, wrong, means, price } = props;
  const { base } = partsOf(symbol);
  return (
    <div className="trade-quantity">
      <NumberField
        label={`Quantity (${base})`}
        value={ticket.quantity}
        onChange={onChange}
        wrong={wrong}
        placeholder="0.5"
      />
      {means && (
        // biome-ignore lint/a11y/useSemanticElements: a fieldset draws a frame
        <div className="trade-shares" role="group" aria-label={`Share of the ${whatOf(ticket)}`}>
          {shares.map((share) => {
            const quantity = quickQuantity(ticket, { symbol, price, means }, share);
            const text = formatShare(share);
            return (
              <button
                key={share}
                type="button"
                className="button small"
                title={`${text} of the ${whatOf(ticket)}`}
                disabled={quantity === undefined}
                onClick={() => quantity !== undefined && onChange(String(quantity))}
              >
                {text}
              </button>
            );
          })}
        </div>
      )}
    </div>
  );
}

function whatOf({ reduceOnly }: Ticket): string {
  return reduceOnly ? 'position' : 'free balance';
}
