import type { Read } from "@parlance/kernel/http/context.ts";
import type { RealmSettings } from "#modules/organizations/core/organization-settings.ts";
import { MessageEditingDisabled, EditTimeLimitExceeded, CannotEditMessage } from "./errors.ts";

/** How long one may go on editing, beyond the time limit of the organization: people who began in time can end in time. */
const EDIT_GRACE_SECONDS = 20;

/**
 * Its sender alone may change what a message says, as long as the organization lets people.
 * @throws MessageEditingDisabled, CannotEditMessage, EditTimeLimitExceeded
 */
export function assertCanEditContent(
  settings: Pick<RealmSettings, "allow_message_editing" | "message_content_edit_limit_seconds">,
  { actor, now }: Pick<Read, "actor" | "now">,
  message: { readonly sender_id: number; readonly sent_at: Date },
): void {
  if (!settings.allow_message_editing) throw new MessageEditingDisabled();
  if (message.sender_id !== actor.id) throw new CannotEditMessage();
  const limit = settings.message_content_edit_limit_seconds;
  const age = (now.getTime() - message.sent_at.getTime()) / 1000;
  if (limit !== null && age > limit + EDIT_GRACE_SECONDS) throw new EditTimeLimitExceeded();
}
