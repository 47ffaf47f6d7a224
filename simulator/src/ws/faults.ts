/** How the streams of an exchange fail. */
export type StreamFault =
  /** Those that are open are cut. */
  | { readonly kind: 'drop' }
  /** Nothing comes any more over those that are open, not even the answer to a ping. */
  | { readonly kind: 'silence' }
  /** So many that are asked for are refused; 0 takes an earlier number back. */
  | { readonly kind: 'refuse'; readonly times: number };
