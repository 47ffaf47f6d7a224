import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { VaultWire } from '@windlass/contract';
import { useMay } from '../../shared/access.ts';
import { useClient } from '../../shared/api.tsx';
import { formatCount, formatDateTime } from '../../shared/format.ts';
import { changeParams, hashOf } from '../../shared/location.ts';
import { Answer } from '../../shared/ui/Answer.tsx';
import { ConfirmButton } from '../../shared/ui/ConfirmButton.tsx';
import { CopyText } from '../../shared/ui/CopyButton.tsx';
import { DialogButton } from '../../shared/ui/DialogButton.tsx';
import { Pairs } from '../../shared/ui/Figures.tsx';
import { Panel } from '../../shared/ui/Panel.tsx';
import { BalancePanels } from './BalancePanels.tsx';
import { listedVault, settleRegistry, vaultQuery } from './queries.ts';
import { TradePermission } from './TradePermission.tsx';
import { EditVaultForm } from './VaultForms.tsx';
import { formatSetting, TradeTag } from './VaultList.tsx';

/** Shows the chosen vault: its data, its permissions, its balances and their history. */
export function VaultDetail({ id }: { id: string }) {
  const queries = useQueryClient();
  const vault = useQuery({
    ...vaultQuery(useClient(), id),
    initialData: () => listedVault(queries, id),
  });
  return (
    <div className="stack">
      <button
        type="button"
        className="button vaults-back"
        onClick={() => changeParams({ vault: undefined, token: undefined })}
      >
        Back to all vaults
      </button>
      <Answer of={vault} what="The vault">
        {(found) => (
          <div className="stack">
            <VaultPanel vault={found} />
            <BalancePanels key={found.id} vault={found} />
          </div>
        )}
      </Answer>
    </div>
  );
}

function VaultPanel({ vault }: { vault: VaultWire }) {
  const { vaultOwner: owner } = vault;
  return (
    <Panel title={vault.vaultName} aside={<TradeTag vault={vault} />}>
      <div className="stack">
        <div className="vaults-facts">
          <Pairs
            of={[
              ['Max trade size', `${formatSetting(vault.maxTradeSize)} of its value`],
              ['Trades a day', formatCount(vault.dailyTradeLimit)],
              ['Slippage tolerance', formatSetting(vault.slippageTolerance)],
            ]}
          />
          <Pairs
            of={[
              ['Contract', <CopyText key="c" text={vault.vaultAddress} what="the contract" />],
              ['Owner', <CopyText key="o" text={owner} what="the owner" />],
              ['Created at ledger', formatCount(vault.creationLedger)],
              ['Registered', formatDateTime(vault.createdAt)],
              ['Last change', formatDateTime(vault.updatedAt)],
            ]}
          />
        </div>
        <div className="row spread">
          <VaultActions vault={vault} />
          <a className="small" href={hashOf('vaults', { owner, vault: vault.id })}>
            Other vaults of this owner
          </a>
        </div>
      </div>
    </Panel>
  );
}

function VaultActions({ vault }: { vault: VaultWire }) {
  const client = useClient();
  const queries = useQueryClient();
  const mayWrite = useMay('vault_manager');
  const remove = async () => {
    await client.deleteVault({ id: vault.id });
    changeParams({ vault: undefined, token: undefined });
    await settleRegistry(queries);
  };
  if (!mayWrite) return <span className="small muted">Changes need the vault manager role.</span>;
  return (
    <div className="row">
      <TradePermission vault={vault} disabled={false} />
      <DialogButton label="Edit…" title={`Edit ${vault.vaultName}`}>
        {(close) => <EditVaultForm vault={vault} onClose={close} />}
      </DialogButton>
      <ConfirmButton
        label="Delete…"
        title={`Delete ${vault.vaultName}`}
        action="Delete the vault"
        onConfirm={remove}
      >
        <p>
          {vault.vaultName} leaves the registry with its settings, all balances read of it and their
          history. They cannot be brought back. Nothing changes on the ledger.
        </p>
      </ConfirmButton>
    </div>
  );
}
