import { sql } from "kysely";
import { batched } from "#kernel/batched.ts";
import type { Reader } from "#kernel/db/types.ts";
import type { Actor, RealmContext } from "#kernel/http/context.ts";
import { nameKey } from "#modules/channels/access.ts";
import { channelIsReadable } from "#modules/read-state/conditions.ts";
import type { Directory, NarrowChannel } from "#narrow/index.ts";
import { canBeId, findAddressees } from "./accounts.ts";
import { directKey, findDirectRecipients } from "./direct-recipients.ts";

/** Who asks, and where. */
export interface Asker {
  readonly db: Reader;
  readonly realm: RealmContext;
  readonly actor: Actor;
}

type Reference = number | string;

/** Looks up what the terms of one narrow name, a query for each kind of name. */
export function narrowDirectory({ db, realm, actor }: Asker): Directory {
  let muted: Promise<readonly number[]> | undefined;
  return {
    channel: batched((references: readonly Reference[]) => findChannels(db, actor, references)),
    user: batched(async (references: readonly Reference[]) => {
      const addressees = await findAddressees(db, realm, actor, references);
      return addressees.map((one) => one?.id ?? null);
    }),
    conversation: batched(async (conversations: readonly (readonly number[])[]) => {
      const keys = conversations.map(directKey);
      const found = await findDirectRecipients(db, realm.id, keys);
      return keys.map((key) => found.get(key) ?? null);
    }),
    conversationsWith: (userId, only) => conversationsWith(db, actor.id, userId, only),
    mutedRecipients: () => (muted ??= mutedRecipients(db, actor.id)),
  };
}

/** In one light query: fetching messages of a channel begins with it. */
async function findChannels(
  db: Reader,
  actor: Actor,
  references: readonly Reference[],
): Promise<(NarrowChannel | null)[]> {
  const wanted = references
    .filter((one) => typeof one === "string" || canBeId(one))
    .map((one) => (typeof one === "string" ? sql`channel.name_key = ${nameKey(one)}` : sql`channel.id = ${one}`));
  if (wanted.length === 0) return references.map(() => null);
  const { rows } = await sql<NarrowChannel & { nameKey: string }>`
    select channel.id, channel.recipient_id as "recipientId", channel.name_key as "nameKey",
      ${channelIsReadable(actor)} as "isReadable",
      not channel.invite_only or channel.history_public_to_subscribers as "isHistoryShared"
    from channel
    left join subscription on subscription.user_id = ${actor.id} and subscription.channel_id = channel.id
    where channel.realm_id = ${actor.realmId}
      and (${sql.join(wanted, sql` or `)})`.execute(db);
  return references.map(
    (one) => rows.find((row) => (typeof one === "number" ? row.id === one : row.nameKey === nameKey(one))) ?? null,
  );
}

async function conversationsWith(
  db: Reader,
  userId: number,
  otherId: number,
  only: "all" | "groups",
): Promise<number[]> {
  const isGroup = sql`(select count(*) from direct_member where recipient_id = own.recipient_id) > 2`;
  const { rows } = await sql<{ recipient_id: number }>`
    select own.recipient_id from direct_member as own
    join direct_member as other on other.recipient_id = own.recipient_id and other.user_id = ${otherId}
    where own.user_id = ${userId} and ${only === "groups" ? isGroup : sql`true`}`.execute(db);
  return rows.map(({ recipient_id }) => recipient_id);
}

async function mutedRecipients(db: Reader, userId: number): Promise<number[]> {
  const rows = await db
    .selectFrom("subscription")
    .select("recipient_id")
    .where("user_id", "=", userId)
    .where("is_active", "=", true)
    .where("is_muted", "=", true)
    .execute();
  return rows.map(({ recipient_id }) => recipient_id);
}
