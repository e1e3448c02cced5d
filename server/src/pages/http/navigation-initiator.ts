import type { IncomingHttpHeaders } from "node:http";

/**
 * The initiator of a navigation: a page of this organization, or the user, for example with the address bar or an app.
 * "unknown" means that another site may have initiated it. Browsers also leave this unknown over HTTP, where they do
 * not send the header.
 */
type Initiator = "own page" | "user" | "unknown";

/**
 * Returns true if the headers do not show that something other than a page load sent the request, such as an image or a
 * script.
 */
export const isNavigation = ({ "sec-fetch-mode": mode, "sec-fetch-dest": destination }: IncomingHttpHeaders): boolean =>
  (mode === undefined || mode === "navigate") && (destination === undefined || destination === "document");

export function initiatorOf(headers: IncomingHttpHeaders): Initiator {
  const site = headers["sec-fetch-site"];
  if (!isNavigation(headers)) return "unknown";
  if (site === "same-origin") return "own page";
  return site === "none" ? "user" : "unknown";
}
