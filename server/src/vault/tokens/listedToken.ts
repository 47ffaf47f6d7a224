import type { CuratedToken, TokenGroup } from './curatedToken.ts';

/** The data of a token that a list must contain; the rest follows from the list itself. */
type ListedToken = Pick<CuratedToken, 'symbol' | 'name' | 'issuer' | 'contract'>;

/** A network's tokens, by the groups that it has. */
export type ListedTokens = { readonly [Group in TokenGroup]?: readonly ListedToken[] };
