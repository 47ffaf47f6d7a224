import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { DataOf } from '@windlass/client';
import { venueFacts, venueIds } from '@windlass/contract';
import { useState } from 'react';
import { useClient } from '../../shared/api.tsx';
import { formatWord } from '../../shared/format.ts';
import { checkInput, issueOf } from '../../shared/issues.ts';
import { accountsQuery } from '../../shared/queries.ts';
import { DialogForm } from '../../shared/ui/DialogButton.tsx';
import { CheckField, NumberField, SelectField, TextField } from '../../shared/ui/Field.tsx';
import { Note } from '../../shared/ui/Notes.tsx';
import { venueName } from '../../shared/venues.ts';
import {
  type AccountDraft,
  accountBody,
  firstDraft,
  fitDraft,
  futuresFields,
  type Secrets,
  secretFields,
  toAccount,
} from './accountDraft.ts';
import { capabilitiesQuery } from './queries.ts';
import { SecretFields } from './SecretFields.tsx';
import { useMaking } from './useMaking.ts';

interface AccountFormProps {
  readonly onMade: (account: DataOf<'createAccount'>) => void;
  readonly onClose: () => void;
}

/** Adds an account. Its secrets leave the page with the request, whatever the result is. */
export function AccountForm({ onMade, onClose }: AccountFormProps) {
  const client = useClient();
  const queries = useQueryClient();
  const { data: exchanges } = useQuery(capabilitiesQuery(client));
  const [written, setDraft] = useState(firstDraft);
  const [secrets, setSecrets] = useState<Secrets>({});
  const [futures, setFutures] = useState<Secrets>({});
  const places = exchanges?.[written.exchange]?.environments ?? [];
  const draft = fitDraft(written, places);
  const forget = () => {
    setSecrets({});
    setFutures({});
  };
  const making = useMaking(
    async () => {
      const body = checkInput(accountBody, toAccount(draft, secrets, futures));
      // The request is being sent, so a secret typed after a refusal is a new one.
      forget();
      return client.createAccount(body);
    },
    {
      onMade(account) {
        onMade(account);
        void queries.invalidateQueries({ queryKey: accountsQuery(client).queryKey });
      },
      onClose,
    },
  );
  const change = (changes: Partial<AccountDraft>) => {
    if (changes.exchange !== undefined) forget();
    setDraft({ ...draft, ...changes });
  };
  const { error } = making;
  return (
    <DialogForm action="Add the account" {...making}>
      <Place draft={draft} places={places} change={change} error={error} />
      {draft.mode === 'live' && (
        <Credentials
          draft={draft}
          secrets={secrets}
          setSecrets={setSecrets}
          futures={futures}
          setFutures={setFutures}
          error={error}
        />
      )}
      <NumberField
        label="Daily limit, USD"
        hint="orders above it are refused until midnight UTC"
        value={draft.dailyLimit}
        onChange={(dailyLimit) => change({ dailyLimit })}
        wrong={issueOf(error, 'daily_limit_usd')}
      />
      <Modes draft={draft} change={change} />
    </DialogForm>
  );
}

interface CredentialsProps {
  readonly draft: AccountDraft;
  readonly secrets: Secrets;
  readonly setSecrets: (secrets: Secrets) => void;
  readonly futures: Secrets;
  readonly setFutures: (secrets: Secrets) => void;
  readonly error: unknown;
}

/** Shows the account's keys at the exchange, and a second set if futures are a separate account. */
function Credentials(props: CredentialsProps) {
  const { draft, secrets, setSecrets, futures, setFutures, error } = props;
  const second = futuresFields(draft.exchange);
  return (
    <>
      {draft.environment === 'production' && (
        <Note mood="warn">Real money: orders of this account trade on the exchange itself.</Note>
      )}
      <SecretFields
        legend="Credentials"
        set="credentials"
        fields={secretFields(draft.exchange)}
        secrets={secrets}
        error={error}
        onChange={setSecrets}
      />
      {second.length > 0 && (
        <SecretFields
          legend="Futures credentials; without them this account trades spot alone"
          set="futures_credentials"
          fields={second}
          secrets={futures}
          error={error}
          onChange={setFutures}
        />
      )}
    </>
  );
}

interface PartProps {
  readonly draft: AccountDraft;
  readonly change: (changes: Partial<AccountDraft>) => void;
}

interface PlaceProps extends PartProps {
  readonly places: Parameters<typeof fitDraft>[1];
  readonly error: unknown;
}

/** Shows the exchange, and which of its environments and regions. */
function Place({ draft, places, change, error }: PlaceProps) {
  const regions =
    places.find(({ environment }) => environment === draft.environment)?.regions ?? [];
  return (
    <>
      <TextField
        label="Account id"
        hint="a-z, 0-9, _ and -; it keeps its exchange and mode for ever"
        placeholder="live-okx"
        value={draft.id}
        onChange={(id) => change({ id })}
        wrong={issueOf(error, 'exchange_account_id')}
      />
      <SelectField
        label="Exchange"
        value={draft.exchange}
        options={venueIds.map((exchange) => [exchange, venueName(exchange)])}
        onChange={(text) => {
          const exchange = venueIds.find((each) => each === text);
          if (exchange) change({ exchange });
        }}
        wrong={issueOf(error, 'exchange')}
      />
      <SelectField
        label="Mode"
        value={draft.mode}
        options={[
          ['paper', 'Paper: simulated fills, no credentials'],
          ['live', 'Live: orders go to the exchange'],
        ]}
        onChange={(mode) => change({ mode: mode === 'live' ? 'live' : 'paper' })}
        wrong={issueOf(error, 'mode')}
      />
      <SelectField
        label="Environment"
        value={draft.environment}
        options={places.map(({ environment }) => [environment, formatWord(environment)])}
        onChange={(text) => {
          const place = places.find(({ environment }) => environment === text);
          if (place) change({ environment: place.environment });
        }}
        wrong={issueOf(error, 'environment')}
      />
      {regions.length > 1 && (
        <SelectField
          label="Region"
          value={draft.region}
          options={regions.map((region) => [region, region])}
          onChange={(region) => change({ region })}
          wrong={issueOf(error, 'region')}
        />
      )}
    </>
  );
}

/** Shows the account's permanent modes, each if it can be chosen. */
function Modes({ draft, change }: PartProps) {
  const { exchange, mode } = draft;
  return (
    <>
      {mode === 'live' && venueFacts[exchange].hasPortfolioMargin && (
        <CheckField
          label="Portfolio margin"
          checked={draft.portfolioMargin}
          onChange={(portfolioMargin) => change({ portfolioMargin })}
        />
      )}
      {mode === 'paper' && (
        <CheckField
          label="Hedge mode"
          hint="a long and a short position of one contract at once"
          checked={draft.hedgeMode}
          onChange={(hedgeMode) => change({ hedgeMode })}
        />
      )}
    </>
  );
}
