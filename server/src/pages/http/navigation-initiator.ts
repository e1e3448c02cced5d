import type { IncomingHttpHeaders } from "node:http";

/**
 * The initiator of a navigation: a page of this organization, or the user, for example by the address bar or an app.
 * Everything else is unknown and may be another site's doing. It is also unknown if the browser does not send it, as
 * over unencrypted connections.
 */
type Initiator = "own page" | "user" | "unknown";

/** Whether the browser opens a page, as far as its headers show; false if a page loads an image or a script. */
export const isNavigation = ({ "sec-fetch-mode": mode, "sec-fetch-dest": destination }: IncomingHttpHeaders): boolean =>
  (mode === undefined || mode === "navigate") && (destination === undefined || destination === "document");

export function initiatorOf(headers: IncomingHttpHeaders): Initiator {
  const site = headers["sec-fetch-site"];
  if (!isNavigation(headers)) return "unknown";
  if (site === "same-origin") return "own page";
  return site === "none" ? "user" : "unknown";
}
