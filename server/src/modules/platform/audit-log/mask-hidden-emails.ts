import { sql } from "kysely";
import { roleSeesEmail } from "@parlance/contract/entities/email-visibility.ts";
import { roles } from "@parlance/contract/entities/roles.ts";
import type { Reader, Row } from "#kernel/db/types.ts";
import { emailVisibility } from "#modules/users/core/queries.ts";

type Entry = Omit<Row<"audit_log">, "realm_id">;

const ADDRESSES: ReadonlySet<string> = new Set(["email", "delivery_email"]);

/** Whose address an entry tells: that of the person it is about, or of who came by an invitation. */
const subjectOf = ({ act, target_type, target_id, actor_id }: Entry): number | null => {
  if (target_type === "user") return target_id;
  return act === "invitation.accepted" ? actor_id : null;
};

/**
 * The entries as this administrator may read them: the addresses, present and past, of people who show theirs to nobody
 * are null, except to themselves.
 */
export async function withoutHiddenAddresses(
  db: Reader,
  readerId: number,
  entries: readonly Entry[],
): Promise<Entry[]> {
  const subjects = new Set(entries.filter(showsAddress).map(subjectOf));
  const hidden =
    subjects.size > 0
      ? await peopleWhoHide(
          db,
          [...subjects].filter((id) => id !== null),
        )
      : new Set();
  hidden.delete(readerId);
  return entries.map((entry) =>
    hidden.has(subjectOf(entry)) ? { ...entry, before: masked(entry.before), after: masked(entry.after) } : entry,
  );
}

const namesOf = (facts: unknown): string[] => Object.keys(facts ?? {});
const showsAddress = ({ before, after }: Entry): boolean =>
  [...namesOf(before), ...namesOf(after)].some((name) => ADDRESSES.has(name));

async function peopleWhoHide(db: Reader, ids: readonly number[]): Promise<Set<unknown>> {
  const rows = await db
    .selectFrom("account")
    .select(["id", emailVisibility.as("visibility")])
    .where("id", "=", sql<number>`any(${ids}::int[])`)
    .execute();
  return new Set(rows.filter(({ visibility }) => !roleSeesEmail(roles.administrator, visibility)).map(({ id }) => id));
}

function masked(facts: unknown): unknown {
  if (facts === null) return null;
  const members = Object.entries(facts as object).map(([name, value]) => [name, ADDRESSES.has(name) ? null : value]);
  return Object.fromEntries(members);
}
