import { memo, useEffect, useRef } from 'react';
import { usePaintedBooks } from '../../shared/books/hooks.ts';
import { useTheme } from '../../shared/theme.ts';
import { Panel } from '../../shared/ui/Panel.tsx';
import { createDepthCanvas, type DepthCanvas } from './depthCanvas.ts';

interface DepthProps {
  readonly symbol: string;
  readonly off: ReadonlySet<string>;
  readonly stale: boolean;
}

/** Shows the quantity available up to each price, over the venues of the merged book. */
export const DepthPanel = memo(function DepthPanel({ symbol, off, stale }: DepthProps) {
  return (
    <Panel title="Depth" stale={stale}>
      <DepthPicture symbol={symbol} off={off} />
      <p className="small muted">
        Quantity up to each price, of the venues in the merged book. Dashed from where the levels of
        one have ended: at least as much.
      </p>
    </Panel>
  );
});

function DepthPicture({ symbol, off }: Omit<DepthProps, 'stale'>) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const depth = useRef<DepthCanvas>(undefined);
  const theme = useTheme();
  useEffect(() => {
    if (!canvas.current) return;
    const made = createDepthCanvas(canvas.current);
    depth.current = made;
    return () => made.close();
  }, []);
  usePaintedBooks(symbol, (books) => depth.current?.draw({ books, off, theme }));
  const label = `Depth of the merged book of ${symbol}: bids to the left, asks to the right`;
  return <canvas ref={canvas} className="market-canvas" role="img" aria-label={label} />;
}
