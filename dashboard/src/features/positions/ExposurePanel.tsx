import { SignedBars } from '../../shared/charts/SignedBars.tsx';
import { formatFigure, formatShortUsd } from '../../shared/format.ts';
import { Empty } from '../../shared/ui/Notes.tsx';
import { Panel } from '../../shared/ui/Panel.tsx';
import type { ExposurePart } from './exposure.ts';

interface ExposurePanelProps {
  readonly title: string;
  readonly parts: readonly ExposurePart[];
  /** True when the parts are assets. Their legs are shown in base units. */
  readonly isByAsset: boolean;
  readonly isOld: boolean;
}

/** Shows net exposure as bars, with the legs that it consists of. */
export function ExposurePanel({ title, parts, isByAsset, isOld }: ExposurePanelProps) {
  return (
    <Panel title={title} stale={isOld}>
      {parts.length === 0 ? (
        <Empty>
          No exposure: nothing is held above the first balances, and no contract is open.
        </Empty>
      ) : (
        <SignedBars
          caption={`${title}, net of spot and perpetuals, dollars; below zero is short`}
          above="gain"
          below="cost"
          bars={parts.map((part) => ({
            name: part.name,
            value: part.netUsd,
            text: part.isHedged
              ? `${formatShortUsd(part.netUsd)} hedged`
              : formatShortUsd(part.netUsd),
            note: isByAsset ? unitsOf(part) : dollarsOf(part),
          }))}
        />
      )}
    </Panel>
  );
}

function unitsOf({ spot, perp }: ExposurePart): string {
  return `spot ${signed(spot)}, perpetuals ${signed(perp)}`;
}

function dollarsOf({ spotUsd, perpUsd }: ExposurePart): string {
  return `spot ${formatShortUsd(spotUsd)}, perpetuals ${formatShortUsd(perpUsd)}`;
}

function signed(quantity: number): string {
  return `${quantity > 0 ? '+' : ''}${formatFigure(quantity, 4)}`;
}
