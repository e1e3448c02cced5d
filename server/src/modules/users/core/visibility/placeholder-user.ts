import { roles } from "@parlance/contract/entities/roles.ts";
import type { User } from "@parlance/contract/entities/user.ts";
import type { RealmContext } from "@parlance/kernel/http/context.ts";
import { placeholderEmail } from "../email-addresses.ts";

/** Avatar for all users whose avatar the viewer must not see, and for unknown users. */
export const UNKNOWN_USER_AVATAR = "/static/unknown-user-avatar.png";

/** Shown instead of the name of a user whom the viewer cannot see. */
export const UNKNOWN_USER_NAME = "Unknown user";

/** Placeholder in lists for an account that the viewer cannot see. Only its id is real. */
export const placeholderUser = (
  userId: number,
  { realm, profiles }: { realm: Pick<RealmContext, "url">; profiles?: unknown },
): User => ({
  user_id: userId,
  email: placeholderEmail(userId, realm),
  delivery_email: null,
  full_name: UNKNOWN_USER_NAME,
  date_joined: "1970-01-01T00:00+00:00",
  is_active: true,
  is_owner: false,
  is_admin: false,
  is_guest: false,
  is_bot: false,
  bot_type: null,
  bot_owner_id: null,
  role: roles.member,
  timezone: "",
  avatar_url: UNKNOWN_USER_AVATAR,
  avatar_version: 1,
  ...(profiles === undefined ? {} : { profile_data: {} }),
});
