import { endSession } from "#auth/actions/end-sessions.ts";
import { nextPage } from "./next-page.ts";
import type { Route } from "./page.ts";

/** Signing out. A link to it does nothing: other sites could follow it. */
export const logout: Route = {
  path: "/logout",
  get: async ({ user }) => ({ to: user ? "/welcome" : "/login" }),
  async post({ services, realm, sessionToken, form }) {
    if (sessionToken !== null) await services.db.write((tx) => endSession(tx, sessionToken));
    const next = nextPage(realm, form["next"]);
    return { to: next === null ? "/login" : `/login?next=${encodeURIComponent(next)}`, session: null };
  },
};
