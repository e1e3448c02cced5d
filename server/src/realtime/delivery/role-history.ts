import { sql } from "kysely";
import type { Reader } from "@parlance/kernel/db/types.ts";
import type { LoggedEvent } from "@parlance/kernel/events/event-log.ts";

/** Internal event, not sent to clients, for a role change. After it, the user receives the events of the new role. */
interface RoleChangeEvent {
  readonly type: "role_changed";
  readonly user_id: number;
  readonly before: number;
  readonly after: number;
}

export const isRoleChangeEvent = (event: { type: string }): event is RoleChangeEvent => event.type === "role_changed";

/** A role change: `before` is the role up to the event, `after` the role from the event on. */
interface RoleChange {
  readonly eventId: number;
  readonly before: number;
  readonly after: number;
}

/** The role changes of users in the log. */
export class RoleHistory {
  readonly #changes = new Map<number, RoleChange[]>();

  /** Adds the next event. Call it in the order of the log. */
  add({ id, payload }: Pick<LoggedEvent, "id" | "payload">): void {
    if (!isRoleChangeEvent(payload)) return;
    const { user_id: userId, before, after } = payload;
    this.#changes.set(userId, [...(this.#changes.get(userId) ?? []), { eventId: id, before, after }]);
  }

  /** Returns the role that a user had at the time of an event. `role` is the user's role after all recorded changes. */
  roleAt(eventId: number, { userId, role }: { readonly userId: number; readonly role: number }): number {
    return this.#changes.get(userId)?.find((change) => eventId < change.eventId)?.before ?? role;
  }

  /** Returns the role after the user's last change since an event; undefined if there was none. */
  latest(userId: number, after: number): number | undefined {
    return this.#changes.get(userId)?.findLast(({ eventId }) => eventId > after)?.after;
  }

  /** Removes changes that are needed only for events up to `eventId`. */
  evictUpTo(eventId: number): void {
    for (const [userId, changes] of this.#changes) {
      const rest = changes.filter((change) => change.eventId > eventId);
      if (rest.length === 0) this.#changes.delete(userId);
      else if (rest.length < changes.length) this.#changes.set(userId, rest);
    }
  }
}

/** Loads the role changes of one user after an event, from the log up to the last delivered event. */
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
