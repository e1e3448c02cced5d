import { openBuiltClient } from "@parlance/server/app/web-client/built-client.ts";
import { type Finding, ok, warn } from "./finding.ts";

/** Checks whether the web client has been built. */
export async function checkWebClient(): Promise<Finding> {
  return (await openBuiltClient())
    ? ok("web client", "built")
    : warn(
        "web client",
        "not built: the server shows a plain page instead",
        "Start the server with `npm start`, which builds it.",
      );
}
