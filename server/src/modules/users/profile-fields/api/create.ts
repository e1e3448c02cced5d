import { z } from "zod";
import { endpoint } from "@parlance/kernel/http/endpoint.ts";
import { createField } from "../actions/create-field.ts";
import { fieldErrors } from "../errors.ts";
import { fieldInput, fieldType } from "../definitions/field-input.ts";
import { creationsLimit } from "#modules/users/core/rate-limits.ts";

export const create = endpoint.write({
  route: "POST /realm/profile_fields",
  summary: "Create a custom profile field",
  description:
    "The field is added after the existing ones. Fields with an account from `realm_default_external_accounts` " +
    "always take its name and hint.",
  access: "admin",
  limit: creationsLimit,
  input: z.object({
    name: fieldInput.name.default(""),
    hint: fieldInput.hint.default(""),
    field_type: fieldType,
    field_data: fieldInput.field_data.default({}),
    display_in_profile_summary: fieldInput.display_in_profile_summary.default(false),
    required: fieldInput.required.default(false),
    editable_by_user: fieldInput.editable_by_user.default(true),
  }),
  response: z.object({ id: z.int() }),
  errors: [...fieldErrors],
  async handler(ctx, { input }) {
    const id = await createField(ctx, {
      type: input.field_type,
      name: input.name,
      hint: input.hint,
      fieldData: input.field_data,
      displayInProfileSummary: input.display_in_profile_summary,
      required: input.required,
      editableByUser: input.editable_by_user,
    });
    return { id };
  },
});
