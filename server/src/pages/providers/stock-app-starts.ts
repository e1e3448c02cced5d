import { loginPath, registerPath, stockAppPath } from "#modules/sign-in/providers/provider-paths.ts";
import { STOCK_APP_FIELD } from "#modules/sign-in/credentials/app-flow.ts";
import type { Route } from "../http/page.ts";

const startPaths = [loginPath, registerPath].flatMap((pathOf) =>
  (["oidc", "saml"] as const).map((kind) => (name: string) => pathOf({ kind, name })),
);
const proxyStart = () => loginPath({ kind: "proxy", name: "" }).replace(/\/$/, "");

/**
 * Paths that stock clients get from `GET /server_settings` for logging in with a browser. The browser has a different
 * user agent, and the app replaces the URL's query, so only the path can show which app it is. The redirect passes that
 * on in the query.
 */
export const stockAppStarts: readonly Route[] = [...startPaths, proxyStart].map((pathOf) => ({
  path: stockAppPath(pathOf(":name")),
  async get({ path: { name = "" }, queryText }) {
    const query = new URLSearchParams(queryText);
    query.set(STOCK_APP_FIELD, "1");
    return { to: `${pathOf(encodeURIComponent(name))}?${query.toString()}` };
  },
}));
