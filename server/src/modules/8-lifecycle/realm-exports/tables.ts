import { sql, type RawBuilder } from "kysely";
import type { Schema } from "#kernel/db/types.ts";
import type { LeftOut } from "./left-out.ts";
import { type ExportScope, ScopeConditions } from "./scope.ts";

type Exported = Exclude<keyof Schema, LeftOut>;

/** Which rows of a table are exported, and what of each. */
interface Selection {
  readonly where: RawBuilder<unknown>;
  /** Columns that are not: secrets, and what follows from others. */
  readonly without?: readonly string[];
  /** What is put in the place of columns: an object. */
  readonly instead?: RawBuilder<unknown>;
}

/** What subscribers chose for themselves. */
const CHOICES = `color is_muted pin_to_top desktop_notifications audible_notifications push_notifications
  email_notifications wildcard_mentions_notify read_up_to`.split(/\s+/);

const inRealm = (is: ScopeConditions, table: string): Selection => ({
  where: sql`${sql.ref(table)}.realm_id = ${is.realmId}`,
});

const ofPeople = (is: ScopeConditions, table: string): Selection => ({
  where: is.ofRealm(sql.ref(`${table}.user_id`)),
});

const ofConsenting = (is: ScopeConditions, table: string): Selection => ({
  where: is.consents(sql.ref(`${table}.user_id`)),
});

const onMessages = (is: ScopeConditions, table: string): Selection => ({
  where: is.onMessage(sql.ref(`${table}.message_id`)),
});

/** The organization, its people and its groups. */
const realmAndPeople = (is: ScopeConditions) => ({
  realm: { where: sql`realm.id = ${is.realmId}` },
  realm_domain: inRealm(is, "realm_domain"),
  realm_picture: inRealm(is, "realm_picture"),
  account: {
    ...inRealm(is, "account"),
    without: ["password_hash", "api_key_version", "email_key", "name_key", "rate_limits", "settings"],
    instead: is.accountFields,
  },
  bot: { ...ofPeople(is, "bot"), without: ["payload_url", "token_version"] },
  user_status: ofPeople(is, "user_status"),
  custom_profile_field: inRealm(is, "custom_profile_field"),
  custom_profile_value: { ...ofPeople(is, "custom_profile_value"), without: ["rendered_value"] },
  custom_emoji: inRealm(is, "custom_emoji"),
  linkifier: inRealm(is, "linkifier"),
  playground: inRealm(is, "playground"),
  user_group: { where: is.group(sql`user_group.id`), without: ["name_key"] },
  user_group_member: { where: is.group(sql`user_group_member.group_id`) },
  user_group_subgroup: { where: is.group(sql`user_group_subgroup.group_id`) },
  group_setting: { where: is.groupSetting },
});

/** Channels, conversations, and what was written there. */
const channelsAndMessages = (is: ScopeConditions) => ({
  channel_folder: { ...inRealm(is, "channel_folder"), without: ["name_key", "rendered_description"] },
  channel: { where: is.channel, without: ["name_key", "rendered_description"] },
  recipient: { where: is.recipient(sql`recipient.id`) },
  direct_member: { where: is.recipient(sql`direct_member.recipient_id`), without: ["read_up_to"] },
  subscription: { where: is.recipient(sql`subscription.recipient_id`), without: CHOICES },
  message: { where: is.message, without: ["rendered_content", "topic_key"] },
  reaction: onMessages(is, "reaction"),
  attachment: {
    where: sql`${inRealm(is, "attachment").where} and (${is.consents(sql`attachment.owner_id`)} or exists (
      select from attachment_message
      where attachment_message.attachment_id = attachment.id and ${onMessages(is, "attachment_message").where}
    ))`,
  },
  attachment_message: onMessages(is, "attachment_message"),
  submessage: onMessages(is, "submessage"),
});

function ofOnePerson(is: ScopeConditions) {
  const marks = (table: string): Selection => ({
    where: sql`${ofConsenting(is, table).where} and ${onMessages(is, table).where}`,
  });
  return {
    subscription_period: {
      where: sql`${ofConsenting(is, "subscription_period").where}
        and ${is.recipient(sql`subscription_period.recipient_id`)}`,
      without: ["from_event_id", "to_event_id"],
    },
    message_flag: marks("message_flag"),
    unread_exception: marks("unread_exception"),
    read_chunk: ofConsenting(is, "read_chunk"),
    alert_word: { ...ofConsenting(is, "alert_word"), without: ["word_key", "start_key"] },
    draft: ofConsenting(is, "draft"),
    saved_snippet: ofConsenting(is, "saved_snippet"),
    navigation_view: ofConsenting(is, "navigation_view"),
    scheduled_message: { where: is.consents(sql`scheduled_message.sender_id`), without: ["rendered_content"] },
    user_presence: { ...ofConsenting(is, "user_presence"), without: ["update_id"] },
    muted_user_period: ofConsenting(is, "muted_user_period"),
    user_topic: {
      where: sql`${ofConsenting(is, "user_topic").where} and exists (
        select from channel where channel.id = user_topic.channel_id and ${is.channel}
      )`,
      without: ["topic_key"],
    },
  };
}

/** Every table is exported, or left out for a reason: the compiler demands it. */
function selections(scope: ExportScope): Readonly<Record<Exported, Selection>> {
  const is = new ScopeConditions(scope);
  return { ...realmAndPeople(is), ...channelsAndMessages(is), ...ofOnePerson(is) };
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
