import { z } from "zod";
import { storableTextSchema } from "@parlance/kernel/base/storable-values.ts";
import { storeRealms } from "../actions/store-realms.ts";
import { realmPushStatus } from "../realms.ts";
import { operation } from "./operation.ts";

const MAX_REALMS = 10_000;

const realm = z.object({
  uuid: z.uuid(),
  uuid_owner_secret: storableTextSchema().min(1).max(1000),
  deactivated: z.boolean().default(false),
});

const realms = z.preprocess((text, context) => {
  if (typeof text !== "string") return text;
  try {
    return JSON.parse(text) as unknown;
  } catch {
    context.addIssue("no JSON");
    return z.NEVER;
  }
}, z.array(realm).max(MAX_REALMS));

/**
 * Operation with which a server reports its organizations. This must precede all other requests for them. The
 * statistics that servers also send are neither read nor stored.
 */
export const analytics = operation({
  path: "server/analytics",
  parameters: z.object({ realms: realms.default([]) }),
  async run({ pool }, server, input) {
    await storeRealms(pool, server, input.realms);
    return { realms: Object.fromEntries(input.realms.map((one) => [one.uuid, realmPushStatus(!one.deactivated)])) };
  },
});
