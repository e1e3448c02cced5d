import type { IncomingHttpHeaders } from "node:http";

/**
 * Who had a browser open a page: a page of this organization, or the user, such as by an address or an app. All else may be
 * another site's doing; also where the browser does not say, as none does whose connection is not encrypted.
 */
type Initiator = "own page" | "user" | "unknown";

/** Whether the browser opens a page, as far as it says; not where a page shows an image or runs a script. */
export const isNavigation = ({ "sec-fetch-mode": mode, "sec-fetch-dest": destination }: IncomingHttpHeaders): boolean =>
  (mode === undefined || mode === "navigate") && (destination === undefined || destination === "document");

export function initiatorOf(headers: IncomingHttpHeaders): Initiator {
  const site = headers["sec-fetch-site"];
  if (!isNavigation(headers)) return "unknown";
  if (site === "same-origin") return "own page";
  return site === "none" ? "user" : "unknown";
}
