import { z } from "zod";
import { peopleGates } from "@parlance/contract/register/people.ts";
import type { Slice } from "#kernel/http/module.ts";
import { fieldTypes } from "./field-types.ts";
import { presentField } from "./presentation.ts";
import { fieldsOf } from "./queries.ts";

/** What the organization has added to profiles, and what it could add. */
export const fieldsSlice: Slice = {
  types: ["custom_profile_fields"],
  response: z.strictObject(peopleGates.custom_profile_fields),
  fetch: async (db, { realm }) => ({
    custom_profile_fields: (await fieldsOf(db, realm.id)).map(presentField),
    custom_profile_field_types: fieldTypes,
  }),
};
