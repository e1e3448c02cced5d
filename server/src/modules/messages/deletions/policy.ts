import type { Write } from "@parlance/kernel/http/context.ts";
import { CannotDeleteMessage, DeleteTimeLimitExceeded } from "./errors.ts";
import { findDeletionRefusal, isOwnMessage, type MessageSender } from "@parlance/contract/rules/deleting.ts";
import type { OrganizationSnapshot } from "@parlance/kernel/organization-snapshot/organization-snapshot.ts";
import { channels } from "#modules/channels/core/snapshot/channels-snapshot.ts";
import { hasChannelPermissionIn, hasPermissionIn } from "#modules/groups/core/settings/group-settings.ts";
import { organization } from "#modules/organizations/core/organization-snapshot.ts";

/** The properties of a message that decide who can delete it, besides the organization's settings. */
export interface DeletableMessage {
  /** Null for direct messages. */
  readonly channelId: number | null;
  readonly sender: MessageSender;
  readonly sentAt: Date;
}

/**
 * Throws unless the actor may delete the message. The caller has checked that the actor can read it. The organization
 * or the channel can permit a user to delete any message, or only messages sent by the user and his or her bots. With
 * the second permission, a message can be deleted only within the organization's time limit.
 * @throws CannotDeleteMessage, DeleteTimeLimitExceeded
 */
export function assertCanDelete(
  { actor, now }: Pick<Write, "actor" | "now">,
  snapshot: OrganizationSnapshot,
  { channelId, sender, sentAt }: DeletableMessage,
): void {
  const channel = channelId === null ? undefined : snapshot.get(channels).get(channelId);
  const hasGroupPermission = (setting: "can_delete_any_message_group" | "can_delete_own_message_group") =>
    hasPermissionIn(snapshot, { userId: actor.id, scope: "realm", scopeId: snapshot.realmId, setting }) ||
    (channel !== undefined && hasChannelPermissionIn(snapshot, actor.id, channel, setting));
  const refusal = findDeletionRefusal({
    isOwn: isOwnMessage(actor.id, sender),
    canDeleteAny: hasGroupPermission("can_delete_any_message_group"),
    canDeleteOwn: hasGroupPermission("can_delete_own_message_group"),
    ageSeconds: (now.getTime() - sentAt.getTime()) / 1000,
    limitSeconds: snapshot.get(organization).settings.message_content_delete_limit_seconds,
  });
  if (refusal === "not_permitted") throw new CannotDeleteMessage();
  if (refusal === "too_late") throw new DeleteTimeLimitExceeded();
}
