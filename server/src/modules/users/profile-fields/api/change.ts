import { z } from "zod";
import { endpoint } from "#kernel/http/endpoint.ts";
import { id } from "#kernel/http/params.ts";
import { changeField } from "../actions/change-field.ts";
import { fieldErrors, FieldNotFound, KnownSiteIsFixed } from "../errors.ts";
import { fieldInput } from "../field-input.ts";

export const change = endpoint.write({
  route: "PATCH /realm/profile_fields/:field_id",
  summary: "Change a profile field",
  description:
    "Only what is sent changes; the type never does. People who had chosen what is no choice any more have chosen " +
    "nothing then. Of a field for accounts on one of `realm_default_external_accounts`, label, hint and data are fixed.",
  access: "admin",
  params: z.object({ field_id: id() }),
  input: z.object(fieldInput).partial(),
  response: z.object({}),
  errors: [FieldNotFound, KnownSiteIsFixed, ...fieldErrors],
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
