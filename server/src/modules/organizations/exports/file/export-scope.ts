import { sql, type RawBuilder } from "kysely";
import { emailVisibilities } from "@parlance/contract/entities/email-visibility.ts";
import { isHistorySharedInSql, isOpenInSql } from "#modules/channels/core/access/visibility-conditions.ts";
import { isReceivedOrConnectedInSql } from "#modules/messages/read-state/received-messages.ts";
import { FULL_EXPORT, exportTypes } from "../export-types.ts";

/** Determines which data of an organization is exported. */
export interface ExportScope {
  readonly realmId: number;
  /** One of `exportTypes`, or `FULL_EXPORT`. */
  readonly type: number;
}

type Condition = RawBuilder<boolean>;
type SqlExpression = RawBuilder<unknown>;

/** SQL conditions for the rows to export. A condition that is null counts as false. */
export class ScopeConditions {
  readonly realmId: SqlExpression;
  readonly isEverything: boolean;
  readonly #isPrivate: Condition;

  constructor({ realmId, type }: ExportScope) {
    this.realmId = sql.lit(realmId);
    this.isEverything = type === FULL_EXPORT;
    this.#isPrivate = sql.lit(type === exportTypes.withConsent);
  }

  /** Condition that a user belongs to the organization. */
  ofRealm(userId: SqlExpression): Condition {
    return sql`exists (select from account as own where own.id = ${userId} and own.realm_id = ${this.realmId})`;
  }

  /**
   * Condition that a user's private data is exported: that of all users in a full export, of consenting users in one
   * with consent, and of no user in a public one.
   */
  consents(userId: SqlExpression): Condition {
    if (this.isEverything) return this.ofRealm(userId);
    return sql`(${this.#isPrivate} and exists (
      select from account as consenting
      where consenting.id = ${userId} and consenting.realm_id = ${this.realmId}
        and (consenting.settings ->> 'allow_private_data_export')::boolean
    ))`;
  }

  /** Condition for rows of `channel`. */
  get channel(): Condition {
    if (this.isEverything) return sql`channel.realm_id = ${this.realmId}`;
    return sql`(
      channel.realm_id = ${this.realmId} and (${isOpenInSql.public} or ${this.#isSubscribed(sql`true`)})
    )`;
  }

  /** Condition that a channel or direct conversation, given by its recipient id, is exported. */
  recipient(recipientId: SqlExpression): Condition {
    if (this.isEverything) {
      return sql`exists (select from recipient as own where own.id = ${recipientId} and own.realm_id = ${this.realmId})`;
    }
    return sql`(
      exists (select from channel where channel.recipient_id = ${recipientId} and ${this.channel})
      or ${this.#conversation(recipientId)}
    )`;
  }

  /** Condition for rows of `message`. */
  get message(): Condition {
    if (this.isEverything) return sql`message.realm_id = ${this.realmId}`;
    const reads: Condition = sql`(${isHistorySharedInSql} or ${isReceivedOrConnectedInSql(sql`own.user_id`)})`;
    return sql`(message.realm_id = ${this.realmId} and (
      exists (
        select from channel
        where channel.recipient_id = message.recipient_id and (${isOpenInSql.public} or ${this.#isSubscribed(reads)})
      ) or ${this.#conversation(sql`message.recipient_id`)}
    ))`;
  }

  onMessage(messageId: SqlExpression): Condition {
    return sql`exists (select from message where message.id = ${messageId} and ${this.message})`;
  }

  /** Condition for rows of `group_setting`. */
  get groupSetting(): Condition {
    return sql`case scope
      when 'realm' then scope_id = ${this.realmId}
      when 'channel' then exists (select from channel where channel.id = scope_id and ${this.channel})
      else exists (
        select from user_group as subject
        where subject.id = scope_id and subject.realm_id = ${this.realmId} and subject.name is not null
      ) end`;
  }

  /** Condition that a group is exported: it has a name, or is the value of an exported setting. */
  group(groupId: SqlExpression): Condition {
    return sql`exists (
      select from user_group as known
      where known.id = ${groupId} and known.realm_id = ${this.realmId} and (
        known.name is not null or exists (select from group_setting where group_id = known.id and ${this.groupSetting})
      )
    )`;
  }

  /**
   * Replacements for columns of `account` as a JSON object: the real email address, or null if administrators cannot
   * see it, and the settings, or null if the user does not consent.
   */
  get accountFields(): SqlExpression {
    return sql`jsonb_build_object(
      'delivery_email', case
        when (account.settings ->> 'email_address_visibility')::int = ${sql.lit(emailVisibilities.nobody)} then null
        else account.delivery_email
      end,
      'settings', case when ${this.consents(sql`account.id`)} then account.settings end
    )`;
  }

  /** Condition that a consenting user for whom `more` is true is subscribed to the channel. */
  #isSubscribed(more: Condition): Condition {
    return sql`(${this.#isPrivate} and exists (
      select from subscription as own
      where own.channel_id = channel.id and own.is_active and ${this.consents(sql`own.user_id`)} and ${more}
    ))`;
  }

  #conversation(recipientId: SqlExpression): Condition {
    return sql`(${this.#isPrivate} and exists (
      select from direct_member as own where own.recipient_id = ${recipientId} and ${this.consents(sql`own.user_id`)}
    ))`;
  }
}
