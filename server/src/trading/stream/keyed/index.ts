export { createKeyedClient, defaultKeyedLimits, type KeyedLimits } from './client.ts';
export { createKeyGrants, type KeyGrants, type KeyPorts } from './grants.ts';
export { firstIssue } from './payload.ts';
export { createTurn, newsOf } from './turn.ts';
