/** Kinds of failure of an exchange's streams. */
export type StreamFault =
  /** Open streams are cut. */
  | { readonly kind: 'drop' }
  /** Open streams send nothing more, not even the answer to a ping. */
  | { readonly kind: 'silence' }
  /** So many new streams are refused; 0 takes an earlier number back. */
  | { readonly kind: 'refuse'; readonly times: number };
