import { SignedBars } from '../../shared/charts/SignedBars.tsx';
import { formatShortUsd } from '../../shared/format.ts';
import { Empty } from '../../shared/ui/Notes.tsx';
import { Panel } from '../../shared/ui/Panel.tsx';
import { exposureBy, type Position } from './risk.ts';

interface ExposurePanelProps {
  readonly title: string;
  readonly positions: readonly Position[];
  readonly nameOf: (position: Position) => string;
  readonly isOld: boolean;
}

/** Net exposure as bars, with what it is the net of. */
export function ExposurePanel({ title, positions, nameOf, isOld }: ExposurePanelProps) {
  const exposures = exposureBy(positions, nameOf);
  return (
    <Panel title={title} stale={isOld}>
      {exposures.length === 0 ? (
        <Empty>No position, no exposure.</Empty>
      ) : (
        <SignedBars
          caption={`${title}, net, dollars; below zero is short`}
          above="gain"
          below="cost"
          bars={exposures.map(({ name, netUsd, longUsd, shortUsd }) => ({
            ...{ name, value: netUsd, text: formatShortUsd(netUsd) },
            note: `${formatShortUsd(longUsd)} long, ${formatShortUsd(shortUsd)} short`,
          }))}
        />
      )}
    </Panel>
  );
}
