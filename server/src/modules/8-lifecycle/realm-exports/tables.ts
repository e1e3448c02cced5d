import { sql, type RawBuilder } from "kysely";
import type { Schema } from "#kernel/db/types.ts";
import { leftOut, type LeftOut } from "./left-out.ts";
import { type ExportScope, scopeConditions } from "./scope.ts";

export type { ExportScope } from "./scope.ts";

type Table = keyof Schema;
type Exported = Exclude<Table, LeftOut>;

/** Which rows of a table are exported, and what of each. */
interface Selection {
  readonly where: RawBuilder<unknown>;
  /** Columns that are not; what follows from others, too. */
  readonly without?: readonly string[];
  /** What is put in the place of columns: an object. */
  readonly instead?: RawBuilder<unknown>;
}

/** Every table is exported, or left out for a reason. */
function selections(scope: ExportScope): Readonly<Record<Exported, Selection>> {
  const is = scopeConditions(scope);
  const inRealm = (table: string): Selection => ({ where: sql`${sql.ref(table)}.realm_id = ${is.realmId}` });
  const ofPeople = (table: string): Selection => ({ where: is.ofRealm(sql.ref(`${table}.user_id`)) });
  const ofConsenting = (table: string): Selection => ({ where: is.consents(sql.ref(`${table}.user_id`)) });
  const onMessages = (table: string): Selection => ({ where: is.onMessage(sql.ref(`${table}.message_id`)) });
  const marks = (table: string): Selection => ({
    where: sql`${is.consents(sql.ref(`${table}.user_id`))} and ${is.onMessage(sql.ref(`${table}.message_id`))}`,
  });
  return {
    realm: { where: sql`realm.id = ${is.realmId}` },
    realm_domain: inRealm("realm_domain"),
    account: {
      ...inRealm("account"),
      without: ["password_hash", "api_key_version", "email_key", "name_key", "rate_limits", "settings"],
      instead: is.accountFields,
    },
    avatar_image: {
      ...ofPeople("avatar_image"),
      without: ["small"],
      instead: sql`jsonb_build_object('medium', encode(avatar_image.medium, 'base64'))`,
    },
    bot: { ...ofPeople("bot"), without: ["payload_url", "token_version"] },
    user_status: ofPeople("user_status"),
    custom_profile_field: inRealm("custom_profile_field"),
    custom_profile_value: { ...ofPeople("custom_profile_value"), without: ["rendered_value"] },
    custom_emoji: inRealm("custom_emoji"),
    linkifier: inRealm("linkifier"),
    playground: inRealm("playground"),
    user_group: { where: is.group(sql`user_group.id`), without: ["name_key"] },
    user_group_member: { where: is.group(sql`user_group_member.group_id`) },
    user_group_subgroup: { where: is.group(sql`user_group_subgroup.group_id`) },
    group_setting: { where: is.groupSetting },
    channel_folder: { ...inRealm("channel_folder"), without: ["name_key", "rendered_description"] },
    channel: { where: is.channel, without: ["name_key", "rendered_description"] },
    recipient: { where: is.recipient(sql`recipient.id`) },
    direct_member: { where: is.recipient(sql`direct_member.recipient_id`), without: ["read_up_to"] },
    subscription: {
      where: is.recipient(sql`subscription.recipient_id`),
      without: is.personalSubscriptionColumns,
    },
    subscription_period: {
      where: sql`${is.consents(sql`subscription_period.user_id`)} and ${is.recipient(sql`subscription_period.recipient_id`)}`,
      without: ["from_event_id", "to_event_id"],
    },
    message: { where: is.message, without: ["rendered_content", "topic_key"] },
    reaction: onMessages("reaction"),
    submessage: onMessages("submessage"),
    message_flag: marks("message_flag"),
    unread_exception: marks("unread_exception"),
    read_chunk: ofConsenting("read_chunk"),
    alert_word: { ...ofConsenting("alert_word"), without: ["word_key", "start_key"] },
    muted_user_period: ofConsenting("muted_user_period"),
    user_topic: {
      where: sql`${is.consents(sql`user_topic.user_id`)} and exists (
        select from channel where channel.id = user_topic.channel_id and ${is.channel}
      )`,
      without: ["topic_key"],
    },
  };
}

/** The rows of each table, as `row`, in the order in which they are exported. */
export function exportedTables(scope: ExportScope): [table: Exported, query: RawBuilder<unknown>][] {
  const all = Object.entries(selections(scope)) as [Exported, Selection][];
  return all.map(([table, { where, without = [], instead = sql`'{}'::jsonb` }]) => [
    table,
    sql`
      select (to_jsonb(${sql.table(table)}) - ${sql.lit(`{${without.join()}}`)}::text[] || ${instead})::text as row
      from ${sql.table(table)} where ${where}`,
  ]);
}

/** Why a table is not exported; null: it is. */
export const reasonToLeaveOut = (table: string): string | null => leftOut[table as LeftOut] ?? null;
