import type { Tx } from "#kernel/db/types.ts";

/** What an administrative act was done to. */
export type TargetType =
  | "realm"
  | "user"
  | "bot"
  | "user_group"
  | "channel"
  | "invitation"
  | "profile_field"
  | "domain";

/** An administrative act, such as the change of somebody's role. */
export interface Act {
  readonly realmId: number;
  /** Null: the server itself, or its operator. */
  readonly actorId: number | null;
  /** `<target type>.<what happened>`, such as `user.role_changed`; never renamed, since the log is for ever. */
  readonly act: `${TargetType}.${string}`;
  /** Null where the target has no id of its own. */
  readonly targetId: number | null;
  /** What changed, as it was: JSON with the names of the wire, never a secret. */
  readonly before?: Readonly<Record<string, unknown>> | null;
  /** The same as it is now. */
  readonly after?: Readonly<Record<string, unknown>> | null;
  readonly now: Date;
}

/** Writes administrative acts down, in the transaction that does them. */
export async function recordActs(tx: Tx, acts: readonly Act[]): Promise<void> {
  if (acts.length === 0) return;
  const json = (facts: Act["before"]) => (facts ? JSON.stringify(facts) : null);
  await tx
    .insertInto("audit_log")
    .values(
      acts.map(({ realmId, actorId, act, targetId, before, after, now }) => ({
        realm_id: realmId,
        at: now,
        actor_id: actorId,
        act,
        target_type: act.slice(0, act.indexOf(".")),
        target_id: targetId,
        before: json(before),
        after: json(after),
      })),
    )
    .execute();
}

/** Writes one down. */
export const recordAct = (tx: Tx, act: Act): Promise<void> => recordActs(tx, [act]);
