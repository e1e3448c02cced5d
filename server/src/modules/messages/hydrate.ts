import { sql } from "kysely";
import type { MessageFlag } from "@parlance/contract/entities/message.ts";
import type { Reader } from "#kernel/db/types.ts";
import type { Actor, RealmContext } from "#kernel/http/context.ts";
import {
  flagsOfFacts,
  personalColumns,
  personalJoins,
  type PersonalFacts,
} from "#modules/read-state/personal-facts.ts";
import type { IdsQuery } from "./candidates.ts";
import {
  correspondentColumns,
  correspondentOf,
  loadCorrespondents,
  type Correspondent,
  type CorrespondentFacts,
} from "./correspondents.ts";

/** A message as it lies in the database, with its sender and what the reader has to do with it. */
interface MessageRow extends PersonalFacts, Omit<CorrespondentFacts, "id"> {
  readonly topic: string;
  /** Markdown or HTML, as was asked for. */
  readonly body: string;
  /** Its Markdown; only how it begins, unless asked for. */
  readonly source: string;
  /** UNIX seconds. */
  readonly sent_at: number;
  readonly client: string;
  /** Null for direct messages. */
  readonly channel_id: number | null;
  readonly channel_name: string | null;
  /** Everybody in the conversation; null for messages in channels. */
  readonly member_ids: readonly number[] | null;
}

/** A message with all that is shown with it. */
export interface HydratedMessage {
  readonly id: number;
  readonly row: MessageRow;
  readonly sender: Correspondent;
  /** Everybody in the conversation; none for messages in channels. */
  readonly members: readonly Correspondent[];
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

/**
 * Messages that the reader may read, in ascending order of their ids. One query finds them and all that belongs to
 * them, a second one the people of direct conversations: of a page of messages, most of the time goes into asking.
 */
export async function hydrate(hydration: Hydration, ids: IdsQuery): Promise<HydratedMessage[]> {
  const { db, realm, actor } = hydration;
  const rows = await loadRows(hydration, ids);
  const senders = new Map<number, Correspondent>();
  for (const row of rows) {
    if (!senders.has(row.sender_id)) senders.set(row.sender_id, correspondentOf({ ...row, id: row.sender_id }, realm));
  }
  const memberIds = new Set(rows.flatMap(({ member_ids }) => member_ids ?? []));
  const others = await loadCorrespondents(
    db,
    realm,
    [...memberIds].filter((id) => !senders.has(id)),
  );
  const person = (id: number) => senders.get(id) ?? others.get(id) ?? [];
  return rows.map((row) => ({
    id: row.id,
    row,
    sender: senders.get(row.sender_id) as Correspondent,
    members: row.member_ids?.flatMap(person) ?? [],
    flags: flagsOfFacts(actor.id, row),
  }));
}

async function loadRows({ db, actor, applyMarkdown, withSource }: Hydration, ids: IdsQuery): Promise<MessageRow[]> {
  const body = applyMarkdown ? sql`message.rendered_content` : sql`message.content`;
  const source = withSource ? sql`message.content` : sql`left(message.content, 4)`;
  // The array keeps the planner from reading whole tables for a list of ids whose length it does not know. All that is
  // joined is found by an index: it takes the list for a short one, which it need not be.
  const { rows } = await sql<MessageRow>`
    select ${personalColumns}, ${correspondentColumns}, message.topic, ${body} as body, ${source} as source,
      floor(extract(epoch from message.sent_at))::int8 as sent_at, message.client,
      channel.id as channel_id, channel.name as channel_name,
      case when channel.id is null then (
        select array_agg(user_id) from direct_member where direct_member.recipient_id = message.recipient_id
      ) end as member_ids
    from message
    join account on account.id = message.sender_id
    left join channel on channel.recipient_id = message.recipient_id
    left join subscription on subscription.user_id = ${actor.id} and subscription.channel_id = channel.id
    cross join lateral (
      select channel.id is null as is_direct, channel.id is null or subscription.is_active as is_active,
        case when channel.id is null then (
          select read_up_to from direct_member where user_id = ${actor.id} and recipient_id = message.recipient_id
        ) else subscription.read_up_to end as read_up_to
    ) as place
    ${personalJoins(actor.id)}
    where message.id = any(array(${ids}))
    order by message.id`.execute(db);
  return rows;
}
