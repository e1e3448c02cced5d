import type { Read } from "@parlance/kernel/http/context.ts";
import { required } from "@parlance/kernel/base/required.ts";
import { users } from "#modules/users/core/snapshot/users-snapshot.ts";
import { changeableSettings } from "#modules/users/core/settings/user-settings.ts";
import { ChannelTypingDisabled, DirectTypingDisabled } from "./errors.ts";

const actorSettings = ({ actor, snapshot }: Pick<Read, "actor" | "snapshot">) =>
  changeableSettings(required(snapshot.get(users).get(actor.id)));

/**
 * Throws if the actor has disabled sending typing notifications for direct messages.
 * @throws DirectTypingDisabled
 */
export function assertSendsDirectTyping(ctx: Pick<Read, "actor" | "snapshot">): void {
  if (!actorSettings(ctx).send_private_typing_notifications) throw new DirectTypingDisabled();
}

/**
 * Throws if the actor has disabled sending typing notifications for channels.
 * @throws ChannelTypingDisabled
 */
export function assertSendsChannelTyping(ctx: Pick<Read, "actor" | "snapshot">): void {
  if (!actorSettings(ctx).send_stream_typing_notifications) throw new ChannelTypingDisabled();
}
