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

/** The data of a message that depends on the reader, and the version of the message's row. */
export interface PageRow {
  readonly id: number;
  /** Version of the row. Each change of the message changes it. */
  readonly version: number;
  readonly recipient_id: number;
  readonly sender_id: number;
  /** Size of the content, in bytes. */
  readonly size: number;
  /** The flags and other state of the message for the reader, packed into one number. See `FlagsDecoder`. */
  readonly marks: number;
}

/** The data of a message that is the same for all readers. */
export interface ContentRow {
  readonly id: number;
  readonly version: number;
  readonly topic: string;
  /** Markdown or HTML, as requested. */
  readonly body: string;
  /** The whole Markdown if `withSource` is true, otherwise only its first characters. */
  readonly source: string;
  /** The HTML, if it is needed and `body` is the Markdown. */
  readonly html: string | null;
  readonly client: string;
  /** UNIX seconds. */
  readonly sent_at: number;
  /**
   * Time of the last content edit and of the last move, in UNIX seconds. `null` if the message was never edited or
   * never moved.
   */
  readonly edited_at: number | null;
  readonly moved_at: number | null;
}

/**
 * A conversation as the reader is related to it. There is no such row for a channel that the reader was never
 * subscribed to.
 */
export interface ConversationRow {
  readonly recipient_id: number;
  /** The members of a direct message conversation. `null` for channels. */
  readonly member_ids: readonly number[] | null;
  readonly is_active: boolean;
  readonly read_up_to: number;
  /**
   * Periods in which the reader was subscribed, as ranges of message ids. `from` is not included, `to` is; it is null
   * for the current period.
   */
  readonly periods: readonly (readonly [from: number, to: number | null])[] | null;
}

/** The messages of a page, all from the same database snapshot. */
export interface LoadedPage {
  /** The organization's log position at the time of the database snapshot. */
  readonly position: number;
  /** The anchor's id, if the statement has looked it up. Otherwise null. */
  readonly anchor: number | null;
  /** Ascending by id. */
  readonly rows: readonly PageRow[];
  readonly conversations: ReadonlyMap<number, ConversationRow>;
  readonly submessages: readonly Submessage[];
  /** Fields that other modules add to messages. */
  readonly parts: readonly ReturnType<MessageExtension["additions"]>[];
  /** The contents of the messages that were not in `known`. */
  readonly texts: readonly ContentRow[];
  /**
   * True if the submessages and other modules' fields are omitted because they are too large to be loaded for so many
   * messages.
   */
  readonly isTooMuch: boolean;
}

/** Selects the messages to load and their viewer. */
export interface LoadPageOptions {
  readonly db: Reader;
  readonly realm: Pick<RealmContext, "id">;
  readonly viewer: Pick<MessageViewer, "id">;
  readonly parts: MessageExtensions;
  readonly applyMarkdown: boolean;
  /** True to load the whole Markdown as `source`. */
  readonly withSource?: boolean;
  /**
   * True if search matches are highlighted in the texts. The HTML is then needed in any case, in addition to the
   * requested format.
   */
  readonly isSearched?: boolean;
  readonly ids: IdsQuery;
  /** Query for the anchor's id. `ids` can refer to its result as `anchor`. */
  readonly anchor?: IdsQuery | undefined;
  /** Called before contents are loaded that are large in total. */
  readonly startLargeWork: Read<unknown>["startLargeWork"];
}

/** Number of messages that are processed before other work gets a chance to run. */
export const MESSAGES_PER_SLICE = 32;

/**
 * Maximum total size of the submessages and other modules' fields on one page, in bytes. They are parsed at once, which
 * blocks the event loop. `MIN_PAGE_MESSAGES` messages are loaded regardless of their size, so that clients can page
 * through such messages.
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
  /** Other modules' fields, in columns named by `columnOf`. */
  readonly [part: `part_${number}`]: unknown;
}

/**
 * Loads messages in one statement. It always loads the data that depends on the viewer, and also the contents of all
 * messages except those in `known`. Most of the time is spent on the round trip and on parsing rows and columns, so
 * short values are combined into one text.
 */
export async function loadPage(options: LoadPageOptions, known: readonly number[] | "all"): Promise<LoadedPage> {
  const { db, realm, viewer, parts, ids, anchor } = options;
  const isWithTexts = known !== "all";
  const { rows } = await sql<Header & ContentRow>`
    with ${anchor ? sql`anchor as materialized (${anchor}),` : sql``} message as materialized (
      select id, xmin as version, recipient_id, sender_id, mentions_channel, is_settled, has_reaction, is_changed,
        ${sizeOf(options)} as size ${isWithTexts ? sql`, ${contentColumns(options)}` : sql``}
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

/** The columns from which `parsePageRows` creates its objects, in the same order. */
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

/**
 * SQL expression for the size of a message's content. PostgreSQL knows a text's length without reading the text, so the
 * size can be checked before the contents are loaded.
 */
const sizeOf = (options: LoadPageOptions) =>
  options.isSearched
    ? sql`octet_length(${bodyOf(options)}) + octet_length(message.rendered_content)`
    : sql`octet_length(${bodyOf(options)})`;

const contentColumns = (options: LoadPageOptions) => sql`
  topic, ${bodyOf(options)} as body, ${options.withSource ? sql`content` : sql`left(content, 4)`} as source,
  ${options.isSearched && !options.applyMarkdown ? sql`rendered_content` : sql`null::text`} as html, client, ${unixSeconds("sent_at")} as sent_at,
  ${unixSeconds("edited_at")} as edited_at, ${unixSeconds("moved_at")} as moved_at`;

const unixSeconds = (column: string) => sql`floor(extract(epoch from ${sql.ref(column)}))::int8`;

/**
 * `id <> all(known)` lets PostgreSQL search the array efficiently. Other conditions would search the whole array for
 * each message.
 */
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

/**
 * Query for the conversations of the messages: channels and direct message conversations. Each of the two parts looks
 * up a few ids in an index.
 */
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
