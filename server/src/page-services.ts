import { identityProviders, proxyDoor } from "#auth/external/providers.ts";
import type { PageServices } from "./pages/page.ts";
import type { ServerOptions } from "./server.ts";

/** What the pages need of a server. */
export function pageServices(
  options: Pick<ServerOptions, "settings" | "secret" | "log" | "demo">,
  contents: Pick<PageServices, "db" | "directories" | "logins">,
  clientPage: PageServices["clientPage"],
): PageServices {
  const { settings, secret, log, demo = { credentials: null } } = options;
  const { db, directories, logins } = contents;
  return {
    db,
    directories,
    secret,
    logins,
    site: settings,
    demo,
    clientPage,
    limits: settings.rateLimits,
    providers: identityProviders(settings.identityProviders),
    proxyDoor: proxyDoor(settings.identityProviders),
    signers: settings.identityProviders?.jwt ?? [],
    log,
  };
}
