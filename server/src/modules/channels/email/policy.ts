import type { Reader } from "@parlance/kernel/db/types.ts";
import type { Actor, Read } from "@parlance/kernel/http/context.ts";
import { AppError } from "@parlance/kernel/base/errors.ts";
import { MustBeOwner } from "@parlance/kernel/http/errors.ts";
import { loadSystemBotId } from "#modules/organizations/core/system-realm.ts";
import { InsufficientPermission } from "#modules/users/core/errors.ts";
import { canAdministerBot, canAccessKeys } from "#modules/bots/core/bot-permissions.ts";
import { NoSuchBot } from "#modules/bots/core/errors.ts";
import { findBot } from "#modules/bots/core/queries.ts";
import { InvalidChannelId, NoPermissionToPost, NotAuthorizedToSend } from "#modules/channels/core/errors.ts";
import { accessChannel } from "#modules/channels/core/policy.ts";
import type { ChannelSnapshot } from "#modules/channels/core/snapshot/channels-snapshot.ts";
import { postingPermissionIn } from "#modules/channels/core/access/posting-permissions.ts";

/** Errors that `accessChannelForEmail` and `resolveEmailSender` can throw. */
export const channelEmailErrors = [
  InvalidChannelId,
  NoPermissionToPost,
  NotAuthorizedToSend,
  NoSuchBot,
  InsufficientPermission,
  MustBeOwner,
] as const;

/**
 * Finds a channel that the actor can read and post in. Both are required: the email address lets its users post in the
 * channel, and users must not pass on a permission that they do not have.
 */
export function accessChannelForEmail(
  { actor, snapshot }: Pick<Read, "actor" | "snapshot">,
  channelId: number,
): ChannelSnapshot {
  const channel = accessChannel(snapshot, actor, channelId, "content");
  const right = postingPermissionIn(snapshot, { userId: actor.id, channelId });
  if (right instanceof AppError) throw right;
  return channel;
}

/**
 * Returns the id of the user as whom emails are posted: the email gateway bot, the actor, or a bot that the actor
 * administers and whose API key the actor can access.
 */
export async function resolveEmailSender(db: Reader, actor: Actor, senderId: number | undefined): Promise<number> {
  if (senderId === actor.id) return actor.id;
  const gateway = await loadSystemBotId(db, "email-gateway");
  if (senderId === undefined || senderId === gateway) return gateway;
  const bot = await findBot(db, actor.realmId, senderId);
  if (!bot?.is_active) throw new NoSuchBot();
  if (!canAdministerBot(actor, bot)) throw new InsufficientPermission();
  if (!canAccessKeys(actor, bot)) throw new MustBeOwner();
  return bot.id;
}
