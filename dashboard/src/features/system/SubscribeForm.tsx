import { useMutation, useQueryClient } from '@tanstack/react-query';
import { orderbookEndpoints, orderbookVenues } from '@windlass/contract';
import { type FormEvent, useState } from 'react';
import { useClient } from '../../shared/api.tsx';
import { formatMany } from '../../shared/format.ts';
import { checkInput, issueOf, partOf } from '../../shared/issues.ts';
import { CheckField } from '../../shared/ui/Field.tsx';
import { ErrorNote, Note } from '../../shared/ui/Notes.tsx';
import { SymbolField } from '../../shared/ui/SymbolField.tsx';
import { venueName } from '../../shared/venues.ts';

/** Adds a reference to the books of a symbol. The first one opens the feed. */
export function SubscribeForm() {
  const client = useClient();
  const queries = useQueryClient();
  const [symbol, setSymbol] = useState('BTC/USDT');
  const [venues, setVenues] = useState<readonly string[]>(orderbookVenues);
  const { mutate, isPending, error, data } = useMutation({
    mutationFn: async () => {
      const input = { symbols: [symbol], venues: [...venues] };
      const { body } = orderbookEndpoints.subscribeOrderbook;
      return await client.subscribeOrderbook(checkInput(partOf(body), input));
    },
    onSettled: () => queries.invalidateQueries({ queryKey: ['system'] }),
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    mutate();
  };
  const choose = (venue: string, isWanted: boolean) =>
    setVenues([...venues.filter((each) => each !== venue), ...(isWanted ? [venue] : [])]);
  const wrong = issueOf(error, 'venues');
  return (
    <form className="stack" noValidate onSubmit={submit}>
      <div className="form-grid">
        <SymbolField value={symbol} onChange={setSymbol} />
        <fieldset className="system-choices">
          <legend>Venues</legend>
          {orderbookVenues.map((venue) => (
            <CheckField
              key={venue}
              label={venueName(venue)}
              checked={venues.includes(venue)}
              onChange={(isWanted) => choose(venue, isWanted)}
            />
          ))}
          {wrong !== undefined && <span className="small bad">{wrong}</span>}
        </fieldset>
      </div>
      <div>
        <button type="submit" className="button primary" disabled={isPending}>
          {isPending
            ? 'Subscribing…'
            : `Subscribe ${symbol} on ${formatMany(venues.length, 'venue')}`}
        </button>
      </div>
      {error && <ErrorNote error={error} />}
      {data && (
        <Note mood="good">
          {formatMany(data.subscriptions.length, 'book')} got one more reference.
        </Note>
      )}
      {data?.not_listed.map(({ venue, symbol: missing }) => (
        <Note key={venue} mood="warn">
          {`${missing} is not listed on ${venueName(venue)}.`}
        </Note>
      ))}
    </form>
  );
}
