import type { CustomProfileField } from "../nouns/profile-fields.ts";
import type { ProfileData, User } from "../entities/user.ts";
import { updateField } from "./set-fields.ts";
import type { Reducer } from "./state.ts";

const SELECT = 3;

/**
 * Replaces the profile fields. If a field was removed, removes the values that users have in it; if an option was
 * removed, removes it from the users who had selected it.
 */
export const custom_profile_fields: Reducer<"custom_profile_fields"> = (state, { fields }) => {
  const choices = new Map(fields.map((field) => [String(field.id), validChoices(field)]));
  const isValid = (id: string, { value }: ProfileData[string]) => {
    const offered = choices.get(id);
    return offered === null || offered?.has(value) === true;
  };
  const withValidValues = (users: User[]) => users.map((user) => filterProfileValues(user, isValid));
  const updated = updateField(state, "custom_profile_fields", () => fields);
  return updateField(updateField(updated, "realm_users", withValidValues), "realm_non_active_users", withValidValues);
};

/** Returns the values that a field accepts. Null if a field of this type accepts any value. */
function validChoices({ type, field_data }: CustomProfileField): ReadonlySet<string> | null {
  return type === SELECT ? new Set(Object.keys(JSON.parse(field_data) as object)) : null;
}

function filterProfileValues(user: User, isValid: (id: string, value: ProfileData[string]) => boolean): User {
  const values = Object.entries(user.profile_data ?? {});
  const valid = values.filter(([id, value]) => isValid(id, value));
  return valid.length === values.length ? user : { ...user, profile_data: Object.fromEntries(valid) };
}
