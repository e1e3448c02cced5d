import { z } from "zod";
import { endpoint } from "@parlance/kernel/http/endpoint.ts";
import { listConsents } from "../queries.ts";

export const consents = endpoint.read({
  route: "GET /export/realm/consents",
  summary: "List users' consent to data exports",
  description: "Returns all active users with their setting `allow_private_data_export`.",
  access: "admin",
  response: z.object({ export_consents: z.array(z.object({ user_id: z.int(), consented: z.boolean() })) }),
  errors: [],
  handler: async ({ db, realm }) => ({ export_consents: await listConsents(db, realm.id) }),
});
