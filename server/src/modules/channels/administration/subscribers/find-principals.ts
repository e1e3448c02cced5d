import { sql } from "kysely";
import type { Reader } from "@parlance/kernel/db/types.ts";
import type { Actor, RealmContext } from "@parlance/kernel/http/context.ts";
import { emailKey, userIdOfPlaceholderEmail } from "#modules/users/core/email-addresses.ts";
import { canSeeEmail } from "#modules/users/core/presentation.ts";
import { emailVisibilityInSql } from "#modules/users/core/queries.ts";
import { NoSuchUser } from "#modules/users/core/errors.ts";
import { visibleUserIds } from "#modules/users/core/visibility/user-visibility.ts";
import { UserIsDeactivated } from "#modules/channels/core/errors.ts";

/** An active user to be subscribed or unsubscribed. */
export interface Principal {
  readonly id: number;
  readonly isBot: boolean;
  readonly ownerId: number | null;
}

interface FoundAccount {
  readonly isActive: boolean;
  readonly emailKey: string;
  readonly delivery_email: string;
  readonly email_address_visibility: number;
}

/**
 * Finds the users with the given ids or email addresses, without duplicates.
 * @throws NoSuchUser also for a user whom the viewer cannot see, and for an email address that is hidden from the
 * viewer
 * @throws UserIsDeactivated
 */
export async function findPrincipals(
  db: Reader,
  realm: RealmContext,
  viewer: Actor,
  principals: readonly number[] | readonly string[],
): Promise<Principal[]> {
  const wanted = principals.map((one: number | string) => {
    if (typeof one === "number") return one;
    return userIdOfPlaceholderEmail(one, realm) ?? emailKey(one);
  });
  const { rows } = await sql<Principal & FoundAccount>`
    select id, email_key as "emailKey", is_active as "isActive", bot_type is not null as "isBot",
      bot_owner_id as "ownerId", delivery_email, ${emailVisibilityInSql} as email_address_visibility
    from account
    where realm_id = ${realm.id} and (
      id = any(${wanted.filter((one) => typeof one === "number")}::bigint[])
      or email_key = any(${wanted.filter((one) => typeof one === "string")}::text[])
    )`.execute(db);
  const visible = await visibleUserIds(db, viewer);
  const known = new Map<number | string, (typeof rows)[number]>(
    rows
      .filter(({ id }) => visible?.has(id) ?? true)
      .flatMap((row) => [[row.id, row] as const, ...(canSeeEmail(viewer, row) ? [[row.emailKey, row] as const] : [])]),
  );
  const found = new Map<number, Principal>();
  for (const one of wanted) {
    const row = known.get(one);
    if (!row) throw new NoSuchUser();
    if (!row.isActive) throw new UserIsDeactivated();
    found.set(row.id, { id: row.id, isBot: row.isBot, ownerId: row.ownerId });
  }
  return [...found.values()];
}
