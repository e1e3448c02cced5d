import { ServerSettings } from "@parlance/contract/server-settings.ts";
import { stockAppPath } from "#modules/sign-in/providers/provider-paths.ts";
import { endpoint, type Endpoint } from "@parlance/kernel/http/endpoint.ts";
import type { WireAliases } from "@parlance/kernel/http/wire-aliases.ts";
import type { PushSettings } from "#modules/notifications/push-devices/settings.ts";
import type { ServerLogins } from "../server/server-info.ts";
import { SubdomainRequired, UnknownSubdomain } from "../errors.ts";
import { hostname, type Site, subdomainAt } from "#modules/organizations/core/hosts.ts";
import { loadServerSettings } from "../server/server-settings.ts";

interface ServerSettingsOptions extends Site, ServerLogins, PushSettings {
  readonly wireAliases: WireAliases;
}

export const serverSettings = (options: ServerSettingsOptions): Endpoint =>
  endpoint.read({
    route: "GET /server_settings",
    summary: "Get server settings",
    description:
      "Returns what clients need before login: version and feature level of the server, name and icon of the " +
      "organization, and login methods.",
    access: "public",
    response: ServerSettings,
    errors: [UnknownSubdomain, SubdomainRequired],
    withoutOrganization: (host) =>
      subdomainAt(hostname(host) ?? "", options) === "" ? new SubdomainRequired() : new UnknownSubdomain(),
    async handler(ctx) {
      const about = await loadServerSettings(ctx.db, ctx.realm, options);
      return options.wireAliases.withRelease(ctx.request.isFromStockClient ? forStockApp(about) : about);
    },
  });

const forStockApp = (about: ServerSettings): ServerSettings => ({
  ...about,
  external_authentication_methods: about.external_authentication_methods.map((method) => ({
    ...method,
    login_url: stockAppPath(method.login_url),
    signup_url: stockAppPath(method.signup_url),
  })),
});
