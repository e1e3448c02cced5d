import { profileFieldsNoun } from "@parlance/contract/nouns/profile-fields.ts";
import { slice } from "#kernel/http/module.ts";
import { fieldTypes } from "./definitions/field-types.ts";
import { presentField } from "./presentation.ts";
import { fieldsOf } from "./queries.ts";

/** What the organization has added to profiles, and what it could add. */
export const fieldsSlice = slice(profileFieldsNoun, "custom_profile_fields", async (db, { realm }) => ({
  custom_profile_fields: (await fieldsOf(db, realm.id)).map(presentField),
  custom_profile_field_types: fieldTypes,
}));
