import { z } from "zod";
import { CustomProfileField } from "@parlance/contract/nouns/profile-fields.ts";
import { endpoint } from "@parlance/kernel/http/endpoint.ts";
import { presentField } from "../presentation.ts";
import { listFields } from "../queries.ts";

export const list = endpoint.read({
  route: "GET /realm/profile_fields",
  summary: "List custom profile fields",
  description: "Returns fields in their display order.",
  access: "user",
  response: z.object({ custom_fields: z.array(CustomProfileField) }),
  errors: [],
  async handler({ db, realm }) {
    return { custom_fields: (await listFields(db, realm.id)).map(presentField) };
  },
});
