import { isAtLeast, isGuest, isOwner, roles, type Role } from "../entities/roles.ts";
import type { User } from "../entities/user.ts";
import type { UserChange } from "../nouns/users.ts";
import { removeFromGroups } from "./group-setting-values.ts";
import { ascending, upsert } from "./list-operations.ts";
import { recomputeOwnPermissions } from "./own-permissions.ts";
import { updateField, mergeChanges } from "./set-fields.ts";
import type { Reducer, Registration, State } from "./state.ts";

/**
 * Matches URLs of Gravatar images, which clients can compute from the email address. Avatars that were uploaded, or
 * that the server generates, have other URLs.
 */
const GRAVATAR = /^https:\/\/secure\.gravatar\.com\//;

const byId = (a: User, b: User) => ascending(a.user_id, b.user_id);

export const realm_user: Reducer<"realm_user"> = (state, event, registration) => {
  switch (event.op) {
    case "add":
      return addUser(removeUser(state, event.person.user_id), event.person);
    case "remove":
      return deleteStatus(removeUser(state, event.person.user_id), event.person.user_id);
    case "update":
      return updateOwn(updateUser(state, event.person, registration), event.person);
  }
};

function addUser(state: State, user: User): State {
  return updateField(state, user.is_active ? "realm_users" : "realm_non_active_users", (users) =>
    upsert(users, user, ({ user_id }) => user_id).sort(byId),
  );
}

function removeUser(state: State, userId: number): State {
  const others = (users: User[]) => users.filter(({ user_id }) => user_id !== userId);
  return updateField(updateField(state, "realm_users", others), "realm_non_active_users", others);
}

/** Removes the status of a user who is no longer visible. */
const deleteStatus = (state: State, userId: number): State =>
  updateField(state, "user_status", ({ [String(userId)]: _, ...others }) => others);

function updateUser(state: State, person: UserChange, registration: Registration): State {
  const { user_id } = person;
  const before = [...(state.realm_users ?? []), ...(state.realm_non_active_users ?? [])].find(
    (user) => user.user_id === user_id,
  );
  if (!before) return state;
  const after = mergeChanges(before, changesOf(before, person, registration));
  const moved = addUser(removeUser(state, user_id), after);
  return before.is_active && !after.is_active ? deactivateUser(moved, before) : moved;
}

/**
 * Removes a deactivated user from all groups, and removes the user's presence, which is stored under the user's id or
 * email address.
 */
function deactivateUser(state: State, { user_id: userId, email }: User): State {
  const absent = updateField(state, "presences", ({ [String(userId)]: _, [email]: __, ...others }) => others);
  return recomputeOwnPermissions(removeFromGroups(absent, userId));
}

function changesOf(user: User, person: UserChange, { clientGravatar }: Registration): Partial<User> {
  if ("avatar_url" in person) {
    const isComputed = clientGravatar && GRAVATAR.test(person.avatar_url) && user.email === user.delivery_email;
    return { avatar_url: isComputed ? null : person.avatar_url, avatar_version: person.avatar_version };
  }
  if ("timezone" in person) return { timezone: person.timezone };
  if ("role" in person) return { role: person.role, ...roleFlags(person.role) };
  if ("new_email" in person) return { email: person.new_email };
  if ("custom_profile_field" in person) return { profile_data: changeProfile(user, person.custom_profile_field) };
  const { user_id: _, ...named } = person;
  return named;
}

function changeProfile(
  user: User,
  { id, value, rendered_value }: { id: number; value: string | null; rendered_value?: string | undefined },
) {
  const { [String(id)]: _, ...others } = user.profile_data ?? {};
  if (value === null) return others;
  return { ...others, [id]: rendered_value === undefined ? { value } : { value, rendered_value } };
}

/** Updates the top-level fields of the state that contain data of the user's own account. */
function updateOwn(state: State, person: UserChange): State {
  if (person.user_id !== state.user_id) return state;
  if ("avatar_url" in person) {
    const { avatar_url, avatar_url_medium, avatar_source } = person;
    return { ...state, avatar_url, avatar_url_medium, avatar_source };
  }
  if ("full_name" in person) return { ...state, full_name: person.full_name };
  if ("new_email" in person) return { ...state, email: person.new_email };
  if ("delivery_email" in person) return { ...state, delivery_email: person.delivery_email ?? state.delivery_email };
  if ("role" in person) {
    return recomputeOwnPermissions({
      ...state,
      ...roleFlags(person.role),
      is_moderator: person.role === roles.moderator,
    });
  }
  return state;
}

const roleFlags = (role: Role) => ({
  is_owner: isOwner(role),
  is_admin: isAtLeast(role, "administrator"),
  is_guest: isGuest(role),
});
