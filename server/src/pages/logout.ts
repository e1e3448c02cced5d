import { endSession } from "#auth/actions/end-sessions.ts";
import type { Route } from "./page.ts";

/** Signing out. A link to it does nothing: other sites could follow it. */
export const logout: Route = {
  path: "/logout",
  get: async ({ user }) => ({ to: user ? "/welcome" : "/login" }),
  async post({ services, sessionToken }) {
    if (sessionToken !== null) await services.db.write((tx) => endSession(tx, sessionToken));
    return { to: "/login", session: null };
  },
};
