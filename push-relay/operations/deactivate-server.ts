import { z } from "zod";
import { deactivateServer } from "../actions/deactivate-server.ts";
import { operation } from "./operation.ts";

/** A server takes its leave: its organizations and their phones are forgotten, and its hostname is free. */
export const deactivate = operation({
  path: "server/deactivate",
  parameters: z.object({}),
  async run({ pool }, server) {
    await deactivateServer(pool, server);
    return {};
  },
});
