import { useQuery } from '@tanstack/react-query';
import type { DataOf } from '@windlass/client';
import { type ReactNode, useState } from 'react';
import { readers, useMay } from '../../shared/access.ts';
import { useClient } from '../../shared/api.tsx';
import { useParam } from '../../shared/location.ts';
import { accountsQuery, serviceQuery } from '../../shared/queries.ts';
import { Note } from '../../shared/ui/Notes.tsx';
import { Page } from '../../shared/ui/Page.tsx';
import { Tabs } from '../../shared/ui/Tabs.tsx';
import { AccountsTab } from './AccountsTab.tsx';
import { AuditTab } from './AuditTab.tsx';
import { BooksTab } from './BooksTab.tsx';
import { HaltButton, HaltResult, ResumeButton } from './Halts.tsx';
import { KeysTab } from './KeysTab.tsx';
import { ReconciliationTab } from './ReconciliationTab.tsx';
import { ServiceTab } from './ServiceTab.tsx';
import { WebhooksTab } from './WebhooksTab.tsx';
import './system.css';

const tabs = [
  { name: 'service', title: 'Service', who: 'anybody', ofTrading: false },
  { name: 'accounts', title: 'Accounts and halts', who: 'reader', ofTrading: true },
  { name: 'books', title: 'Books and feeds', who: 'reader', ofTrading: true },
  { name: 'reconciliation', title: 'Reconciliation', who: 'admin', ofTrading: true },
  { name: 'audit', title: 'Audit', who: 'admin', ofTrading: false },
  { name: 'keys', title: 'API keys', who: 'admin', ofTrading: false },
  { name: 'webhooks', title: 'Webhooks', who: 'admin', ofTrading: true },
] as const;
type Tab = (typeof tabs)[number]['name'];

/** Shows the state and settings of the service, in parts with an address each. */
export function SystemPage() {
  const { data: service } = useQuery(serviceQuery(useClient()));
  const isReader = useMay(...readers);
  const isAdmin = useMay('admin');
  const isTrading = service?.services.includes('trading') === true;
  const may = { anybody: true, reader: isReader, admin: isAdmin };
  const offered = tabs.filter(({ who, ofTrading }) => may[who] && (isTrading || !ofTrading));
  const [named] = useParam('tab', 'service');
  const [halt, setHalt] = useState<DataOf<'haltTrading'>>();
  if (!service) return null;
  const tab = offered.find(({ name }) => name === named)?.name ?? 'service';
  return (
    <Page title="System" aside={isTrading && isReader && <HaltAll onHalted={setHalt} />}>
      {isTrading && isReader && <HaltedNote />}
      {halt && <HaltResult halt={halt} onClose={() => setHalt(undefined)} />}
      <Tabs
        label="Parts of the system"
        page="system"
        value={tab}
        options={offered.map(({ name, title }) => [name, title] as const)}
      />
      {named !== tab && <Note>This key cannot open that part: it needs a higher role.</Note>}
      {contentOf(tab, setHalt)}
    </Page>
  );
}

function contentOf(tab: Tab, onHalted: (halt: DataOf<'haltTrading'>) => void): ReactNode {
  switch (tab) {
    case 'service':
      return <ServiceTab />;
    case 'accounts':
      return <AccountsTab onHalted={onHalted} />;
    case 'books':
      return <BooksTab />;
    case 'reconciliation':
      return <ReconciliationTab />;
    case 'audit':
      return <AuditTab />;
    case 'keys':
      return <KeysTab />;
    case 'webhooks':
      return <WebhooksTab />;
  }
}

/** Shows the two buttons for all accounts, which every part of the page has. */
function HaltAll({ onHalted }: { onHalted: (halt: DataOf<'haltTrading'>) => void }) {
  const { data: accounts = [] } = useQuery(accountsQuery(useClient()));
  const isAdmin = useMay('admin');
  const halted = accounts.filter((account) => account.halted);
  if (!isAdmin) return <span className="small muted">Halting needs an admin key.</span>;
  if (accounts.length === 0) return null;
  return (
    <>
      {halted.length > 0 && <ResumeButton label="Resume all trading…" accounts={halted} isAll />}
      <HaltButton label="Halt all trading…" accounts={accounts} onHalted={onHalted} isAll />
    </>
  );
}

/** Shows a note above every part while an account is halted. */
function HaltedNote() {
  const { data: accounts = [] } = useQuery(accountsQuery(useClient()));
  const halted = accounts.filter((account) => account.halted);
  if (halted.length === 0) return null;
  const names = halted.map(({ exchange_account_id: id }) => id).join(', ');
  const all = halted.length === accounts.length ? 'All trading is halted' : 'Halted';
  return (
    <Note mood="bad">
      <strong>{all}: </strong>
      {names}. No new order leaves there; cancels do.
    </Note>
  );
}
