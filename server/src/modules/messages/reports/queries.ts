import { sql } from "kysely";
import type { Reader, Row } from "@parlance/kernel/db/types.ts";
import type { NamedUser } from "#modules/users/core/silent-mention.ts";
import type { ReportedMessage } from "./report-text.ts";

/** Loads a message with its conversation. Does not check access. */
export async function loadMessageToReport(db: Reader, id: number): Promise<ReportedMessage> {
  const { rows } = await sql<{
    content: string;
    topic: string;
    sender: NamedUser;
    channel: { id: number; name: string } | null;
    people: NamedUser[];
  }>`
    select message.content, message.topic, json_build_object('id', sender.id, 'full_name', sender.full_name) as sender,
      case when channel.id is not null then json_build_object('id', channel.id, 'name', channel.name) end as channel, (
        select coalesce(json_agg(json_build_object('id', account.id, 'full_name', account.full_name) order by account.id), '[]')
        from direct_member join account on account.id = direct_member.user_id
        where direct_member.recipient_id = message.recipient_id
      ) as people
    from message
    join account as sender on sender.id = message.sender_id
    left join channel on channel.recipient_id = message.recipient_id
    where message.id = ${id}`.execute(db);
  const [row] = rows;
  if (!row) throw new Error(`no message ${id}`);
  const { content, sender, channel, topic, people } = row;
  return { id, sender, content, place: channel ? { channel, topic } : { people } };
}

/** Loads a user's name. */
export const loadUserName = (db: Reader, userId: number): Promise<NamedUser> =>
  db.selectFrom("account").select(["id", "full_name"]).where("id", "=", userId).executeTakeFirstOrThrow();

/** Finds a channel of the organization that is not archived. */
export const findActiveChannel = (
  db: Reader,
  realmId: number,
  id: number,
): Promise<Pick<Row<"channel">, "id" | "topics_policy"> | undefined> =>
  db
    .selectFrom("channel")
    .select(["id", "topics_policy"])
    .where("id", "=", id)
    .where("realm_id", "=", realmId)
    .where("is_archived", "=", false)
    .executeTakeFirst();
