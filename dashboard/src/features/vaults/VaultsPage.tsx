import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useMay } from '../../shared/access.ts';
import { useClient } from '../../shared/api.tsx';
import { useLocation, useParam } from '../../shared/location.ts';
import { serviceQuery } from '../../shared/queries.ts';
import { Answer } from '../../shared/ui/Answer.tsx';
import { DialogButton } from '../../shared/ui/DialogButton.tsx';
import { Tag } from '../../shared/ui/Notes.tsx';
import { Page } from '../../shared/ui/Page.tsx';
import { Panel } from '../../shared/ui/Panel.tsx';
import { isFiltered, readFilters } from './filters.ts';
import { vaultsQuery } from './queries.ts';
import { RefreshAllPanel } from './RefreshAllPanel.tsx';
import { VaultDetail } from './VaultDetail.tsx';
import { VaultFilterBar } from './VaultFilterBar.tsx';
import { NewVaultForm } from './VaultForms.tsx';
import { VaultList } from './VaultList.tsx';
import { VaultStats } from './VaultStats.tsx';
import './vaults.css';

/** Shows the registry of vaults, and the chosen one beside it. */
export function VaultsPage() {
  const { params } = useLocation();
  const [chosen] = useParam('vault', '');
  const [isRefreshing, setIsRefreshing] = useState(false);
  const filters = readFilters(params);
  const list = useQuery(vaultsQuery(useClient(), filters.input));
  return (
    <Page
      title="Vaults"
      aside={
        <PageActions
          isRefreshing={isRefreshing}
          onRefreshing={() => setIsRefreshing(!isRefreshing)}
        />
      }
    >
      <div className={chosen === '' ? 'vaults-desk' : 'vaults-desk has-chosen'}>
        <div className="stack vaults-registry">
          {chosen === '' && <VaultStats />}
          {isRefreshing && <RefreshAllPanel owner={filters.input.owner} />}
          <Panel title="All vaults" flush>
            <VaultFilterBar wrong={filters.wrong} />
            <Answer of={list} what="Vaults">
              {(rows) => (
                <VaultList list={rows} isNarrowed={isFiltered(filters)} isShort={chosen !== ''} />
              )}
            </Answer>
          </Panel>
        </div>
        {chosen !== '' && <VaultDetail key={chosen} id={chosen} />}
      </div>
    </Page>
  );
}

interface PageActionsProps {
  readonly isRefreshing: boolean;
  readonly onRefreshing: () => void;
}

function PageActions({ isRefreshing, onRefreshing }: PageActionsProps) {
  const { data: service } = useQuery(serviceQuery(useClient()));
  const mayWrite = useMay('vault_manager');
  return (
    <>
      {service?.ledger === 'simulated' && <Tag mood="warn">Simulated ledger</Tag>}
      {service && !mayWrite && <Tag>Read-only key: changes need the vault manager role</Tag>}
      {mayWrite && (
        <>
          <button
            type="button"
            className="button"
            aria-expanded={isRefreshing}
            onClick={onRefreshing}
          >
            Refresh all…
          </button>
          <DialogButton label="Add a vault…" title="Add a vault">
            {(close) => <NewVaultForm onClose={close} />}
          </DialogButton>
        </>
      )}
    </>
  );
}
