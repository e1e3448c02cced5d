import type { OrganizationSnapshot } from "@parlance/kernel/organization-snapshot/organization-snapshot.ts";
import type { Actor } from "@parlance/kernel/http/context.ts";
import { required } from "@parlance/kernel/base/required.ts";
import { organization } from "#modules/organizations/core/organization-snapshot.ts";
import { users } from "#modules/users/core/snapshot/users-snapshot.ts";
import { changeableSettings } from "#modules/users/core/settings/user-settings.ts";

/** Returns whether a user's presence is visible to other users. */
export function sharesPresence(snapshot: OrganizationSnapshot, { id }: Pick<Actor, "id">): boolean {
  const account = required(snapshot.get(users).get(id));
  return changeableSettings(account).presence_enabled && !snapshot.get(organization).settings.presence_disabled;
}
