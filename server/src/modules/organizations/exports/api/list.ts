import { z } from "zod";
import { RealmExport } from "@parlance/contract/nouns/realm-exports.ts";
import { endpoint } from "@parlance/kernel/http/endpoint.ts";
import { listExports } from "../queries.ts";

export const list = endpoint.read({
  route: "GET /export/realm",
  summary: "List data exports",
  description:
    "Returns all exports, oldest first. Anyone who knows the URL of a file can download it until the export is " +
    "deleted.",
  access: "admin",
  secrets: "all",
  response: z.object({ exports: z.array(RealmExport) }),
  errors: [],
  handler: async ({ db, realm }) => ({ exports: await listExports(db, realm) }),
});
