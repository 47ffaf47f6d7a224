import type { CuratedToken, TokenGroup } from './curatedToken.ts';

/** What a list has to say of a token; the rest follows from the list it stands in. */
type ListedToken = Pick<CuratedToken, 'symbol' | 'name' | 'issuer' | 'contract'>;

/** A network's tokens, by the groups it has. */
export type ListedTokens = { readonly [Group in TokenGroup]?: readonly ListedToken[] };
