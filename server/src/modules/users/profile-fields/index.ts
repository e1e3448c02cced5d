import { type Module, defineSlice } from "@parlance/kernel/http/module.ts";
import { changeOwnData } from "./api/change-own-data.ts";
import { change } from "./api/change.ts";
import { clearOwnData } from "./api/clear-own-data.ts";
import { create } from "./api/create.ts";
import { remove } from "./api/delete.ts";
import { list } from "./api/list.ts";
import { order } from "./api/order.ts";
import { profileFieldsNoun } from "@parlance/contract/nouns/profile-fields.ts";
import { fieldTypes } from "./definitions/field-types.ts";
import { fieldsIn, profileFields } from "./fields-snapshot.ts";

/**
 * Slice (part of the register response) with the fields that the organization has added to profiles, and the types of
 * fields that it can add.
 */
const profileFieldsSlice = defineSlice(profileFieldsNoun, "custom_profile_fields", async (_db, { snapshot }) => ({
  custom_profile_fields: fieldsIn(snapshot),
  custom_profile_field_types: fieldTypes,
}));

/** Module for the fields that an organization adds to profiles, and their values. */
export const profileFieldsModule: Module = {
  name: "profile-fields",
  floor: "profiles",
  tables: ["custom_profile_field", "custom_profile_value"],
  endpoints: [list, create, order, change, remove, changeOwnData, clearOwnData],
  slices: [profileFieldsSlice],
  snapshotSections: [profileFields],
};
