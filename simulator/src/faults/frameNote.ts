/** A protocol's note about a frame that faults may strike. */
export type FrameNote = BookNote | UserNote;

/** Note of a frame of a market's book. */
export interface BookNote {
  readonly book: string;
  readonly isSnapshot: boolean;
  /** Returns the frame with another checksum; absent when the exchange sends none. */
  readonly withWrongChecksum?: () => string;
}

/** Note of a frame that tells an account about its orders, or about money that they moved. */
export interface UserNote {
  /** The market of these orders; one of them when there are several. */
  readonly ordersIn: string;
}

export function isOfBook(about: FrameNote | undefined): about is BookNote {
  return about !== undefined && 'book' in about;
}

export function isOfUser(about: FrameNote | undefined): about is UserNote {
  return about !== undefined && 'ordersIn' in about;
}

/** Returns the market that a fault of the frame is counted for. */
export function marketOf(about: FrameNote): string {
  return isOfBook(about) ? about.book : about.ordersIn;
}
