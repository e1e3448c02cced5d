import { sql } from "kysely";
import type { MessageFlag } from "@parlance/contract/entities/message.ts";
import type { Reader } from "#kernel/db/types.ts";
import type { Actor, RealmContext } from "#kernel/http/context.ts";
import { flagsOf } from "#modules/read-state/queries.ts";
import { loadCorrespondents, type Correspondent } from "./correspondents.ts";

/** A message as it lies in the database. */
interface MessageRow {
  readonly id: number;
  readonly recipient_id: number;
  readonly sender_id: number;
  readonly topic: string;
  /** Markdown or HTML, as was asked for. */
  readonly body: string;
  /** Its Markdown; only how it begins, unless asked for. */
  readonly source: string;
  /** UNIX seconds. */
  readonly sent_at: number;
  readonly client: string;
  readonly mentions_channel: boolean;
  /** Null for direct messages. */
  readonly channel_id: number | null;
  readonly channel_name: string | null;
  /** Everybody in the conversation; null for messages in channels. */
  readonly member_ids: readonly number[] | null;
}

/** A message with all that is shown with it. */
export interface HydratedMessage extends MessageRow {
  readonly sender: Correspondent;
  /** Everybody in the conversation; none for messages in channels. */
  readonly members: readonly Correspondent[];
  /** The reader's. */
  readonly flags: readonly MessageFlag[];
}

/** For whom, and whether as HTML or as Markdown. */
export interface Hydration {
  readonly db: Reader;
  readonly realm: RealmContext;
  readonly actor: Actor;
  readonly applyMarkdown: boolean;
  /** Fetch the Markdown as well. */
  readonly withSource?: boolean;
}

/** Messages that the reader may read, in ascending order of their ids; in the same few queries however many. */
export async function hydrate(
  { db, realm, actor, ...form }: Hydration,
  ids: readonly number[],
): Promise<HydratedMessage[]> {
  if (ids.length === 0) return [];
  const rows = await loadMessages(db, ids, form);
  const flags = await flagsOf(db, actor.id, rows);
  const people = await loadCorrespondents(db, realm, [
    ...new Set(rows.flatMap(({ sender_id, member_ids }) => [sender_id, ...(member_ids ?? [])])),
  ]);
  return rows.flatMap((row) => {
    const sender = people.get(row.sender_id);
    const members = (row.member_ids ?? []).flatMap((id) => people.get(id) ?? []);
    return sender ? [{ ...row, sender, members, flags: flags.get(row.id) ?? [] }] : [];
  });
}

type Form = Pick<Hydration, "applyMarkdown" | "withSource">;

async function loadMessages(db: Reader, ids: readonly number[], form: Form): Promise<MessageRow[]> {
  const body = form.applyMarkdown ? sql`message.rendered_content` : sql`message.content`;
  const source = form.withSource ? sql`message.content` : sql`left(message.content, 4)`;
  const { rows } = await sql<MessageRow>`
    select message.id, message.recipient_id, message.sender_id, message.topic, ${body} as body,
      ${source} as source, floor(extract(epoch from message.sent_at))::int8 as sent_at,
      message.client, message.mentions_channel, channel.id as channel_id, channel.name as channel_name,
      case when channel.id is null then (
        select array_agg(user_id) from direct_member where direct_member.recipient_id = message.recipient_id
      ) end as member_ids
    from message left join channel on channel.recipient_id = message.recipient_id
    where message.id = any(${ids}::bigint[])
    order by message.id`.execute(db);
  return rows;
}
