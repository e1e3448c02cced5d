import { z } from "zod";
import { endpoint } from "@parlance/kernel/http/endpoint.ts";
import { changeField } from "../actions/change-field.ts";
import { fieldErrors, FieldNotFound, DefaultExternalAccountIsFixed } from "../errors.ts";
import { fieldInput } from "../definitions/field-input.ts";
import { profileFieldId } from "#modules/platform/parameters/identifying-parameters.ts";

export const change = endpoint.write({
  route: "PATCH /realm/profile_fields/:field_id",
  summary: "Update a custom profile field",
  description:
    "Omitted parameters stay unchanged; the type cannot be changed. Removing an option clears the field for " +
    "users who had selected it. For fields with an account from `realm_default_external_accounts`, the name, " +
    "hint and data cannot be changed.",
  access: "admin",
  params: z.object({ field_id: profileFieldId().describe("Id of the custom profile field.") }),
  input: z.object(fieldInput).partial(),
  response: z.object({}),
  errors: [FieldNotFound, DefaultExternalAccountIsFixed, ...fieldErrors],
  async handler(ctx, { params, input }) {
    await changeField(ctx, params.field_id, {
      name: input.name,
      hint: input.hint,
      fieldData: input.field_data,
      displayInProfileSummary: input.display_in_profile_summary,
      required: input.required,
      editableByUser: input.editable_by_user,
    });
    return {};
  },
});
