import { useQuery } from '@tanstack/react-query';
import { type KeyboardEvent, useEffect, useId, useState } from 'react';
import { useClient } from '../api.tsx';
import { symbolsQuery } from '../queries.ts';
import { symbolMeant } from '../symbol.ts';

interface SymbolFieldProps {
  readonly value: string;
  readonly onChange: (symbol: string) => void;
  /** Suggests symbols of these markets; of both by default. */
  readonly market?: 'spot' | 'perp';
  /** Suggests symbols that one of these exchanges lists; all by default. */
  readonly venues?: readonly string[];
}

/**
 * Asks for a symbol, with suggestions. The value changes only for a known symbol, so that no
 * half-typed one is requested.
 */
export function SymbolField({ value, onChange, market, venues }: SymbolFieldProps) {
  const id = useId();
  const client = useClient();
  const [text, setText] = useState(value);
  useEffect(() => setText(value), [value]);
  const spot = useQuery({ ...symbolsQuery(client, 'spot'), enabled: market !== 'perp' });
  const perp = useQuery({ ...symbolsQuery(client, 'perp'), enabled: market !== 'spot' });
  const known = [...(spot.data ?? []), ...(perp.data ?? [])]
    .filter(({ exchanges }) => !venues || exchanges.some((each) => venues.includes(each)))
    .map(({ symbol }) => symbol);
  const change = (typed: string) => {
    setText(typed);
    const meant = typed.trim().toUpperCase();
    if (known.includes(meant)) onChange(meant);
  };
  /** Enter chooses the most traded symbol that the typed text may mean. */
  const take = (event: KeyboardEvent) => {
    if (event.key !== 'Enter') return;
    const meant = symbolMeant(text, known);
    if (meant === undefined) return;
    event.preventDefault();
    setText(meant);
    onChange(meant);
  };
  const isWrong = known.length > 0 && !known.includes(text.trim().toUpperCase());
  return (
    <div className="field">
      <label htmlFor={id}>Symbol</label>
      <input
        id={id}
        value={text}
        list={`${id}-known`}
        autoComplete="off"
        spellCheck={false}
        aria-invalid={isWrong}
        onChange={(event) => change(event.target.value)}
        onKeyDown={take}
      />
      <datalist id={`${id}-known`}>
        {known.map((symbol) => (
          <option key={symbol} value={symbol} />
        ))}
      </datalist>
    </div>
  );
}
