import { sql, type RawBuilder } from "kysely";
import type { Submessage } from "@parlance/contract/entities/message.ts";
import type { Reader } from "@parlance/kernel/db/types.ts";
import type { Read, RealmContext } from "@parlance/kernel/http/context.ts";
import { required } from "@parlance/kernel/base/required.ts";
import { runInTimeSlices, type PausableTask } from "@parlance/kernel/base/time-slicing.ts";
import { joinUserMessageInSql, packedStateInSql } from "#modules/messages/read-state/user-message.ts";
import type { IdsQuery } from "../search/matching-ids.ts";
import type { MessageExtension, MessageExtensions } from "../message-extensions.ts";
import type { MessageViewer } from "#modules/messages/core/message-viewer.ts";
import { submessageBytesInSql, submessagesQuery } from "#modules/messages/core/submessages.ts";

/** The data of a message that depends on its reader, and the version of its content. */
export interface PageRow {
  readonly id: number;
  /** Version of the row. It differs after each change. */
  readonly version: number;
  readonly recipient_id: number;
  readonly sender_id: number;
  /** Size of the content, in bytes. */
  readonly size: number;
  /** Packed flags and state. See `FlagsDecoder`. */
  readonly marks: number;
}

/** The data of a message that is the same for all readers. */
export interface ContentRow {
  readonly id: number;
  readonly version: number;
  readonly topic: string;
  /** Markdown or HTML, as requested. */
  readonly body: string;
  /** The Markdown. Only its first characters, unless requested. */
  readonly source: string;
  /** The HTML, if it is needed in addition to `body`. */
  readonly html: string | null;
  readonly client: string;
  /** UNIX seconds. */
  readonly sent_at: number;
  /** UNIX seconds of the last content edit and of the last move. `null` if there was none. */
  readonly edited_at: number | null;
  readonly moved_at: number | null;
}

/** The reader's relation to a conversation. There is no row for a channel that the reader was never subscribed to. */
export interface ConversationRow {
  readonly recipient_id: number;
  /** The members of a direct message conversation. `null` for channels. */
  readonly member_ids: readonly number[] | null;
  readonly is_active: boolean;
  readonly read_up_to: number;
  /** Periods in which the reader was subscribed: after the first message id, up to the second. */
  readonly periods: readonly (readonly [from: number, to: number | null])[] | null;
}

/** The messages of a page as of one moment. */
export interface LoadedPage {
  /** The organization's log position. */
  readonly position: number;
  /** The anchor's id if it had to be looked up, otherwise null. */
  readonly anchor: number | null;
  /** Ascending by id. */
  readonly rows: readonly PageRow[];
  readonly conversations: ReadonlyMap<number, ConversationRow>;
  readonly submessages: readonly Submessage[];
  /** Additions of other modules. */
  readonly parts: readonly ReturnType<MessageExtension["additions"]>[];
  /** The requested contents. */
  readonly texts: readonly ContentRow[];
  /** True if submessages and additions are omitted because they are too large for one statement. */
  readonly isTooMuch: boolean;
}

/** The messages to load, and their viewer. */
export interface LoadPageOptions {
  readonly db: Reader;
  readonly realm: Pick<RealmContext, "id">;
  readonly viewer: Pick<MessageViewer, "id">;
  readonly parts: MessageExtensions;
  readonly applyMarkdown: boolean;
  /** True to load the whole Markdown. */
  readonly withSource?: boolean;
  /** True if the texts are searched. They are then loaded twice: as they are, and as HTML to be highlighted. */
  readonly isSearched?: boolean;
  readonly ids: IdsQuery;
  /** A query for the single id that `ids` refers to as that of `anchor`. */
  readonly anchor?: IdsQuery | undefined;
  /** Called before large contents are loaded. */
  readonly startLargeWork: Read<unknown>["startLargeWork"];
}

/** Number of messages after which other work gets a chance to run. */
export const MESSAGES_PER_SLICE = 32;

/**
 * Maximum total size of the submessages and additions of one page, in bytes. They are parsed in one go, which blocks
 * the event loop. Those of two messages are loaded in any case, so that clients that page through such messages make
 * progress.
 */
const MAX_ADDED_BYTES = 4_000_000;
const MIN_PAGE_MESSAGES = 2;

interface Header {
  readonly position: number | null;
  readonly is_too_much: boolean | null;
  readonly anchor: number | null;
  readonly rows: string | null;
  readonly conversations: readonly ConversationRow[] | null;
  readonly submessages: readonly Submessage[] | null;
  /** The additions, named by `columnOf`. */
  readonly [part: `part_${number}`]: unknown;
}

/**
 * Loads messages in one statement: the data that depends on the viewer, and the contents of all but the `known`
 * messages, or no contents. Most of the time is spent on the round trip and on parsing rows and columns, so short
 * values are combined into one text.
 */
export async function loadPage(wish: LoadPageOptions, known: readonly number[] | "all"): Promise<LoadedPage> {
  const { db, realm, viewer, parts, ids, anchor } = wish;
  const isWithTexts = known !== "all";
  const { rows } = await sql<Header & ContentRow>`
    with ${anchor ? sql`anchor as materialized (${anchor}),` : sql``} message as materialized (
      select id, xmin as version, recipient_id, sender_id, mentions_channel, is_settled, has_reaction, is_changed,
        ${sizeOf(wish)} as size ${isWithTexts ? sql`, ${contentColumns(wish)}` : sql``}
      from message where id = any(array(${ids}))
    )
    select * from (
      select 1::bigint as n, (select last_event_id from realm_counter where realm_id = ${realm.id}) as position,
        ${anchor ? sql`(select id from anchor)` : sql`null::bigint`} as anchor,
        (select string_agg(concat_ws(',', ${pageRowColumns(viewer.id)}), ',')
          from message ${joinUserMessageInSql(viewer.id)}) as rows,
        (select json_agg(conversation) from (${conversationsOf(viewer.id)}) as conversation) as conversations,
        ${unlessTooLarge(submessagesQuery(sql`select id from message`))} as submessages ${partColumns(realm.id, parts)},
        too_much.is_too_much
      from (select ${isTooLargeInSql(parts)} as is_too_much offset 0) as too_much
    ) as header ${isWithTexts ? joinContent(known) : sql``}`.execute(db);
  const header = required(rows.find(({ position }) => position !== null));
  return {
    position: required(header.position ?? undefined),
    anchor: header.anchor,
    rows: await runInTimeSlices(parsePageRows(header.rows)),
    conversations: new Map(header.conversations?.map((conversation) => [conversation.recipient_id, conversation])),
    submessages: header.submessages ?? [],
    isTooMuch: header.is_too_much ?? false,
    parts: parts.flatMap((part, index) => {
      const loaded = header[columnOf(index)];
      return loaded === null ? [] : [part.additions(loaded as never)];
    }),
    texts: isWithTexts ? rows.filter(({ id }) => id !== null) : [],
  };
}

/** The numbers that `parsePageRows` parses, in the same order. */
const pageRowColumns = (userId: number) => sql`
  message.id, message.version, message.recipient_id, message.sender_id, message.size, ${packedStateInSql(userId)}`;

const COLUMNS_PER_PAGE_ROW = 6;

function* parsePageRows(text: string | null): PausableTask<PageRow[]> {
  const facts = JSON.parse(`[${text ?? ""}]`) as number[];
  const rows: PageRow[] = [];
  for (let at = 0; at < facts.length; at += COLUMNS_PER_PAGE_ROW) {
    const [id, version, recipient_id, sender_id, size, marks] = facts.slice(
      at,
      at + COLUMNS_PER_PAGE_ROW,
    ) as PageRowTuple;
    rows.push({ id, version, recipient_id, sender_id, size, marks });
    if (rows.length % MESSAGES_PER_SLICE === 0) yield;
  }
  return rows.sort((a, b) => a.id - b.id);
}

type PageRowTuple = [id: number, version: number, recipient: number, sender: number, size: number, marks: number];

const bodyOf = ({ applyMarkdown }: LoadPageOptions) =>
  applyMarkdown ? sql`message.rendered_content` : sql`message.content`;

/** PostgreSQL knows the length of a text without reading it, so omitted messages cost nothing. */
const sizeOf = (wish: LoadPageOptions) =>
  wish.isSearched
    ? sql`octet_length(${bodyOf(wish)}) + octet_length(message.rendered_content)`
    : sql`octet_length(${bodyOf(wish)})`;

const contentColumns = (wish: LoadPageOptions) => sql`
  topic, ${bodyOf(wish)} as body, ${wish.withSource ? sql`content` : sql`left(content, 4)`} as source,
  ${wish.isSearched && !wish.applyMarkdown ? sql`rendered_content` : sql`null::text`} as html, client, ${unixSeconds("sent_at")} as sent_at,
  ${unixSeconds("edited_at")} as edited_at, ${unixSeconds("moved_at")} as moved_at`;

const unixSeconds = (column: string) => sql`floor(extract(epoch from ${sql.ref(column)}))::int8`;

/** `<> all` searches the array once in total, not once for each message. */
const joinContent = (known: readonly number[]) => sql`
  full join (
    select row_number() over () as n, id, version::text::bigint as version, topic, body, source, html, client, sent_at, edited_at, moved_at
    from message where id <> all(${known}::bigint[])
  ) as text using (n)`;

const isTooLargeInSql = (parts: MessageExtensions) => sql`(
  ${sql.join([submessageBytesInSql(sql`select id from message`), ...parts.map(({ bytes }) => bytes)], sql` + `)} > ${sql.lit(MAX_ADDED_BYTES)}
  and (select count(*) from message) > ${sql.lit(MIN_PAGE_MESSAGES)}
)`;

const unlessTooLarge = (query: RawBuilder<unknown>) => sql`case when not too_much.is_too_much then (${query}) end`;

const partColumns = (realmId: number, parts: MessageExtensions) =>
  sql.join(
    parts.map((part, index) => sql`, ${unlessTooLarge(part.query(realmId))} as ${sql.ref(columnOf(index))}`),
    sql``,
  );

const columnOf = (index: number) => `part_${index}` as const;

/** The conversations of the messages. Each half looks up a few ids in an index. */
const conversationsOf = (userId: number): RawBuilder<unknown> => sql`
  select own.recipient_id, null::json as member_ids, own.is_active, own.read_up_to, (
      select json_agg(json_build_array(from_message_id, to_message_id)) from subscription_period as period
      where period.user_id = own.user_id and period.recipient_id = own.recipient_id
    ) as periods
  from subscription as own
  where own.user_id = ${userId} and own.recipient_id = any(array(select recipient_id from message))
  union all
  select own.recipient_id, (
      select json_agg(user_id) from direct_member where direct_member.recipient_id = own.recipient_id
    ), true, own.read_up_to, null
  from direct_member as own
  where own.user_id = ${userId} and own.recipient_id = any(array(select recipient_id from message))`;
