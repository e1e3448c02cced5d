import { loginPath, registerPath, stockAppPath } from "#modules/sign-in/providers/provider-paths.ts";
import { STOCK_APP_FIELD } from "#modules/sign-in/credentials/app-flow.ts";
import type { Route } from "../http/page-types.ts";

const startPaths = [loginPath, registerPath].flatMap((pathOf) =>
  (["oidc", "saml"] as const).map((kind) => (name: string) => pathOf({ kind, name })),
);
const proxyStart = () => loginPath({ kind: "proxy", name: "" }).replace(/\/$/, "");

/**
 * Start paths for stock apps (apps made for another server with the same protocol), which get them from `GET
 * /server_settings`. The login happens in a browser with another user agent, and the app replaces the URL's query, so
 * only the path can show which app started the login. The route adds this information to the query and redirects.
 */
export const stockAppStarts: readonly Route[] = [...startPaths, proxyStart].map((pathOf) => ({
  path: stockAppPath(pathOf(":name")),
  async get({ path: { name = "" }, queryText }) {
    const query = new URLSearchParams(queryText);
    query.set(STOCK_APP_FIELD, "1");
    return { to: `${pathOf(encodeURIComponent(name))}?${query.toString()}` };
  },
}));
