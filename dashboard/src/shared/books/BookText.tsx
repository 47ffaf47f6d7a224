import { useRef } from 'react';
import { unknownText } from '../format.ts';
import type { BooksNow } from './bookFeed.ts';
import { usePaintedBooks } from './hooks.ts';
import './books.css';

interface BookTextProps {
  readonly symbol: string;
  readonly of: (books: BooksNow) => string;
  /** Gives the box its size, which the text never changes. */
  readonly className: string;
}

/**
 * A text that is written without React in every picture of the books. Its box has a size of its
 * own, so that a new figure causes no new layout around it.
 */
export function BookText({ symbol, of, className }: BookTextProps) {
  const span = useRef<HTMLSpanElement>(null);
  usePaintedBooks(symbol, (books) => {
    const node = span.current?.firstChild;
    const text = of(books);
    if (node && node.nodeValue !== text) node.nodeValue = text;
  });
  return (
    <span ref={span} className={`book-text ${className}`}>
      {unknownText}
    </span>
  );
}
