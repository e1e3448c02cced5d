import { sql } from "kysely";
import type { Reader } from "#kernel/db/types.ts";
import type { Actor, RealmContext } from "#kernel/http/context.ts";
import { emailKey, ownerOfPlaceholder } from "#modules/users/addresses.ts";
import { ChannelIdDoesNotExist } from "#modules/channels/errors.ts";
import * as errors from "./errors.ts";

/** The parameter `to`, as clients send it. */
export type To = string | number | readonly (string | number)[];

/** A channel named by id or by name. */
export type ChannelReference = { readonly id: number } | { readonly name: string };

const MAX_RECIPIENTS = 1000;
const MAX_ID = 2 ** 31 - 1;

/** The one channel that `to` names. */
export function channelReference(to: To): ChannelReference {
  if (Array.isArray(to)) {
    if (to.length > 1) throw new errors.MultipleChannels();
    const [only] = to as readonly (string | number)[];
    if (only === undefined) throw new errors.OneChannelExpected();
    return channelReference(only);
  }
  if (typeof to === "number") return { id: to };
  if (typeof to === "string") return to === "" ? missingChannel() : { name: to };
  throw new errors.InvalidChannelType();
}

function missingChannel(): never {
  throw new errors.MissingChannel();
}

/** The id of a channel; access is checked later, with the lock that keeps it true. */
export async function channelIdOf(db: Reader, realmId: number, reference: ChannelReference): Promise<number> {
  if ("id" in reference) {
    if (reference.id < 0 || reference.id > MAX_ID) throw new ChannelIdDoesNotExist({ stream_id: reference.id });
    return reference.id;
  }
  const name = reference.name.trim();
  const row = await db
    .selectFrom("channel")
    .select("id")
    .where("realm_id", "=", realmId)
    .where("name_key", "=", name.toLowerCase())
    .executeTakeFirst();
  if (!row) throw new errors.ChannelNameDoesNotExist({ stream: name });
  return row.id;
}

/** Everybody in the direct conversation that `to` names: the sender too, each once. */
export async function directUserIds(db: Reader, realm: RealmContext, sender: Actor, to: To): Promise<number[]> {
  const wanted = recipientList(to);
  const found = await (wanted.kind === "ids"
    ? usersById(db, realm.id, wanted.ids)
    : usersByEmail(db, realm, wanted.emails));
  const others = found.filter(({ id }) => id !== sender.id);
  const gone = others.find(({ is_active }) => !is_active);
  if (gone) throw new errors.RecipientDeactivated({ email: gone.delivery_email });
  return [...new Set([sender.id, ...others.map(({ id }) => id)])];
}

type RecipientList = { kind: "ids"; ids: readonly number[] } | { kind: "emails"; emails: readonly string[] };

function recipientList(to: To): RecipientList {
  const list: readonly unknown[] = typeof to === "string" ? to.split(",") : typeof to === "number" ? [to] : to;
  const trimmed = list.map((entry) => (typeof entry === "string" ? entry.trim() : entry));
  const given = trimmed.filter((entry) => entry !== "");
  if (given.length === 0) throw new errors.NoRecipients();
  if (given.length > MAX_RECIPIENTS) throw new errors.TooManyRecipients();
  const ids = given.filter((entry) => typeof entry === "number");
  const emails = given.filter((entry) => typeof entry === "string");
  if (ids.length + emails.length < given.length) throw new errors.InvalidRecipientsType();
  if (ids.length > 0 && emails.length > 0) throw new errors.MixedRecipients();
  return ids.length > 0 ? { kind: "ids", ids } : { kind: "emails", emails };
}

const accounts = (db: Reader) =>
  db
    .selectFrom("account")
    .innerJoin("realm", "realm.id", "account.realm_id")
    .select(["account.id", "account.email_key", "account.delivery_email", "account.is_active"]);

async function usersById(db: Reader, realmId: number, ids: readonly number[]) {
  const outOfRange = ids.find((id) => !Number.isSafeInteger(id) || id < 0 || id > MAX_ID);
  if (outOfRange !== undefined) throw new errors.InvalidUserId({ user_id: outOfRange });
  const rows = await accounts(db)
    .where("account.id", "=", sql<number>`any(${ids}::int[])`)
    .where((where) => where.or([where("account.realm_id", "=", realmId), where("realm.subdomain", "is", null)]))
    .execute();
  const unknown = ids.find((id) => !rows.some((row) => row.id === id));
  if (unknown !== undefined) throw new errors.InvalidUserId({ user_id: unknown });
  return rows;
}

async function usersByEmail(db: Reader, realm: RealmContext, emails: readonly string[]) {
  const placeholders = emails.flatMap((email) => ownerOfPlaceholder(email, realm) ?? []);
  const keys = emails.filter((email) => ownerOfPlaceholder(email, realm) === null).map(emailKey);
  const rows = await accounts(db)
    .where((where) => where.or([where("account.realm_id", "=", realm.id), where("realm.subdomain", "is", null)]))
    .where((where) =>
      where.or([
        where("account.email_key", "=", sql<string>`any(${keys}::text[])`),
        where("account.id", "=", sql<number>`any(${placeholders}::int[])`),
      ]),
    )
    .execute();
  const known = (email: string) => {
    const owner = ownerOfPlaceholder(email, realm);
    return rows.some((row) => (owner === null ? row.email_key === emailKey(email) : row.id === owner));
  };
  const unknown = emails.find((email) => !known(email));
  if (unknown !== undefined) throw new errors.InvalidEmail({ email: unknown });
  return rows;
}
