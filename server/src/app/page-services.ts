import { createIdentityProviders, createProxyProvider } from "#modules/sign-in/providers/configured-providers.ts";
import type { DemoFile, PageServices } from "../pages/http/page-types.ts";
import type { Logger } from "pino";
import type { ServerSettings } from "./settings.ts";

interface PageOptions {
  readonly settings: ServerSettings;
  readonly secret: Uint8Array;
  readonly log: Logger;
  readonly demo?: Readonly<DemoFile> | undefined;
}

/** Creates the services that the server-rendered pages use. */
export function createPageServices(
  options: PageOptions,
  contents: Pick<PageServices, "db" | "snapshots" | "logins">,
  clientPage: PageServices["clientPage"],
): PageServices {
  const { settings, secret, log, demo = { credentials: null } } = options;
  const { db, snapshots, logins } = contents;
  return {
    db,
    snapshots,
    secret,
    logins,
    site: settings,
    demo,
    clientPage,
    limits: settings.rateLimits,
    providers: createIdentityProviders(settings.identityProviders),
    proxyProvider: createProxyProvider(settings.identityProviders),
    signers: settings.identityProviders?.jwt ?? [],
    log,
  };
}
