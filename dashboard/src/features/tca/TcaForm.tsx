import { useQuery } from '@tanstack/react-query';
import { ApiError } from '@windlass/client';
import { markoutHorizons } from '@windlass/contract';
import { type FormEvent, useState } from 'react';
import { useClient } from '../../shared/api.tsx';
import { symbolsQuery } from '../../shared/queries.ts';
import { AccountField } from '../../shared/ui/AccountField.tsx';
import { SelectField, TextField } from '../../shared/ui/Field.tsx';
import { Panel } from '../../shared/ui/Panel.tsx';
import { between, dayChoices, fromLocalField, type Question, toLocalField } from './question.ts';

interface TcaFormProps {
  readonly question: Question;
  readonly error: Error | null;
  readonly isAsking: boolean;
  readonly onAsk: (question: Question) => void;
}

export function TcaForm({ question, error, isAsking, onAsk }: TcaFormProps) {
  const [draft, setDraft] = useState(question);
  const change = (changes: Partial<Question>) => setDraft({ ...draft, ...changes });
  const issues = error instanceof ApiError ? error.issues : [];
  const wrongOf = (field: string) => issues.find((issue) => issue.field === field)?.message;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onAsk({ ...draft, symbol: draft.symbol.trim().toUpperCase() });
  };
  return (
    <Panel title="Filters">
      <form className="tca-form" onSubmit={submit}>
        <AccountField value={draft.account} onChange={(account) => change({ account })} />
        <MarketFields draft={draft} change={change} wrong={wrongOf('symbol')} />
        <SelectField
          label="Time"
          value={draft.days}
          onChange={(days) => change({ days })}
          options={dayChoices}
        />
        {draft.days === between && (
          <>
            <TextField
              label="From (local time)"
              type="datetime-local"
              value={toLocalField(draft.from)}
              onChange={(text) => change({ from: fromLocalField(text) })}
              wrong={wrongOf('start')}
            />
            <TextField
              label="To (local time)"
              type="datetime-local"
              value={toLocalField(draft.to)}
              onChange={(text) => change({ to: fromLocalField(text) })}
              wrong={wrongOf('end')}
            />
          </>
        )}
        <HorizonField draft={draft} change={change} />
        <button type="submit" className="button primary" disabled={isAsking}>
          {isAsking ? 'Running the report…' : 'Run report'}
        </button>
      </form>
    </Panel>
  );
}

interface FieldsProps {
  readonly draft: Question;
  readonly change: (changes: Partial<Question>) => void;
}

const suggestions = 'tca-symbols';

function MarketFields({ draft, change, wrong }: FieldsProps & { wrong: string | undefined }) {
  const market = draft.market === 'spot' ? 'spot' : 'perp';
  const symbols = useQuery(symbolsQuery(useClient(), market));
  return (
    <>
      <SelectField
        label="Market"
        value={draft.market}
        onChange={(chosen) => change({ market: chosen === 'spot' ? 'spot' : 'swap', symbol: '' })}
        options={[
          ['swap', 'Perpetuals and futures'],
          ['spot', 'Spot'],
        ]}
      />
      <TextField
        label="Symbol"
        value={draft.symbol}
        onChange={(symbol) => change({ symbol })}
        placeholder="All symbols"
        list={suggestions}
        wrong={wrong}
      />
      <datalist id={suggestions}>
        {symbols.data?.map(({ symbol }) => (
          <option key={symbol} value={symbol} />
        ))}
      </datalist>
    </>
  );
}

function HorizonField({ draft, change }: FieldsProps) {
  return (
    <SelectField
      label="Markout after"
      value={String(draft.horizon)}
      onChange={(text) =>
        change({ horizon: markoutHorizons.find((known) => String(known) === text) ?? 300 })
      }
      options={markoutHorizons.map((seconds) => [String(seconds), `${seconds} s`] as const)}
      disabled={draft.market === 'spot'}
    />
  );
}
