import { ServerSettings } from "@parlance/contract/server-settings.ts";
import { endpoint, type Endpoint } from "#kernel/http/endpoint.ts";
import { withWireAliases } from "#kernel/http/wire-aliases.ts";
import { aboutOrganization } from "../server-settings.ts";

export const serverSettings = ({ wireAliases }: { readonly wireAliases: string }): Endpoint =>
  endpoint.read({
    route: "GET /server_settings",
    summary: "What to know before logging in",
    description: "Version and feature level of the server, name and picture of the organization, and ways to log in.",
    access: "public",
    response: ServerSettings,
    errors: [],
    handler: async (ctx) => withWireAliases(await aboutOrganization(ctx.db, ctx.realm), wireAliases),
  });
