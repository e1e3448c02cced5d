import { openBuiltClient } from "@parlance/server/app/web-client/built-client.ts";
import { type Finding, ok, warn } from "./finding.ts";

/** Whether people who open the server's address find the web client there. */
export async function checkWebClient(): Promise<Finding> {
  return (await openBuiltClient())
    ? ok("web client", "built")
    : warn(
        "web client",
        "not built: the server shows a plain page instead",
        "Start the server with `npm start`, which builds it.",
      );
}
