import { sql, type RawBuilder } from "kysely";
import type { MessageFlag, Submessage, TopicLink } from "@parlance/contract/entities/message.ts";
import type { Reader } from "#kernel/db/types.ts";
import { inSlices, mapPausing } from "#kernel/slices.ts";
import type { RealmContext } from "#kernel/http/context.ts";
import type { LinkifierSource } from "#modules/3-profiles/linkifiers/matcher.ts";
import { linkifiersAsJson } from "#modules/3-profiles/linkifiers/queries.ts";
import { topicLinker, type TopicLinker } from "#modules/3-profiles/linkifiers/topic-links.ts";
import { isWithin } from "#modules/4-channels/channels/periods.ts";
import {
  flagsOfFacts,
  markColumns,
  markJoins,
  type PersonalFacts,
} from "#modules/5-on-channels/read-state/personal-facts.ts";
import { submessagesOf } from "./submessages.ts";
import { usersInSight } from "#modules/1-ground/users/sight.ts";
import type { IdsQuery } from "./candidates.ts";
import { type PageLimit, nearestMessages } from "./page-limit.ts";
import {
  correspondentColumns,
  correspondentsOf,
  type Correspondent,
  type CorrespondentFacts,
  unknownCorrespondent,
} from "./correspondents.ts";
import type { MessagePart, MessageParts } from "./message-parts.ts";
import type { MessageReader } from "./readers.ts";

/** A message as it lies in the database, and what the reader did with it. */
interface MessageRow extends Omit<PersonalFacts, "is_received" | "is_active" | "read_up_to"> {
  readonly topic: string;
  /** Markdown or HTML, as was asked for. */
  readonly body: string;
  /** Its Markdown; only how it begins, unless asked for. */
  readonly source: string;
  /** UNIX seconds. */
  readonly sent_at: number;
  readonly client: string;
  /** UNIX seconds of the last change of the content, and of the last move; null: there was none. */
  readonly edited_at: number | null;
  readonly moved_at: number | null;
}

/** Where messages are: a channel or a direct conversation, and what the reader has to do with it. */
interface ConversationRow {
  readonly recipient_id: number;
  /** Null for direct conversations. */
  readonly channel_id: number | null;
  readonly channel_name: string | null;
  /** Everybody in the conversation; null for channels. */
  readonly member_ids: readonly number[] | null;
  readonly is_active: boolean;
  readonly read_up_to: number;
  /** When the reader was subscribed: after the first message id, up to the second. */
  readonly periods: readonly (readonly [from: number, to: number | null])[] | null;
}

/** A message with all that is shown with it. */
export interface HydratedMessage {
  readonly id: number;
  readonly row: MessageRow;
  readonly sender: Correspondent;
  /** Null for direct messages. */
  readonly channel: { readonly id: number; readonly name: string } | null;
  /** Those of its topic. */
  readonly topicLinks: readonly TopicLink[];
  /** Everybody in the conversation; none for messages in channels. */
  readonly members: readonly Correspondent[];
  readonly flags: readonly MessageFlag[];
  /** In their order. */
  readonly submessages: readonly Submessage[];
  /** What other modules add to it. */
  readonly additions: readonly Addition[];
}

type Addition = NonNullable<ReturnType<ReturnType<MessagePart["additions"]>["get"]>>;

/** For whom, and whether as HTML or as Markdown. */
export interface Hydration {
  readonly db: Reader;
  readonly realm: RealmContext;
  readonly reader: MessageReader;
  readonly parts: MessageParts;
  readonly applyMarkdown: boolean;
  /** Fetch the Markdown as well. */
  readonly withSource?: boolean;
}

/**
 * Messages that the reader may read, in ascending order of their ids, with all that is shown with them; of very large ones
 * those that `limit` leaves.
 */
export async function hydrate(hydration: Hydration, ids: IdsQuery, limit: PageLimit) {
  const rows = await loadRows(hydration, ids, limit);
  const { found_before: before, found_after: after } = rows[0] ?? { found_before: 0, found_after: 0 };
  return {
    messages: await assembleAll(hydration, rows),
    lastId: rows.at(-1)?.id,
    isCutBefore: rows.filter(({ id }) => id < limit.around).length < before,
    isCutAfter: rows.filter(({ id }) => id > limit.around).length < after,
  };
}

async function assembleAll(hydration: Hydration, rows: readonly LoadedRow[]): Promise<HydratedMessage[]> {
  const [first] = rows;
  if (!first) return [];
  const conversations = new Map(first.conversations?.map((conversation) => [conversation.recipient_id, conversation]));
  const people = await asKnownTo(hydration, correspondentsOf(first.people ?? [], hydration.realm));
  const submessages = Map.groupBy(first.submessages ?? [], ({ message_id }) => message_id);
  const parts = hydration.parts.flatMap((part, index) => {
    const loaded = first[columnOf(index)];
    return loaded === null ? [] : [part.additions(loaded as never)];
  });
  const linksOf = topicLinker(first.linkifiers ?? []);
  const surroundings = { people, submessages, parts, linksOf };
  return inSlices(
    mapPausing(rows, (row) => {
      const conversation = conversations.get(row.recipient_id);
      const sender = people.get(row.sender_id);
      return conversation && sender ? assemble(row, { conversation, sender, ...surroundings }, hydration.reader) : null;
    }),
  ).then((messages) => messages.filter((message) => message !== null));
}

/** Where guests may not know of everybody, messages do not tell them more. */
async function asKnownTo(
  { db, reader, realm }: Hydration,
  people: ReadonlyMap<number, Correspondent>,
): Promise<ReadonlyMap<number, Correspondent>> {
  const sight = reader.isSpectator ? null : await usersInSight(db, reader);
  if (sight === null) return people;
  return new Map([...people].map(([id, person]) => [id, sight.has(id) ? person : unknownCorrespondent(id, realm)]));
}

interface Surroundings {
  readonly conversation: ConversationRow;
  readonly sender: Correspondent;
  readonly people: ReadonlyMap<number, Correspondent>;
  readonly submessages: ReadonlyMap<number, readonly Submessage[]>;
  readonly linksOf: TopicLinker;
  readonly parts: readonly ReturnType<MessagePart["additions"]>[];
}

function assemble(row: MessageRow, around: Surroundings, reader: MessageReader): HydratedMessage {
  const { conversation, sender, people } = around;
  const { channel_id, channel_name, is_active, read_up_to, periods } = conversation;
  const wasThere = periods?.some(([from, to]) => isWithin(row.id, { from, to })) ?? false;
  const facts = { ...row, is_received: channel_id === null || wasThere, is_active, read_up_to };
  return {
    id: row.id,
    row,
    sender,
    channel: channel_id === null ? null : { id: channel_id, name: channel_name ?? "" },
    topicLinks: channel_id === null ? [] : around.linksOf(row.topic),
    members: conversation.member_ids?.flatMap((id) => people.get(id) ?? []) ?? [],
    flags: reader.isSpectator ? ["read"] : flagsOfFacts(facts),
    submessages: around.submessages.get(row.id) ?? [],
    additions: around.parts.flatMap((part) => part.get(row.id) ?? []),
  };
}

/** The first row carries what the others refer to: of a page of messages, most of the time goes into asking. */
interface LoadedRow extends MessageRow {
  /** How many were found before and after the middle of the limit. */
  readonly found_before: number;
  readonly found_after: number;
  readonly conversations: readonly ConversationRow[] | null;
  readonly people: readonly CorrespondentFacts[] | null;
  readonly submessages: readonly Submessage[] | null;
  readonly linkifiers: readonly LinkifierSource[] | null;
  /** By `columnOf`: the parts. */
  readonly [part: `part_${number}`]: unknown;
}

async function loadRows(
  { db, realm, reader, parts, applyMarkdown, withSource }: Hydration,
  ids: IdsQuery,
  limit: PageLimit,
): Promise<LoadedRow[]> {
  const body = applyMarkdown ? sql`message.rendered_content` : sql`message.content`;
  const source = withSource ? sql`message.content` : sql`left(message.content, 4)`;
  const { rows } = await sql<LoadedRow>`
    with message as materialized (${nearestMessages(ids, body, limit)}),
    first as materialized (select min(id) as id from message),
    conversation as (${conversationsOf(reader.id)}),
    person as (${peopleOf})
    select message.id, message.found_before, message.found_after, message.recipient_id, message.sender_id, message.mentions_channel, message.topic,
      ${body} as body, ${source} as source, message.client, ${unixSeconds(sql`message.sent_at`)} as sent_at,
      ${unixSeconds(sql`message.edited_at`)} as edited_at, ${unixSeconds(sql`message.moved_at`)} as moved_at,
      ${markColumns(reader.id)},
      ${onFirst(sql`select json_agg(conversation) from conversation`)} as conversations,
      ${onFirst(sql`select json_agg(person) from person`)} as people,
      ${onFirst(submessagesOf(sql`select id from message`))} as submessages,
      ${onFirst(linkifiersAsJson(realm.id))} as linkifiers ${partColumns(realm.id, parts)}
    from message ${markJoins(reader.id)}
    order by message.id`.execute(db);
  return rows;
}

const unixSeconds = (time: RawBuilder<unknown>) => sql`floor(extract(epoch from ${time}))::int8`;

const partColumns = (realmId: number, parts: MessageParts) =>
  sql.join(
    parts.map((part, index) => sql`, ${onFirst(part.query(realmId))} as ${sql.ref(columnOf(index))}`),
    sql``,
  );

const columnOf = (index: number) => `part_${index}` as const;

const onFirst = (query: RawBuilder<unknown>) => sql`case when message.id = (select id from first) then (${query}) end`;

/** The conversations of the messages. Each half asks an index for a few ids. */
const conversationsOf = (userId: number) => sql`
  select channel.recipient_id, channel.id as channel_id, channel.name as channel_name, null::json as member_ids,
    coalesce(subscription.is_active, false) as is_active, coalesce(subscription.read_up_to, 0) as read_up_to,
    (
      select json_agg(json_build_array(from_message_id, to_message_id)) from subscription_period as period
      where period.user_id = ${userId} and period.recipient_id = channel.recipient_id
    ) as periods
  from channel
  left join subscription on subscription.user_id = ${userId} and subscription.channel_id = channel.id
  where channel.recipient_id = any(array(select distinct recipient_id from message))
  union all
  select own.recipient_id, null, null, (
      select json_agg(user_id) from direct_member where direct_member.recipient_id = own.recipient_id
    ), true, own.read_up_to, null
  from direct_member as own
  where own.user_id = ${userId} and own.recipient_id = any(array(select distinct recipient_id from message))`;

/** The senders of the messages, and everybody in direct conversations. */
const peopleOf = sql`
  select ${correspondentColumns} from account
  where account.id = any(array(
    select sender_id from message
    union
    select user_id from direct_member where recipient_id = any(array(select distinct recipient_id from message))
  ))`;
