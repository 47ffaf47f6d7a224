export { createKeyedDesk, defaultKeyedLimits, type KeyedLimits } from './desk.ts';
export { createKeyGrants, type KeyGrants, type KeyPorts } from './grants.ts';
export { firstIssue } from './payload.ts';
export { createTurn, newsOf } from './turn.ts';
