import { z } from "zod";
import { endpoint } from "#kernel/http/endpoint.ts";
import { listConsents } from "../queries.ts";

export const consents = endpoint.read({
  route: "GET /export/realm/consents",
  summary: "List who consents to exports of private data",
  description: "People who are active, with what they set as `allow_private_data_export`.",
  access: "admin",
  response: z.object({ export_consents: z.array(z.object({ user_id: z.int(), consented: z.boolean() })) }),
  errors: [],
  handler: async ({ db, realm }) => ({ export_consents: await listConsents(db, realm.id) }),
});
