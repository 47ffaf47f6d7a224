import { type BookSteps, createBookSteps } from './bookSteps.ts';
import type { BookFrameInfo } from './frameInfo.ts';

interface Book {
  readonly steps: BookSteps;
  /** Frame to send behind the next one. */
  behind: string | undefined;
}

/** The books that are sent over one connection. */
export interface Books {
  stepsOf(about: BookFrameInfo): BookSteps;
  /** Returns one of the books: the end of the connection is counted as a fault of it. */
  any(): string | undefined;
  /** True when no book has a fault that may still go unnoticed. */
  isSettled(): boolean;
  /** Sends a frame behind the next one of its book. */
  putBack(text: string, about: BookFrameInfo): void;
  /** Sends a frame, and then one that was put back; returns whether their order changed. */
  pass(text: string, about: BookFrameInfo): boolean;
  release(): void;
}

export function createBooks(emit: (text: string) => void): Books {
  const books = new Map<string, Book>();
  const bookOf = ({ book: name }: BookFrameInfo): Book => {
    const book = books.get(name) ?? { steps: createBookSteps(), behind: undefined };
    books.set(name, book);
    return book;
  };
  return {
    stepsOf: (about) => bookOf(about).steps,
    any: () => books.keys().next().value,
    isSettled: () => [...books.values()].every(({ steps }) => !steps.isShaken()),
    putBack(text, about) {
      bookOf(about).behind = text;
    },
    pass(text, about) {
      const book = bookOf(about);
      const { behind } = book;
      book.behind = undefined;
      book.steps.passed(about.isSnapshot);
      // Before a snapshot the order is kept: a frame behind it would have no effect.
      const isReordered = behind !== undefined && !about.isSnapshot;
      if (behind !== undefined && !isReordered) emit(behind);
      emit(text);
      if (isReordered) emit(behind);
      return isReordered;
    },
    release() {
      for (const book of books.values()) {
        if (book.behind !== undefined) emit(book.behind);
        book.behind = undefined;
      }
    },
  };
}
