import type { Read } from "#kernel/http/context.ts";
import type { RealmSettings } from "#modules/organizations/core/organization-settings.ts";
import { EditingTurnedOff, EditTimeOver, MayNotEdit } from "./errors.ts";

/** How long one may go on editing, beyond the time limit of the organization: people who began in time can end in time. */
const GRACE_SECONDS = 20;

/**
 * Its sender alone may change what a message says, as long as the organization lets people.
 * @throws EditingTurnedOff, MayNotEdit, EditTimeOver
 */
export function mustBeEditable(
  settings: Pick<RealmSettings, "allow_message_editing" | "message_content_edit_limit_seconds">,
  { actor, now }: Pick<Read, "actor" | "now">,
  message: { readonly sender_id: number; readonly sent_at: Date },
): void {
  if (!settings.allow_message_editing) throw new EditingTurnedOff();
  if (message.sender_id !== actor.id) throw new MayNotEdit();
  const limit = settings.message_content_edit_limit_seconds;
  const age = (now.getTime() - message.sent_at.getTime()) / 1000;
  if (limit !== null && age > limit + GRACE_SECONDS) throw new EditTimeOver();
}
