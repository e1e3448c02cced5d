import { sql } from "kysely";
import type { Tx } from "@parlance/kernel/db/types.ts";
import type { ActName } from "../audited-acts.ts";

/** An action to record: an administrative one, such as the change of a user's role, or a login or passkey change. */
export interface Act {
  readonly realmId: number;
  /** The acting user; null for the server itself and its operator. */
  readonly actorId: number | null;
  /** Name of the action. New actions are declared in audited-acts.ts. */
  readonly act: ActName;
  /** Id of the target; null if the target has no id. */
  readonly targetId: number | null;
  /** Changed values before the action, as JSON with the field names of the API. Must not contain secrets. */
  readonly before?: Readonly<Record<string, unknown>> | null;
  /** Changed values after the action, in the same format. */
  readonly after?: Readonly<Record<string, unknown>> | null;
  readonly now: Date;
}

/** Records administrative actions, in the transaction that performs them. */
export async function recordActs(tx: Tx, acts: readonly Act[]): Promise<void> {
  if (acts.length === 0) return;
  const column = <T>(of: (act: Act) => T): T[] => acts.map(of);
  const json = (facts: Act["before"]) => (facts ? JSON.stringify(facts) : null);
  await sql`
    insert into audit_log (realm_id, at, actor_id, act, target_type, target_id, before, after)
    select realm_id, at, actor_id, act, split_part(act, '.', 1), target_id, before::jsonb, after::jsonb
    from unnest(
      ${column(({ realmId }) => realmId)}::int[], ${column(({ now }) => now)}::timestamptz[],
      ${column(({ actorId }) => actorId)}::int[], ${column(({ act }) => act)}::text[],
      ${column(({ targetId }) => targetId)}::int[],
      ${column(({ before }) => json(before))}::text[], ${column(({ after }) => json(after))}::text[]
    ) with ordinality as done(realm_id, at, actor_id, act, target_id, before, after, ordinal)
    order by ordinal`.execute(tx);
}

/** Records one administrative action. */
export const recordAct = (tx: Tx, act: Act): Promise<void> => recordActs(tx, [act]);
