import type { Read } from "#kernel/http/context.ts";
import { required } from "#kernel/required.ts";
import { people } from "#modules/users/core/snapshot/users-snapshot.ts";
import { changeableSettings } from "#modules/users/core/settings/user-settings.ts";
import { ChannelTypingDisabled, DirectTypingDisabled } from "./errors.ts";

const settingsOf = ({ actor, directory }: Pick<Read, "actor" | "directory">) =>
  changeableSettings(required(directory.of(people).get(actor.id)));

/** @throws DirectTypingDisabled */
export function mustTellDirectly(ctx: Pick<Read, "actor" | "directory">): void {
  if (!settingsOf(ctx).send_private_typing_notifications) throw new DirectTypingDisabled();
}

/** @throws ChannelTypingDisabled */
export function mustTellChannels(ctx: Pick<Read, "actor" | "directory">): void {
  if (!settingsOf(ctx).send_stream_typing_notifications) throw new ChannelTypingDisabled();
}
