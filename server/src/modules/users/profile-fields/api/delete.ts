import { z } from "zod";
import { endpoint } from "@parlance/kernel/http/endpoint.ts";
import { deleteField } from "../actions/delete-field.ts";
import { FieldNotFound } from "../errors.ts";
import { profileFieldId } from "#modules/platform/parameters/identifying-parameters.ts";

export const remove = endpoint.write({
  route: "DELETE /realm/profile_fields/:field_id",
  summary: "Delete a custom profile field",
  description: "The users' values for the field are deleted too.",
  access: "admin",
  params: z.object({ field_id: profileFieldId().describe("Id of the custom profile field.") }),
  response: z.object({}),
  errors: [FieldNotFound],
  async handler(ctx, { params }) {
    await deleteField(ctx, params.field_id);
    return {};
  },
});
