import { useQuery } from '@tanstack/react-query';
import { useClient } from '../../shared/api.tsx';
import { formatCount, formatFigure, formatPct } from '../../shared/format.ts';
import { Answer } from '../../shared/ui/Answer.tsx';
import { Figures } from '../../shared/ui/Figures.tsx';
import { Panel } from '../../shared/ui/Panel.tsx';
import { vaultStatsQuery } from './queries.ts';

/** Shows counts and averages over the whole registry, whatever the filters are. */
export function VaultStats() {
  const stats = useQuery(vaultStatsQuery(useClient()));
  return (
    <Panel title="Registry">
      <Answer of={stats} what="Statistics">
        {({ vaultsByLedgerRange: ledgers, vaultsByCreationDate: made, ...all }) => (
          <Figures
            of={[
              ['Vaults', formatCount(all.totalVaults)],
              ['May trade', formatCount(all.tradeEnabledVaults)],
              ['May not', formatCount(all.tradeDisabledVaults)],
              ['Added in 7 days', formatCount(made.last7Days)],
              ['Mean max trade', formatPct(all.averageMaxTradeSize, 2)],
              ['Mean trades a day', formatFigure(all.averageDailyTradeLimit, 1)],
              ['Mean slippage', formatPct(all.averageSlippageTolerance, 2)],
              ['Oldest ledger', formatCount(ledgers.minLedger)],
              ['Newest ledger', formatCount(ledgers.maxLedger)],
            ]}
          />
        )}
      </Answer>
    </Panel>
  );
}
