import { sql, type RawBuilder } from "kysely";
import type { ExportedTable } from "../columns/exported-column.ts";
import { excludedColumns, exportedTableNames, hasIds } from "../columns/exported-columns.ts";
import { type ExportScope, ScopeConditions } from "./export-scope.ts";

/** Which rows of a table are exported, and which of their columns. */
interface Selection {
  readonly where: RawBuilder<unknown>;
  /** Columns that only a full export contains, most of them with private data of users. */
  readonly without?: readonly string[];
  /** Values that replace columns, except in a full export, as a JSON object. */
  readonly guarded?: RawBuilder<unknown>;
  /** Values that replace or add columns in every export, as a JSON object. */
  readonly instead?: RawBuilder<unknown>;
}

/** Columns with settings that subscribers have chosen for themselves, and with their read state. */
const SUBSCRIPTION_SETTING_COLUMNS =
  `color is_muted pin_to_top desktop_notifications audible_notifications push_notifications
  email_notifications wildcard_mentions_notify read_up_to`.split(/\s+/);

const inRealm = (is: ScopeConditions, table: string): Selection => ({
  where: sql`${sql.ref(table)}.realm_id = ${is.realmId}`,
});

const ofUsers = (is: ScopeConditions, table: string): Selection => ({
  where: is.ofRealm(sql.ref(`${table}.user_id`)),
});

const ofConsenting = (is: ScopeConditions, table: string): Selection => ({
  where: is.consents(sql.ref(`${table}.user_id`)),
});

const onMessages = (is: ScopeConditions, table: string): Selection => ({
  where: is.onMessage(sql.ref(`${table}.message_id`)),
});

/** Selects edit histories and former conversations of messages, which only a full export contains. */
const onMessagesOfAll = (is: ScopeConditions, table: string): Selection => ({
  where: is.isEverything ? onMessages(is, table).where : sql`false`,
});

/** The organization, its users and its groups. */
const realmAndUsers = (is: ScopeConditions) => ({
  realm: { where: sql`realm.id = ${is.realmId}` },
  realm_domain: inRealm(is, "realm_domain"),
  realm_picture: inRealm(is, "realm_picture"),
  account: {
    ...inRealm(is, "account"),
    guarded: is.accountFields,
  },
  bot: {
    ...ofUsers(is, "bot"),
    instead: sql`jsonb_build_object('is_outgoing', bot.payload_url is not null)`,
  },
  user_status: ofUsers(is, "user_status"),
  custom_profile_field: inRealm(is, "custom_profile_field"),
  custom_profile_value: {
    ...ofUsers(is, "custom_profile_value"),
    instead: sql`jsonb_build_object('field_type', (
      select type from custom_profile_field as field where field.id = custom_profile_value.field_id
    ))`,
  },
  custom_emoji: inRealm(is, "custom_emoji"),
  linkifier: inRealm(is, "linkifier"),
  playground: inRealm(is, "playground"),
  user_group: { where: is.group(sql`user_group.id`) },
  user_group_member: { where: is.group(sql`user_group_member.group_id`) },
  user_group_subgroup: { where: is.group(sql`user_group_subgroup.group_id`) },
  group_setting: { where: is.groupSetting },
});

/** Channels, conversations, and their messages. */
const channelsAndMessages = (is: ScopeConditions) => ({
  channel_folder: inRealm(is, "channel_folder"),
  channel: { where: is.channel },
  recipient: {
    where: is.recipient(sql`recipient.id`),
    instead: sql`jsonb_build_object('direct_key', case when recipient.direct_key is not null then (
      select jsonb_agg(user_id order by user_id) from direct_member as own where own.recipient_id = recipient.id
    ) end)`,
  },
  direct_member: { where: is.recipient(sql`direct_member.recipient_id`), without: ["read_up_to"] },
  subscription: { where: is.recipient(sql`subscription.recipient_id`), without: SUBSCRIPTION_SETTING_COLUMNS },
  message: { where: is.message },
  message_edit: onMessagesOfAll(is, "message_edit"),
  message_former_place: onMessagesOfAll(is, "message_former_place"),
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

function ofOneUser(is: ScopeConditions) {
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
    unread_exception_chunk: {
      where: sql`${ofConsenting(is, "unread_exception_chunk").where} and exists (
        select from unnest(message_ids) as message_id where ${is.onMessage(sql`message_id`)}
      )`,
      instead: sql`jsonb_build_object('message_ids', (
        select jsonb_agg(message_id order by message_id) from unnest(message_ids) as message_id
        where ${is.onMessage(sql`message_id`)}
      ))`,
    },
    read_chunk: ofConsenting(is, "read_chunk"),
    alert_word: ofConsenting(is, "alert_word"),
    draft: ofConsenting(is, "draft"),
    saved_snippet: ofConsenting(is, "saved_snippet"),
    navigation_view: ofConsenting(is, "navigation_view"),
    onboarding_step_done: ofConsenting(is, "onboarding_step_done"),
    scheduled_message: { where: is.consents(sql`scheduled_message.sender_id`) },
    user_presence: { ...ofConsenting(is, "user_presence"), without: ["update_id"] },
    muted_user_period: ofConsenting(is, "muted_user_period"),
    user_topic: {
      where: sql`${ofConsenting(is, "user_topic").where} and exists (
        select from channel where channel.id = user_topic.channel_id and ${is.channel}
      )`,
    },
  };
}

/**
 * Returns the selection for every exported table. The compiler ensures that a table is either here or in the list of
 * excluded tables.
 */
function selections(is: ScopeConditions): Readonly<Record<ExportedTable, Selection>> {
  return { ...realmAndUsers(is), ...channelsAndMessages(is), ...ofOneUser(is) };
}

/** Returns a query for the exported rows of each table, in a column `row`, in the order of the export. */
export function exportedRows(scope: ExportScope): [table: ExportedTable, query: RawBuilder<unknown>][] {
  const is = new ScopeConditions(scope);
  const all = selections(is);
  return exportedTableNames.map((table) => {
    const { where, without = [], guarded = nothing, instead = nothing } = all[table];
    const excluded = is.isEverything ? excludedColumns(table) : [...excludedColumns(table), ...without];
    const guard = is.isEverything ? nothing : guarded;
    return [
      table,
      sql`
        select (to_jsonb(${sql.table(table)}) - ${sql.lit(`{${excluded.join()}}`)}::text[] || ${instead} || ${guard})::text as row
        from ${sql.table(table)} where ${where} ${orderOf(table)}`,
    ];
  });
}

const nothing = sql`'{}'::jsonb`;

/** Returns the order of a table's rows. Bots come after the users who own them. */
function orderOf(table: ExportedTable): RawBuilder<unknown> {
  if (table === "account") return sql`order by account.bot_type is not null, account.id`;
  return hasIds(table) ? sql`order by ${sql.ref(`${table}.id`)}` : sql``;
}
