import type { CustomProfileField } from "@parlance/contract/nouns/profile-fields.ts";
import type { Row } from "@parlance/kernel/db/types.ts";

/** Serializes a custom profile field for the API. */
export const presentField = (row: Row<"custom_profile_field">): CustomProfileField => ({
  id: row.id,
  type: row.type,
  order: row.position,
  name: row.name,
  hint: row.hint,
  field_data: row.field_data,
  display_in_profile_summary: row.display_in_profile_summary,
  required: row.required,
  editable_by_user: row.editable_by_user,
});
