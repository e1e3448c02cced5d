import type { OrganizationSnapshot } from "@parlance/kernel/organization-snapshot/organization-snapshot.ts";
import { organization } from "#modules/organizations/core/organization-snapshot.ts";
import type { AccountSnapshot } from "#modules/users/core/snapshot/users-snapshot.ts";
import { changeableSettings } from "#modules/users/core/settings/user-settings.ts";
import type { ContentHiddenReason } from "./missed-message-email.ts";

/** Returns the reason why emails to a user must not contain message content; null if they may contain it. */
export function findContentHiddenReason(
  snapshot: OrganizationSnapshot,
  account: AccountSnapshot,
): ContentHiddenReason | null {
  if (!snapshot.get(organization).settings.message_content_allowed_in_email_notifications) return "organization";
  return changeableSettings(account).message_content_in_email_notifications ? null : "reader";
}
