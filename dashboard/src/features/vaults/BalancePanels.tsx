import type { VaultWire } from '@windlass/contract';
import { useParam } from '../../shared/location.ts';
import { Segments } from '../../shared/ui/Segments.tsx';
import { HistoryPanel } from './HistoryPanel.tsx';
import { HoldingsPanel } from './HoldingsPanel.tsx';
import { type Network, networks } from './networks.ts';

/** Shows the current and earlier balances of a vault on a network. */
export function BalancePanels({ vault }: { vault: VaultWire }) {
  const [named, setNamed] = useParam('network', 'mainnet');
  const network: Network = named === 'testnet' ? 'testnet' : 'mainnet';
  const choice = (
    <Segments label="Network" value={network} onChange={setNamed} options={networks} />
  );
  return (
    <>
      <HoldingsPanel vault={vault} network={network} choice={choice} />
      <HistoryPanel vault={vault} network={network} />
    </>
  );
}
