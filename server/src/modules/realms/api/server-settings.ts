import { ServerSettings } from "@parlance/contract/server-settings.ts";
import { endpoint, type Endpoint } from "#kernel/http/endpoint.ts";
import { aboutOrganization } from "../server-settings.ts";
import { NoSuchOrganization, SubdomainRequired } from "../errors.ts";

export const serverSettings = (): Endpoint =>
  endpoint.read({
    route: "GET /server_settings",
    summary: "What to know before logging in",
    description: "Version and feature level of the server, name and picture of the organization, and ways to log in.",
    access: "public",
    response: ServerSettings,
    errors: [NoSuchOrganization, SubdomainRequired],
    handler: (ctx) => aboutOrganization(ctx.db, ctx.realm),
  });
