/** What a protocol says of a frame that faults may strike by itself. */
export type FrameNote = BookNote | UserNote;

/** Of a frame of a market's book. */
export interface BookNote {
  readonly book: string;
  readonly isSnapshot: boolean;
  /** The same frame with another checksum; absent where the exchange sends none. */
  readonly withWrongChecksum?: () => string;
}

/** Of a frame that tells an account what became of its orders, or of its money by them. */
export interface UserNote {
  /** The market of these orders; one of them where there are several. */
  readonly ordersIn: string;
}

export function isOfBook(about: FrameNote | undefined): about is BookNote {
  return about !== undefined && 'book' in about;
}

export function isOfUser(about: FrameNote | undefined): about is UserNote {
  return about !== undefined && 'ordersIn' in about;
}

/** The market that a strike of the frame is of. */
export function marketOf(about: FrameNote): string {
  return isOfBook(about) ? about.book : about.ordersIn;
}
