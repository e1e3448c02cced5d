import { sql, type RawBuilder } from "kysely";
import { emailVisibilities } from "@parlance/contract/entities/email-visibility.ts";
import { isHistorySharedInSql, isOpenInSql } from "#modules/4-channels/channels/reading.ts";
import { hasComeInSql } from "#modules/5-on-channels/read-state/receiving.ts";
import { exportTypes } from "./export-types.ts";

/** What of an organization is exported. */
export interface ExportScope {
  readonly realmId: number;
  /** One of `exportTypes`. */
  readonly type: number;
}

type Condition = RawBuilder<boolean>;
type Sql = RawBuilder<unknown>;

/** What subscribers chose for themselves. */
const CHOICES = `color is_muted pin_to_top desktop_notifications audible_notifications push_notifications
  email_notifications wildcard_mentions_notify read_up_to`.split(/\s+/);

/** Conditions on rows, and what depends on the same. Unknown means no. */
export function scopeConditions({ realmId: id, type }: ExportScope) {
  const realmId = sql.lit(id);
  const isPrivate = sql.lit(type === exportTypes.withConsent);

  const ofRealm = (userId: Sql): Condition =>
    sql`exists (select from account as own where own.id = ${userId} and own.realm_id = ${realmId})`;
  /** Whether private data of somebody may be exported, and is asked for. */
  const consents = (userId: Sql): Condition => sql`(${isPrivate} and exists (
    select from account as consenting
    where consenting.id = ${userId} and consenting.realm_id = ${realmId}
      and (consenting.settings ->> 'allow_private_data_export')::boolean
  ))`;

  const subscriber = (more: Condition): Condition => sql`(${isPrivate} and exists (
    select from subscription as own
    where own.channel_id = channel.id and own.is_active and ${consents(sql`own.user_id`)} and ${more}
  ))`;
  const channel: Condition = sql`(
    channel.realm_id = ${realmId} and (${isOpenInSql.public} or ${subscriber(sql`true`)})
  )`;
  const conversation = (recipientId: Sql): Condition => sql`(${isPrivate} and exists (
    select from direct_member as own where own.recipient_id = ${recipientId} and ${consents(sql`own.user_id`)}
  ))`;
  /** A channel, or a direct conversation. */
  const recipient = (recipientId: Sql): Condition => sql`(
    exists (select from channel where channel.recipient_id = ${recipientId} and ${channel}) or ${conversation(recipientId)}
  )`;
  const message: Condition = sql`(message.realm_id = ${realmId} and (
    exists (
      select from channel
      where channel.recipient_id = message.recipient_id and (
        ${isOpenInSql.public} or ${subscriber(sql`(${isHistorySharedInSql} or ${hasComeInSql(sql`own.user_id`)})`)}
      )
    ) or ${conversation(sql`message.recipient_id`)}
  ))`;
  const onMessage = (messageId: Sql): Condition =>
    sql`exists (select from message where message.id = ${messageId} and ${message})`;

  const groupSetting: Condition = sql`case scope
    when 'realm' then scope_id = ${realmId}
    when 'channel' then exists (select from channel where channel.id = scope_id and ${channel})
    else exists (
      select from user_group as subject
      where subject.id = scope_id and subject.realm_id = ${realmId} and subject.name is not null
    ) end`;
  /** Those that have a name; those without one are the value of a setting. */
  const group = (groupId: Sql): Condition => sql`exists (
    select from user_group as known
    where known.id = ${groupId} and known.realm_id = ${realmId} and (
      known.name is not null or exists (select from group_setting where group_id = known.id and ${groupSetting})
    )
  )`;

  /** Real addresses as administrators see them; settings of those who consent. */
  const accountFields: Sql = sql`jsonb_build_object(
    'delivery_email', case
      when (account.settings ->> 'email_address_visibility')::int = ${sql.lit(emailVisibilities.nobody)} then null
      else account.delivery_email
    end,
    'settings', case when ${consents(sql`account.id`)} then account.settings end
  )`;

  const personalSubscriptionColumns = CHOICES;
  return {
    realmId,
    ofRealm,
    consents,
    channel,
    recipient,
    message,
    onMessage,
    groupSetting,
    group,
    accountFields,
    personalSubscriptionColumns,
  };
}
