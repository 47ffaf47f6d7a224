import { orderbookVenues } from '@windlass/contract';
import { memo, useEffect, useRef } from 'react';
import { usePaintedBooks } from '../../shared/books/hooks.ts';
import { topOf } from '../../shared/books/quotes.ts';
import { unknownText } from '../../shared/format.ts';
import { partsOf } from '../../shared/symbol.ts';
import { useTheme } from '../../shared/theme.ts';
import { venueName } from '../../shared/venues.ts';
import { createDigits } from './digits.ts';
import { mergeSide } from './ladder.ts';
import { createLadderBars, type LadderBars } from './ladderBars.ts';
import { createLadderPainter, type LadderPicture, rowCount } from './paintLadder.ts';
import { selectVenues, sidesOf } from './selection.ts';

interface LadderProps {
  readonly symbol: string;
  readonly off: ReadonlySet<string>;
  readonly step: number | undefined;
}

/**
 * Shows the merged book to people who see it. The number of elements never changes: the books are
 * written into them without React. People with a screen reader get `LadderTable` instead.
 */
export const Ladder = memo(function Ladder({ symbol, off, step }: LadderProps) {
  const ladder = useRef<HTMLDivElement>(null);
  const canvas = useRef<HTMLCanvasElement>(null);
  const write = useRef<(picture: LadderPicture) => void>(undefined);
  const bars = useRef<LadderBars>(undefined);
  const digits = useRef(createDigits());
  const theme = useTheme();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the theme changes what colours say
  useEffect(() => {
    if (!canvas.current || !ladder.current) return;
    const made = createLadderBars(canvas.current, ladder.current);
    bars.current = made;
    return () => made.close();
  }, [theme]);
  usePaintedBooks(symbol, (books) => {
    if (!ladder.current) return;
    write.current ??= createLadderPainter(ladder.current);
    const { shown } = selectVenues(books, off);
    const bids = mergeSide(sidesOf(books, shown, 'bids'), { side: 'bids', step, rowCount });
    const asks = mergeSide(sidesOf(books, shown, 'asks'), { side: 'asks', step, rowCount });
    write.current({ bids, asks, top: topOf(books, shown), ...digits.current([...bids, ...asks]) });
    bars.current?.draw(bids, asks);
  });
  return (
    <div className="market-ladder" ref={ladder} aria-hidden="true">
      <canvas className="market-bars" ref={canvas} />
      <LadderHead symbol={symbol} />
      <div className="market-side market-asks">{columns}</div>
      <div className="market-spread">
        <div>
          <span className="market-text">{unknownText}</span>
        </div>
        <div>
          <span className="market-text">{unknownText}</span>
        </div>
      </div>
      <div className="market-side market-bids">{columns}</div>
    </div>
  );
});

function LadderHead({ symbol }: { symbol: string }) {
  const { base, quote } = partsOf(symbol);
  return (
    <div className="market-side market-head">
      <span>
        Price <span className="market-unit">{quote}</span>
      </span>
      <span>
        Quantity <span className="market-unit">{base}</span>
      </span>
      <span>
        Total <span className="market-unit">{base}</span>
      </span>
      {orderbookVenues.map((venue) => (
        <span key={venue} className="market-lane">
          <span className="market-wide">{venueName(venue)}</span>
          <span className="market-narrow">{venueName(venue).slice(0, 3)}</span>
        </span>
      ))}
    </div>
  );
}

/** Price, quantity and total, with a line for each row. */
const columns = [
  <div key="price" className="market-price">
    <span className="market-text">{unknownText}</span>
  </div>,
  <div key="quantity">
    <span className="market-text">{unknownText}</span>
  </div>,
  <div key="total">
    <span className="market-text">{unknownText}</span>
  </div>,
];
