import type { Generated } from 'kysely';

/** The tables, as both databases have them: times are epoch ms, lists are JSON text. */
export interface Schema {
  api_keys: {
    id: string;
    name: string;
    key_hash: string;
    roles: string;
    paths: string;
    exchange_account_ids: string | null;
    created_at_ms: number;
    expires_at_ms: number | null;
    revoked_at_ms: number | null;
  };
  audit_log: {
    id: Generated<number>;
    at_ms: number;
    actor_id: string;
    actor_name: string;
    action: string;
    subject: string;
    before_json: string | null;
    after_json: string | null;
    request_id: string | null;
  };
  /** Values chosen once, for example the seed of the simulated market. */
  settings: { name: string; value: string };
  /** Named states of the engine, for example the clock of the simulated market. */
  engine_state: { name: string; value: string; epoch: number };
  /** One row: the epoch of the latest owner. */
  engine: { id: number; epoch: number };
}
