import { useMutation, useQueries, useQuery } from '@tanstack/react-query';
import type { DataOf, InputOf } from '@windlass/client';
import type { AccountRecord, AccountVerification, TradedAccountWire } from '@windlass/contract';
import { useState } from 'react';
import { useMay } from '../../shared/access.ts';
import { useClient } from '../../shared/api.tsx';
import { formatCount, formatDateTime, formatUsd, formatWord } from '../../shared/format.ts';
import { accountsQuery } from '../../shared/queries.ts';
import { Answer } from '../../shared/ui/Answer.tsx';
import { type Column, DataTable } from '../../shared/ui/DataTable.tsx';
import { DialogButton } from '../../shared/ui/DialogButton.tsx';
import { ProgressBar } from '../../shared/ui/Figures.tsx';
import { MoneyTag } from '../../shared/ui/MoneyTag.tsx';
import { ErrorNote, Note, Tag } from '../../shared/ui/Notes.tsx';
import { Panel } from '../../shared/ui/Panel.tsx';
import { VenueTag } from '../../shared/ui/VenueTag.tsx';
import { AccountForm } from './AccountForm.tsx';
import { HaltButton, ResumeButton } from './Halts.tsx';
import { LimitsButton } from './LimitsButton.tsx';
import { limitFields, limitOf } from './limits.ts';
import { accountRecordsQuery, dailyLimitQuery } from './queries.ts';

interface AccountsTabProps {
  readonly onHalted: (halt: DataOf<'haltTrading'>) => void;
}

interface Row {
  readonly account: TradedAccountWire;
  /** Data that only an admin may see. */
  readonly record: AccountRecord | undefined;
  readonly daily: DataOf<'getDailyLimit'> | undefined;
}

/** Shows accounts with their limits, and the switches that stop them. */
export function AccountsTab({ onHalted }: AccountsTabProps) {
  const client = useClient();
  const isAdmin = useMay('admin');
  const [made, setMade] = useState<DataOf<'createAccount'>>();
  const accounts = useQuery({ ...accountsQuery(client), refetchInterval: 15_000 });
  const records = useQuery({ ...accountRecordsQuery(client), enabled: isAdmin });
  const daily = useQueries({
    queries: (accounts.data ?? []).map(({ exchange_account_id: id }) =>
      dailyLimitQuery(client, id),
    ),
  });
  const verify = useMutation({
    mutationFn: (input: InputOf<'verifyAccount'>) => client.verifyAccount(input),
  });
  const columns = [
    ...stateColumns,
    ...(isAdmin ? [actions({ onHalted, onVerify: verify.mutate })] : []),
    dailyColumn,
    ...(isAdmin ? adminColumns : []),
  ];
  return (
    <div className="stack">
      {made && <MadeNote account={made} />}
      <Panel title="Exchange accounts" flush aside={isAdmin && <AddButton onMade={setMade} />}>
        {records.error && <ErrorNote error={records.error} what="Limits cannot be read" />}
        <Answer of={accounts} what="Accounts">
          {(all) => (
            <DataTable
              caption="Exchange accounts"
              columns={columns}
              rows={all.map((account, index) => ({
                account,
                record: records.data?.find(
                  ({ exchange_account_id: id }) => id === account.exchange_account_id,
                ),
                daily: daily[index]?.data,
              }))}
              keyOf={({ account }) => account.exchange_account_id}
              empty="The key reaches no account. An admin can add one here."
            />
          )}
        </Answer>
      </Panel>
      {verify.isPending && <p className="muted">Asking the exchange…</p>}
      {verify.error && <ErrorNote error={verify.error} what="The account was not verified" />}
      {verify.data && <VerificationPanel of={verify.data} />}
    </div>
  );
}

interface AddButtonProps {
  readonly onMade: (account: DataOf<'createAccount'>) => void;
}

function AddButton({ onMade }: AddButtonProps) {
  return (
    <DialogButton label="Add an account…" title="Add an exchange account">
      {(close) => <AccountForm onMade={onMade} onClose={close} />}
    </DialogButton>
  );
}

function MadeNote({ account }: { account: DataOf<'createAccount'> }) {
  const { exchange_account_id: id, mode, warnings } = account;
  return (
    <>
      <Note mood="good">
        {`${id} was added.`}
        {mode === 'live' && ' Verify it before it trades.'}
      </Note>
      {warnings.map((warning) => (
        <Note key={warning} mood="warn">
          {warning}
        </Note>
      ))}
    </>
  );
}

const stateColumns: readonly Column<Row>[] = [
  {
    title: 'Account',
    cell: ({ account }) => (
      <>
        <strong>{account.exchange_account_id}</strong>
        <div className="small muted">
          <VenueTag venue={account.exchange} />
        </div>
      </>
    ),
  },
  {
    title: 'Money',
    cell: ({ account }) => <MoneyTag account={account} hasPaper />,
  },
  {
    title: 'Trading',
    cell: ({ account: { halted } }) => (halted ? <HaltedTag /> : <Tag mood="good">Open</Tag>),
  },
];

/** The style sheet uses this tag to mark the whole row. */
function HaltedTag() {
  return (
    <span className="system-halted">
      <Tag mood="bad">Halted</Tag>
    </span>
  );
}

const dailyColumn: Column<Row> = {
  title: 'Daily limit used (UTC)',
  cell: ({ daily }) => <DailyUse of={daily} />,
};

function DailyUse({ of: daily }: { of: Row['daily'] }) {
  if (!daily) return <span className="muted">–</span>;
  const { exchange_account_id: id, used_usd, limit_usd, remaining_usd, pct_used } = daily;
  return (
    <div className="system-daily small" title={`${formatCount(daily.order_count)} orders`}>
      <ProgressBar pct={pct_used} label={`Daily limit of ${id} used`} />
      <span>
        {formatUsd(used_usd)} of {formatUsd(limit_usd)}
        {remaining_usd <= 0 ? (
          <Tag mood="bad">Used up</Tag>
        ) : (
          pct_used >= 80 && <Tag mood="warn">Near</Tag>
        )}
      </span>
    </div>
  );
}

const adminColumns: readonly Column<Row>[] = [
  ...limitFields.slice(1).map(
    ({ name, short, format }): Column<Row> => ({
      title: short,
      isNumber: true,
      cell: ({ record }) => {
        if (!record) return <span className="muted">–</span>;
        const limit = limitOf(record, name);
        return limit === null ? <span className="muted">off</span> : format(limit);
      },
    }),
  ),
  {
    title: 'Credentials',
    cell: ({ record }) => {
      if (!record || record.mode === 'paper') return <span className="muted">none needed</span>;
      const futures = record.has_futures_credentials ? ' and futures' : '';
      return (
        <span title={formatDateTime(record.credentials_updated_at)}>
          {record.has_credentials ? (
            <Tag mood="good">{`Stored${futures}`}</Tag>
          ) : (
            <Tag mood="bad">Missing</Tag>
          )}
        </span>
      );
    },
  },
];

interface ActionsProps extends AccountsTabProps {
  readonly onVerify: (input: InputOf<'verifyAccount'>) => void;
}

function actions({ onHalted, onVerify }: ActionsProps): Column<Row> {
  return {
    title: 'Actions',
    cell: ({ account, record }) => (
      <div className="system-actions">
        {account.halted ? (
          <ResumeButton label="Resume…" accounts={[account]} />
        ) : (
          <HaltButton label="Halt…" accounts={[account]} onHalted={onHalted} />
        )}
        {record && <LimitsButton record={record} />}
        {account.mode === 'live' && (
          <button
            type="button"
            className="button small"
            aria-label={`Verify ${account.exchange_account_id}`}
            onClick={() => onVerify({ id: account.exchange_account_id })}
          >
            Verify
          </button>
        )}
      </div>
    ),
  };
}

type Check = AccountVerification['checks'][number];

const checkMoods = { ok: 'good', warning: 'warn', failed: 'bad', unknown: 'info' } as const;

const checkColumns: readonly Column<Check>[] = [
  { title: 'Check', cell: ({ check }) => formatWord(check) },
  {
    title: 'Result',
    cell: ({ status }) => <Tag mood={checkMoods[status]}>{formatWord(status)}</Tag>,
  },
  { title: 'Markets', cell: (check) => check.market_types.map(formatWord).join(', ') },
  { title: 'Message', cell: ({ message }) => message },
];

/** Shows the exchange's answers about an account. Nothing was traded for them. */
function VerificationPanel({ of: found }: { of: AccountVerification }) {
  return (
    <Panel
      title={`Verification of ${found.exchange_account_id}`}
      aside={found.ok ? <Tag mood="good">Passed</Tag> : <Tag mood="bad">Failed</Tag>}
      flush
    >
      <DataTable
        caption="Checks"
        columns={checkColumns}
        rows={found.checks}
        keyOf={({ check, market_types }) => `${check} ${market_types.join()}`}
        empty="This account has nothing to verify."
      />
    </Panel>
  );
}
