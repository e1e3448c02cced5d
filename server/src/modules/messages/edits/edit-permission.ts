import type { Read } from "@parlance/kernel/http/context.ts";
import { MessageEditingDisabled, EditTimeLimitExceeded, CannotEditMessage } from "./errors.ts";
import { findEditRefusal } from "@parlance/contract/rules/editing.ts";
import { CHANGE_GRACE_SECONDS } from "@parlance/contract/rules/time-limits.ts";
import type { OrganizationSnapshot } from "@parlance/kernel/organization-snapshot/organization-snapshot.ts";
import { organization } from "#modules/organizations/core/organization-snapshot.ts";

/**
 * Throws unless the actor may edit the message. Only the sender may edit it, only if the organization allows editing,
 * and only within the organization's time limit and a short grace period after it.
 * @throws MessageEditingDisabled, CannotEditMessage, EditTimeLimitExceeded
 */
export function assertCanEditContent(
  { actor, now }: Pick<Read, "actor" | "now">,
  snapshot: OrganizationSnapshot,
  message: { readonly sender_id: number; readonly sent_at: Date },
): void {
  const { settings } = snapshot.get(organization);
  const refusal = findEditRefusal({
    isSender: message.sender_id === actor.id,
    isEditingEnabled: settings.allow_message_editing,
    ageSeconds: (now.getTime() - message.sent_at.getTime()) / 1000 - CHANGE_GRACE_SECONDS,
    limitSeconds: settings.message_content_edit_limit_seconds,
  });
  if (refusal === "editing_disabled") throw new MessageEditingDisabled();
  if (refusal === "not_sender") throw new CannotEditMessage();
  if (refusal === "too_late") throw new EditTimeLimitExceeded();
}
