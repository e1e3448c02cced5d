import type { Directory } from "#kernel/organization-snapshot/organization-snapshot.ts";
import type { Actor } from "#kernel/http/context.ts";
import { required } from "#kernel/required.ts";
import { organization } from "#modules/organizations/core/organization-snapshot.ts";
import { people } from "#modules/users/core/snapshot/users-snapshot.ts";
import { changeableSettings } from "#modules/users/core/settings/user-settings.ts";

/** Whether others are to learn that somebody is there. */
export function maySay(directory: Directory, { id }: Pick<Actor, "id">): boolean {
  const account = required(directory.of(people).get(id));
  return changeableSettings(account).presence_enabled && !directory.of(organization).settings.presence_disabled;
}
