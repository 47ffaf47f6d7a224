/** The owner of all keys that are bound to no accounts; no key has it as its id. */
export const mainOwner = 'main';
