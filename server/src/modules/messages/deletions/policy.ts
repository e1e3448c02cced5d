import type { Tx } from "@parlance/kernel/db/types.ts";
import type { Write } from "@parlance/kernel/http/context.ts";
import type { UserMessage } from "#modules/messages/read-state/user-message.ts";
import { loadRealmSettings } from "#modules/organizations/core/queries.ts";
import { havePermissions, type PermissionCheck } from "#modules/groups/core/settings/group-settings.ts";
import { CannotDeleteMessage, DeleteTimeLimitExceeded } from "./errors.ts";

type DeletePermission = "can_delete_any_message_group" | "can_delete_own_message_group";

/** Whose message it is. */
interface MessageOwnership {
  /** It is the actor's, or that of a bot of the actor's. */
  readonly isOwn: boolean;
  readonly senderId: number;
}

/**
 * Throws unless the actor may delete a message that they can read: any, if the organization or the channel lets them; their
 * own and those of their bots, if one of the two lets them do that, for as long as the organization allows it.
 * @throws CannotDeleteMessage, DeleteTimeLimitExceeded
 */
export async function assertCanDelete(
  { tx, actor, realm, now }: Write,
  { id, channel_id: channelId }: Pick<UserMessage, "id" | "channel_id">,
): Promise<MessageOwnership> {
  const claim = (setting: DeletePermission): PermissionCheck[] => {
    const inRealm: PermissionCheck = { userId: actor.id, scope: "realm", scopeId: realm.id, setting };
    return channelId === null
      ? [inRealm]
      : [inRealm, { userId: actor.id, scope: "channel", scopeId: channelId, setting }];
  };
  const any = claim("can_delete_any_message_group");
  const held = await havePermissions(tx, realm.id, [...any, ...claim("can_delete_own_message_group")]);
  const { sender_id, bot_owner_id, sent_at } = await loadSender(tx, id);
  const isOwn = sender_id === actor.id || bot_owner_id === actor.id;
  const whose = { isOwn, senderId: sender_id };
  if (held.slice(0, any.length).includes(true)) return whose;
  if (!isOwn || !held.slice(any.length).includes(true)) throw new CannotDeleteMessage();
  const { message_content_delete_limit_seconds: limit } = await loadRealmSettings(tx, realm.id);
  if (limit !== null && now.getTime() - sent_at.getTime() > limit * 1000) throw new DeleteTimeLimitExceeded();
  return whose;
}

const loadSender = (tx: Tx, messageId: number) =>
  tx
    .selectFrom("message")
    .innerJoin("account", "account.id", "message.sender_id")
    .select(["message.sender_id", "account.bot_owner_id", "message.sent_at"])
    .where("message.id", "=", messageId)
    .executeTakeFirstOrThrow();
