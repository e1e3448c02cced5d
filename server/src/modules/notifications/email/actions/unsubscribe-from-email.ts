import type { Role } from "@parlance/contract/entities/roles.ts";
import type { Tx } from "@parlance/kernel/db/types.ts";
import type { RealmContext } from "@parlance/kernel/http/context.ts";
import { changeUserSettings, type SettingChanges } from "#modules/users/core/actions/change-user-settings.ts";
import { changeSubscriptionSettings } from "#modules/channels/core/actions/subscriptions/change-subscription-settings.ts";
import { lockNotifications } from "../../core/actions/lock-notifications.ts";
import { cancelMissedMessageEmails } from "../../core/actions/claim-messages-to-email.ts";
import type { EmailKind, EmailSubscription } from "../unsubscribe-links.ts";

const unsubscribedSettings: Readonly<Record<EmailKind, SettingChanges>> = {
  notices: {
    enable_offline_email_notifications: false,
    enable_followed_topic_email_notifications: false,
    enable_stream_email_notifications: false,
  },
  digest: { enable_digest_emails: false },
};

/**
 * Turns off a kind of email for a user, in all settings that enable it. Pending emails about missed messages are
 * canceled if they are of this kind. Returns false if the organization has no such user.
 */
export async function unsubscribeFromEmail(
  tx: Tx,
  { realm, userId, kind, now }: EmailSubscription & { readonly realm: RealmContext; readonly now: Date },
): Promise<boolean> {
  if (kind === "notices") await lockNotifications(tx, realm.id);
  const account = await tx
    .selectFrom("account")
    .select("role")
    .where("id", "=", userId)
    .where("realm_id", "=", realm.id)
    .where("is_active", "=", true)
    .where("bot_type", "is", null)
    .executeTakeFirst();
  if (!account) return false;
  await changeUserSettings(tx, { realm, userId, changes: unsubscribedSettings[kind], now });
  if (kind === "digest") return true;
  const actor = { id: userId, realmId: realm.id, role: account.role as Role, isBot: false, botType: null };
  const channelIds = await findChannelsWithEmail(tx, userId);
  const choice = { email_notifications: false };
  if (channelIds.length > 0) {
    await changeSubscriptionSettings(
      { tx, actor },
      channelIds.map((channelId) => ({ channelId, choice })),
      () => true,
    );
  }
  await cancelMissedMessageEmails(tx, userId);
  return true;
}

async function findChannelsWithEmail(tx: Tx, userId: number): Promise<number[]> {
  const rows = await tx
    .selectFrom("subscription")
    .select("channel_id")
    .where("user_id", "=", userId)
    .where("is_active", "=", true)
    .where("email_notifications", "=", true)
    .orderBy("channel_id")
    .execute();
  return rows.map(({ channel_id }) => channel_id);
}
