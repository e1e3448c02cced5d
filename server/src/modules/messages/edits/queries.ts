import { sql, type RawBuilder } from "kysely";
import type { Reader } from "@parlance/kernel/db/types.ts";
import { type RealmSettings, realmSettingDefaults } from "#modules/organizations/core/organization-settings.ts";

/** Setting for the changes of messages that users can see: all changes, only moves, or none. */
export type HistoryVisibility = RealmSettings["message_edit_history_visibility_policy"];

/** A row of the edit history. The columns of a value are null if the change did not affect it. */
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

/** The changes of messages, oldest first, with the setting that determines which of them users can see. */
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

/**
 * Maximum total size of the previous texts in one response, in bytes: for a list of messages, and for the history of
 * one message. A change's texts are included if the texts of all newer changes are together below the limit. So the
 * newest are always included.
 */
const MAX_EDIT_BYTES_IN_MESSAGES = 2_000_000;
const MAX_EDIT_BYTES_IN_HISTORY = 4_000_000;

/**
 * The rows of the edit history of messages, each with `newer_bytes`: the total size of the previous texts in all newer
 * rows.
 */
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
 * Query for the changes of messages as one JSON object of the type `EditHistory`, or null if there are none. If the
 * previous texts exceed the limit, the older changes are listed without them.
 */
export const editHistoryQuery = (realmId: number, messageIds: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  select ${editHistoryJson(realmId, sql`newer_bytes < ${sql.lit(MAX_EDIT_BYTES_IN_MESSAGES)}`)}
  from ${editsWithNewerBytes(messageIds)} having count(*) > 0`;

/**
 * Query for the changes of one message as a JSON object of the type `EditHistory`, or null if there are none. If the
 * previous texts exceed the limit, the older changes are omitted.
 */
const messageHistoryQuery = (realmId: number, messageId: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  select ${editHistoryJson(realmId, sql`true`)}
  from ${editsWithNewerBytes(messageId)} where newer_bytes < ${sql.lit(MAX_EDIT_BYTES_IN_HISTORY)} having count(*) > 0`;

/** A message's current state with its edit history. */
export interface MessageWithEdits {
  readonly content: string;
  readonly rendered_content: string;
  readonly topic: string;
  readonly is_direct: boolean;
  readonly sender_id: number;
  /** UNIX seconds. */
  readonly sent_at: number;
  readonly visibility: HistoryVisibility;
  /**
   * The changes of the message. If their previous texts are too long, the older changes are omitted. `null` if the
   * message was never changed.
   */
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

/** Returns the total size of the previous texts, in bytes. */
export const previousContentBytes = ({ edits }: MessageWithEdits): number =>
  (edits?.edits ?? []).reduce(
    (sum, { prev_content, prev_rendered_content }) =>
      sum + Buffer.byteLength(prev_content ?? "") + Buffer.byteLength(prev_rendered_content ?? ""),
    0,
  );
