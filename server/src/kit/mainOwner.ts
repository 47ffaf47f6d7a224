/** Owner of all keys that are not restricted to accounts; no key has this id. */
export const mainOwner = 'main';
