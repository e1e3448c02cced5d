import { identityProviders, proxyDoor } from "#modules/sign-in/providers/configured-providers.ts";
import type { DemoFile, PageServices } from "../pages/http/page.ts";
import type { Logger } from "pino";
import type { ServerSettings } from "./settings.ts";

interface PageOptions {
  readonly settings: ServerSettings;
  readonly secret: Uint8Array;
  readonly log: Logger;
  readonly demo?: Readonly<DemoFile> | undefined;
}

/** What the pages need of a server. */
export function pageServices(
  options: PageOptions,
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
