import { type BookSteps, createBookSteps } from './bookSteps.ts';
import type { BookNote } from './frameNote.ts';

interface Book {
  readonly steps: BookSteps;
  /** What is to be sent behind the next frame. */
  behind: string | undefined;
}

/** The books that come over one connection. */
export interface Books {
  stepsOf(about: BookNote): BookSteps;
  /** One of them: what ends the connection meets it. */
  any(): string | undefined;
  /** Whether no fault of any book may go unnoticed. */
  isSettled(): boolean;
  /** Sends a frame behind the next one of its book. */
  putBack(text: string, about: BookNote): void;
  /** Sends a frame, and what is to be behind it; whether that made another order. */
  pass(text: string, about: BookNote): boolean;
  release(): void;
}

export function createBooks(emit: (text: string) => void): Books {
  const books = new Map<string, Book>();
  const bookOf = ({ book: name }: BookNote): Book => {
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
      // Before a snapshot the order stays: behind it, the frame would be of no use to anybody.
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
