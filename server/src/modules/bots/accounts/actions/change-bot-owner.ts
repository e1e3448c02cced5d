import { sql } from "kysely";
import type { Role } from "@parlance/contract/entities/roles.ts";
import type { Tx } from "@parlance/kernel/db/types.ts";
import { recordAct } from "#modules/platform/audit-log/actions/record-act.ts";
import { canReadContent } from "@parlance/contract/rules/channel-access.ts";
import { deleteUnreadOfLeftChannels } from "#modules/messages/read-state/actions/delete-unread-of-left-channels.ts";
import { lockWholeReadState } from "#modules/messages/read-state/actions/lock-read-state.ts";
import { acquireChannelLocks } from "#modules/channels/core/channel-locks.ts";
import { unsubscribeUsers } from "#modules/channels/core/actions/subscriptions/unsubscribe-users.ts";
import { lockChannels } from "#modules/channels/core/policy.ts";
import { storeAccount } from "#modules/users/core/actions/store-account.ts";
import { notifyViewers } from "#modules/users/core/actions/notify-viewers.ts";
import { userChanged } from "#modules/users/core/events.ts";
import { NewOwnerDeactivated, NewOwnerIsBot, NewOwnerUnknown } from "../errors.ts";
import type { BotRecord } from "#modules/bots/core/queries.ts";
import { clearWebhookUrl } from "#modules/bots/core/actions/clear-webhook-url.ts";
import { clearDefaultChannels } from "#modules/bots/core/actions/clear-default-channels.ts";
import { replaceBotKeys } from "#modules/bots/core/actions/replace-bot-keys.ts";

interface OwnerChange {
  readonly bot: BotRecord;
  readonly ownerId: number;
  readonly actorId: number;
  readonly now: Date;
}

/**
 * Transfers a bot to a new owner, on whose behalf the bot sends messages from then on. So that the previous owner
 * cannot act through the bot, the bot gets new keys, and an outgoing webhook is not called until its URL is set again.
 * The bot also loses access to channels that the new owner cannot see: it is unsubscribed from them, and they are
 * removed from its default channels. The caller must have locked the bot and the new owner, and must call
 * `announceBotChanges` afterwards.
 * @throws NewOwnerUnknown, NewOwnerDeactivated, NewOwnerIsBot
 */
export async function changeBotOwner(tx: Tx, { bot, ownerId, actorId, now }: OwnerChange): Promise<void> {
  const { realm_id: realmId, id: userId } = bot;
  const owner = await loadNewOwner(tx, realmId, ownerId);
  await storeAccount(tx, userId, { bot_owner_id: ownerId });
  await replaceBotKeys(tx, [userId]);
  await clearWebhookUrl(tx, userId);
  notifyViewers(tx, { realmId, userId }, userChanged({ user_id: userId, bot_owner_id: ownerId }));
  await leaveHiddenChannels(tx, bot, owner);
  await recordAct(tx, {
    realmId,
    actorId,
    act: "bot.owner_changed",
    targetId: userId,
    before: { bot_owner_id: bot.bot_owner_id },
    after: { bot_owner_id: ownerId },
    now,
  });
}

interface Owner {
  readonly id: number;
  readonly realmId: number;
  readonly role: Role;
}

async function loadNewOwner(tx: Tx, realmId: number, id: number): Promise<Owner> {
  const account = await tx
    .selectFrom("account")
    .select(["role", "is_active", "bot_type"])
    .where("id", "=", id)
    .where("realm_id", "=", realmId)
    .executeTakeFirst();
  if (!account) throw new NewOwnerUnknown();
  if (!account.is_active) throw new NewOwnerDeactivated();
  if (account.bot_type !== null) throw new NewOwnerIsBot();
  return { id, realmId, role: account.role as Role };
}

/**
 * Locks the rows that `changeBotOwner` may change: the bot's subscriptions, and all channels to which the bot is
 * subscribed or which are its default channels. Must be called first by callers that lock the organization's log
 * position before they call `changeBotOwner`.
 */
export async function lockBotChannels(tx: Tx, { id, realm_id: realmId }: BotRecord): Promise<void> {
  await acquireChannelLocks(tx, realmId, { ids: await channelsOf(tx, id) });
  await lockWholeReadState(tx, id);
}

async function channelsOf(tx: Tx, botId: number): Promise<number[]> {
  const { rows } = await sql<{ id: number | null }>`
    select channel_id as id from subscription where user_id = ${botId} and is_active
    union select default_sending_channel_id from bot where user_id = ${botId}
    union select default_events_register_channel_id from bot where user_id = ${botId}`.execute(tx);
  return rows.flatMap(({ id }) => id ?? []);
}

async function leaveHiddenChannels(tx: Tx, { id: botId, realm_id: realmId }: BotRecord, owner: Owner): Promise<void> {
  const channels = await lockChannels(tx, owner, { ids: await channelsOf(tx, botId) });
  const hidden = channels.filter((channel) => !canReadContent(owner.role, channel)).map(({ id }) => id);
  if (hidden.length === 0) return;
  await clearDefaultChannels(tx, botId, hidden);
  await unsubscribeUsers(tx, {
    realmId,
    channelIds: hidden,
    userIds: [botId],
    clearUnread: deleteUnreadOfLeftChannels,
  });
}
