import { endSession } from "#modules/sign-in/sessions/actions/end-sessions.ts";
import { PASSWORD_METHOD } from "#modules/sign-in/passwords/local-password-backend.ts";
import { PASSKEY_METHOD } from "#modules/organizations/core/authentication-methods.ts";
import { homePath, parseNextPath } from "../http/next-page.ts";
import type { Route } from "../http/page-types.ts";

/** Login methods of this server, which require a new proof at each login. */
const ownMethods: ReadonlySet<string> = new Set([PASSWORD_METHOD, PASSKEY_METHOD, "LDAP"]);

/** Logs the user out. A GET request does not log out, because other sites could link to this path. */
export const logout: Route = {
  path: "/logout",
  get: async ({ user, services }) => ({ to: user ? homePath(services) : "/login" }),
  async post({ services, realm, sessionToken, user, form }) {
    if (sessionToken !== null) await services.db.write((tx) => endSession(tx, sessionToken));
    const next = parseNextPath(realm, form["next"]);
    // A user who logged in through a provider is still logged in there. Without this parameter, the login page could
    // log the user in again immediately.
    const isByOthers = user !== null && !ownMethods.has(user.method);
    const parameters = { ...(isByOthers && { signed_out: user.method }), ...(next !== null && { next }) };
    const query = new URLSearchParams(parameters).toString();
    return { to: query === "" ? "/login" : `/login?${query}`, session: null };
  },
};
