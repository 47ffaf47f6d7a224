import { useQuery } from '@tanstack/react-query';
import { useClient } from '../../../shared/api.tsx';
import { moneyOf, moneyWord } from '../../../shared/money.ts';
import { accountsQuery } from '../../../shared/queries.ts';
import { Note } from '../../../shared/ui/Notes.tsx';
import { plainName } from '../names.ts';
import { isPair, typeName } from '../words.ts';
import { CostNote } from './CostNote.tsx';
import type { Filled, StartBody } from './draft.ts';
import { fieldsOf } from './fields.ts';
import { orderOf, summarize } from './summary.ts';
import type { useStarting } from './useStarting.ts';

interface StartFootProps {
  readonly filled: Filled;
  readonly starting: ReturnType<typeof useStarting>;
  readonly canTrade: boolean;
  readonly onNewId: () => void;
}

/** Shows what starting will do and may cost, and the button that starts. */
export function StartFoot({ filled, starting, canTrade, onNewId }: StartFootProps) {
  const { checked, start, isUnknown, isTaken, changed } = starting;
  const name = typeName(filled.type);
  const action = checked.isGood ? `Start ${name}: ${orderOf(checked.body)}` : `Start ${name}`;
  return (
    <div className="stack algorithms-foot">
      {checked.isGood ? (
        <GoodOrder body={checked.body} />
      ) : (
        <p className="muted">Missing or invalid: {missing(filled, [...checked.faults.keys()])}.</p>
      )}
      {!canTrade && <Note>Read-only key. Starting an algorithm needs the trader role.</Note>}
      <div className="row">
        <button type="submit" className="button primary" disabled={!canTrade || start.isPending}>
          {start.isPending ? 'Starting…' : isUnknown ? 'Ask again' : action}
        </button>
        {(isUnknown || isTaken) && (
          <button
            type="button"
            className="button"
            onClick={() => {
              changed();
              onNewId();
            }}
          >
            {isTaken ? 'Use another name' : 'Change the request'}
          </button>
        )}
      </div>
    </div>
  );
}

function GoodOrder({ body }: { body: StartBody }) {
  const { data: accounts = [] } = useQuery(accountsQuery(useClient()));
  const { symbol, side, quantity, algorithm_type } = body;
  const own = accounts.filter(({ exchange_account_id: id }) =>
    body.exchange_account_ids.includes(id),
  );
  const live = own
    .filter((account) => moneyOf(account) === 'real')
    .map(({ exchange_account_id: id }) => id);
  const play = own.filter(({ environment }) => environment !== 'production');
  const first = firstLegOf(body);
  return (
    <>
      <p>
        <strong>{summarize(body)}</strong>
      </p>
      {live.length > 0 && <Note mood="bad">Real money: {live.join(', ')}.</Note>}
      {play.map((account) => (
        <Note key={account.exchange_account_id} mood="warn">
          {account.exchange_account_id} trades in {moneyWord(account)}: simulated money.
        </Note>
      ))}
      <CostNote
        order={{ symbol, side, quantity, exchange_account_ids: [...first], order_type: 'algo' }}
        isFirstLeg={isPair(algorithm_type)}
      />
    </>
  );
}

/** Returns the accounts for which the cost is estimated. */
function firstLegOf({ params, exchange_account_ids: all }: StartBody): readonly string[] {
  if ('anchor_exchange_account_ids' in params) return params.anchor_exchange_account_ids;
  if (!('perp_symbol' in params)) return all;
  return params.spot_exchange_account_id === undefined ? all : [params.spot_exchange_account_id];
}

/** Returns the fields with a problem, without those that only repeat another. */
function missing({ type }: Filled, faults: readonly string[]): string {
  const repeated = fieldsOf(type)
    .filter(({ kind }) => kind === 'mirror')
    .map(({ name }) => name);
  const names = faults
    .map((field) => field.replace(/^params\./, ''))
    .filter((field) => !repeated.includes(field))
    .filter((field) => field !== 'exchange_account_ids' || type !== 'spread')
    .map((field) => plainName(field).toLowerCase());
  return names.join(', ');
}
