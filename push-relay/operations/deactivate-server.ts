import { z } from "zod";
import { deactivateServer } from "../actions/deactivate-server.ts";
import { operation } from "./operation.ts";

/**
 * Operation that ends a server's registration. Its organizations and their phones are deleted, and its host name
 * becomes available.
 */
export const deactivate = operation({
  path: "server/deactivate",
  parameters: z.object({}),
  async run({ pool }, server) {
    await deactivateServer(pool, server);
    return {};
  },
});
