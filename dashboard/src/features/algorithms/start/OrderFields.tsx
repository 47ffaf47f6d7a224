import { partsOf } from '../../../shared/symbol.ts';
import { CheckField, NumberField } from '../../../shared/ui/Field.tsx';
import { Segments } from '../../../shared/ui/Segments.tsx';
import { SymbolField } from '../../../shared/ui/SymbolField.tsx';
import { AccountChecks } from './AccountChecks.tsx';
import { canReduce, type Draft, type Faults, type Filled, namesAccounts, sideOf } from './draft.ts';

export interface FieldsProps {
  readonly filled: Filled;
  readonly faults: Faults;
  readonly onDraft: (draft: Draft) => void;
}

const sides = [
  ['buy', 'Buy'],
  ['sell', 'Sell'],
] as const;

/** Shows the fields that every algorithm has: the order itself. */
export function OrderFields(props: FieldsProps & { readonly onSymbol: (symbol: string) => void }) {
  const { filled, faults, onDraft, onSymbol } = props;
  const { type, symbol, draft } = filled;
  const { base, quote } = partsOf(symbol);
  const isArb = type === 'funding_arb';
  return (
    <>
      <div className="algorithms-grid">
        <SymbolField value={symbol} onChange={onSymbol} {...(isArb && { market: 'spot' })} />
        <div className="field">
          <span className="label">Side</span>
          {isArb ? (
            <span className="algorithms-fixed">Buy spot, sell perp</span>
          ) : (
            <Segments
              label="Side"
              value={sideOf(filled)}
              options={sides}
              onChange={(side) => onDraft({ ...draft, side })}
            />
          )}
        </div>
        <NumberField
          label={`Quantity, ${base}`}
          value={draft.quantity}
          wrong={faults.get('quantity')}
          onChange={(quantity) => onDraft({ ...draft, quantity })}
        />
        <NumberField
          label={`Limit price, ${quote}`}
          value={draft.limitPrice}
          wrong={faults.get('limit_price')}
          hint="never executed beyond it; optional"
          onChange={(limitPrice) => onDraft({ ...draft, limitPrice })}
        />
      </div>
      {canReduce(filled) && (
        <CheckField
          label="Reduce-only"
          hint="only makes positions smaller"
          checked={draft.reduceOnly}
          onChange={(reduceOnly) => onDraft({ ...draft, reduceOnly })}
        />
      )}
      {!namesAccounts(type) && (
        <AccountChecks
          label="Accounts"
          symbol={symbol}
          value={draft.accounts}
          wrong={faults.get('exchange_account_ids')}
          hint="each trades on its own exchange"
          onChange={(accounts) => onDraft({ ...draft, accounts })}
        />
      )}
    </>
  );
}
