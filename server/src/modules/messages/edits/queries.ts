import { sql, type RawBuilder } from "kysely";
import type { Reader } from "@parlance/kernel/db/types.ts";
import { type RealmSettings, realmSettingDefaults } from "#modules/organizations/core/organization-settings.ts";

/** Who may see what messages were before: `all` of it, only that they were moved, or nothing. */
export type HistoryVisibility = RealmSettings["message_edit_history_visibility_policy"];

/** One change of a message, as it is kept: what is null stayed as it was. */
export interface EditRow {
  readonly message_id: number;
  readonly user_id: number;
  /** UNIX seconds. */
  readonly timestamp: number;
  readonly prev_content: string | null;
  readonly prev_rendered_content: string | null;
  readonly prev_topic: string | null;
  readonly topic: string | null;
  readonly prev_channel_id: number | null;
  readonly channel_id: number | null;
}

/** The changes of some messages, oldest first, and who may see what of them. */
export interface EditHistory {
  readonly visibility: HistoryVisibility;
  readonly edits: readonly EditRow[];
}

const visibility = (realmId: number) => sql`(
  select coalesce(
    settings ->> 'message_edit_history_visibility_policy',
    ${realmSettingDefaults.message_edit_history_visibility_policy}
  )
  from realm where id = ${realmId}
)`;

/** Bytes of former texts that one answer has, but for the newest: with messages, and as the history of one. */
const MAX_EDIT_BYTES_IN_MESSAGES = 2_000_000;
const MAX_EDIT_BYTES_IN_HISTORY = 4_000_000;

/** Changes of some messages, each with the bytes of the texts that newer ones replaced. */
const editsWithNewerBytes = (messageIds: RawBuilder<unknown>) => sql`(
  select *, coalesce(
    sum(coalesce(octet_length(prev_content) + octet_length(prev_rendered_content), 0))
      over (order by id desc rows between unbounded preceding and 1 preceding), 0
  ) as newer_bytes
  from message_edit where message_id = any(array(${messageIds}))
) as message_edit`;

const editHistoryJson = (realmId: number, texts: RawBuilder<unknown>) => sql`
  json_build_object('visibility', ${visibility(realmId)}, 'edits', json_agg(json_build_object(
    'message_id', message_id, 'user_id', user_id, 'timestamp', floor(extract(epoch from edited_at))::int8,
    'prev_content', case when ${texts} then prev_content end,
    'prev_rendered_content', case when ${texts} then prev_rendered_content end, 'prev_topic', prev_topic,
    'topic', topic, 'prev_channel_id', prev_channel_id, 'channel_id', channel_id
  ) order by id))`;

/**
 * The changes of some messages of an organization as one JSON object, `Edits`; null: there are none. Where the texts were
 * long and many, the older changes do not say what the text was before them.
 */
export const editHistoryQuery = (realmId: number, messageIds: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  select ${editHistoryJson(realmId, sql`newer_bytes < ${sql.lit(MAX_EDIT_BYTES_IN_MESSAGES)}`)}
  from ${editsWithNewerBytes(messageIds)} having count(*) > 0`;

/** The same of one message; where the texts were long and many, only the newer changes. */
const messageHistoryQuery = (realmId: number, messageId: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  select ${editHistoryJson(realmId, sql`true`)}
  from ${editsWithNewerBytes(messageId)} where newer_bytes < ${sql.lit(MAX_EDIT_BYTES_IN_HISTORY)} having count(*) > 0`;

/** A message as it is now, and how it came to be so. */
export interface MessageWithEdits {
  readonly content: string;
  readonly rendered_content: string;
  readonly topic: string;
  readonly is_direct: boolean;
  readonly sender_id: number;
  /** UNIX seconds. */
  readonly sent_at: number;
  readonly visibility: HistoryVisibility;
  /** The newer ones, if they are long and many; null: there are none. */
  readonly edits: EditHistory | null;
}

export async function loadMessageWithEdits(
  db: Reader,
  realmId: number,
  messageId: number,
): Promise<MessageWithEdits | undefined> {
  const { rows } = await sql<MessageWithEdits>`
    select content, rendered_content, topic, sender_id, floor(extract(epoch from sent_at))::int8 as sent_at,
      not exists (select from channel where channel.recipient_id = message.recipient_id) as is_direct,
      ${visibility(realmId)} as visibility, (${messageHistoryQuery(realmId, sql`select message.id`)}) as edits
    from message where id = ${messageId}`.execute(db);
  return rows[0];
}

/** Bytes of what a message was before its edits. */
export const previousContentBytes = ({ edits }: MessageWithEdits): number =>
  (edits?.edits ?? []).reduce(
    (sum, { prev_content, prev_rendered_content }) =>
      sum + Buffer.byteLength(prev_content ?? "") + Buffer.byteLength(prev_rendered_content ?? ""),
    0,
  );
