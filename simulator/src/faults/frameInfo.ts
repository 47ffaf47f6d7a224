/** A protocol's note about a frame that faults may strike. */
export type FrameInfo = BookFrameInfo | UserFrameInfo;

/** Note of a frame of a market's book. */
export interface BookFrameInfo {
  readonly book: string;
  readonly isSnapshot: boolean;
  /** Returns the frame with another checksum; absent when the exchange sends none. */
  readonly withWrongChecksum?: () => string;
}

/** Note of a frame that tells an account about its orders, or about money that they moved. */
export interface UserFrameInfo {
  /** The market of these orders; one of them when there are several. */
  readonly ordersIn: string;
}

export function isOfBook(about: FrameInfo | undefined): about is BookFrameInfo {
  return about !== undefined && 'book' in about;
}

export function isOfUser(about: FrameInfo | undefined): about is UserFrameInfo {
  return about !== undefined && 'ordersIn' in about;
}

/** Returns the market that a fault of the frame is counted for. */
export function marketOf(about: FrameInfo): string {
  return isOfBook(about) ? about.book : about.ordersIn;
}
