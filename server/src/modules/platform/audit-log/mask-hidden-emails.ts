import { sql } from "kysely";
import { canRoleSeeEmail } from "@parlance/contract/entities/email-visibility.ts";
import { roles } from "@parlance/contract/entities/roles.ts";
import type { Reader, Row } from "@parlance/kernel/db/types.ts";
import { emailVisibilityInSql } from "#modules/users/core/queries.ts";

type Entry = Omit<Row<"audit_log">, "realm_id">;

const EMAIL_FIELDS: ReadonlySet<string> = new Set(["email", "delivery_email"]);

/**
 * Returns the id of the user whose email address an entry contains: the target user, or the user who accepted an
 * invitation. Null for all other entries.
 */
const emailOwnerOf = ({ act, target_type, target_id, actor_id }: Entry): number | null => {
  if (target_type === "user") return target_id;
  return act === "invitation.accepted" ? actor_id : null;
};

/**
 * Returns the entries as an administrator may see them. The current and former email addresses of users who hide their
 * address from everyone are replaced by null, except the reader's own.
 */
export async function maskHiddenEmails(db: Reader, readerId: number, entries: readonly Entry[]): Promise<Entry[]> {
  const subjects = new Set(entries.filter(hasEmail).map(emailOwnerOf));
  const hidden =
    subjects.size > 0
      ? await loadUsersHidingEmail(
          db,
          [...subjects].filter((id) => id !== null),
        )
      : new Set();
  hidden.delete(readerId);
  return entries.map((entry) =>
    hidden.has(emailOwnerOf(entry))
      ? { ...entry, before: maskEmails(entry.before), after: maskEmails(entry.after) }
      : entry,
  );
}

const namesOf = (facts: unknown): string[] => Object.keys(facts ?? {});
const hasEmail = ({ before, after }: Entry): boolean =>
  [...namesOf(before), ...namesOf(after)].some((name) => EMAIL_FIELDS.has(name));

async function loadUsersHidingEmail(db: Reader, ids: readonly number[]): Promise<Set<unknown>> {
  const rows = await db
    .selectFrom("account")
    .select(["id", emailVisibilityInSql.as("visibility")])
    .where("id", "=", sql<number>`any(${ids}::int[])`)
    .execute();
  return new Set(
    rows.filter(({ visibility }) => !canRoleSeeEmail(roles.administrator, visibility)).map(({ id }) => id),
  );
}

function maskEmails(facts: unknown): unknown {
  if (facts === null) return null;
  const members = Object.entries(facts as object).map(([name, value]) => [name, EMAIL_FIELDS.has(name) ? null : value]);
  return Object.fromEntries(members);
}
