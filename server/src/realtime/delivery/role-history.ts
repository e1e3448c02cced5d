import { sql } from "kysely";
import type { Reader } from "@parlance/kernel/db/types.ts";
import type { LoggedEvent } from "@parlance/kernel/events/event-log.ts";

/** The server's own event that somebody has another role from here on, and with it another view of what follows. */
interface RoleChangeEvent {
  readonly type: "role_changed";
  readonly user_id: number;
  readonly before: number;
  readonly after: number;
}

export const isRoleChangeEvent = (event: { type: string }): event is RoleChangeEvent => event.type === "role_changed";

/** Somebody had one role until that event, and has another from it on. */
interface RoleChange {
  readonly eventId: number;
  readonly before: number;
  readonly after: number;
}

/** How people came by the roles that they have. */
export class RoleHistory {
  readonly #changes = new Map<number, RoleChange[]>();

  /** Takes the events in their order. */
  add({ id, payload }: Pick<LoggedEvent, "id" | "payload">): void {
    if (!isRoleChangeEvent(payload)) return;
    const { user_id: userId, before, after } = payload;
    this.#changes.set(userId, [...(this.#changes.get(userId) ?? []), { eventId: id, before, after }]);
  }

  /** The role that somebody had at an event, who has `role` after all that was noted. */
  roleAt(eventId: number, { userId, role }: { readonly userId: number; readonly role: number }): number {
    return this.#changes.get(userId)?.find((change) => eventId < change.eventId)?.before ?? role;
  }

  /** What somebody's last change after an event made of them; undefined if there was none. */
  latest(userId: number, after: number): number | undefined {
    return this.#changes.get(userId)?.findLast(({ eventId }) => eventId > after)?.after;
  }

  /** Forgets what only events up to this one need. */
  evictUpTo(eventId: number): void {
    for (const [userId, changes] of this.#changes) {
      const rest = changes.filter((change) => change.eventId > eventId);
      if (rest.length === 0) this.#changes.delete(userId);
      else if (rest.length < changes.length) this.#changes.set(userId, rest);
    }
  }
}

/** The roles of one user after an event, from the log up to what was delivered. */
export async function loadPastRoles(
  db: Reader,
  { realmId, userId }: { readonly realmId: number; readonly userId: number },
  { after, upTo }: { readonly after: number; readonly upTo: number },
): Promise<RoleHistory> {
  const rows = await db
    .selectFrom("event")
    .select(["id", "payload"])
    .where("realm_id", "=", realmId)
    .where("id", ">", after)
    .where("id", "<=", upTo)
    .where("type", "=", "role_changed")
    .where(sql<boolean>`(payload ->> 'user_id')::int = ${userId}`)
    .orderBy("id")
    .execute();
  const history = new RoleHistory();
  for (const { id, payload } of rows) history.add({ id, payload: payload as LoggedEvent["payload"] });
  return history;
}
