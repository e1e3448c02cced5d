import { endSession } from "#auth/actions/end-sessions.ts";
import { PASSWORD_METHOD } from "#auth/backends/password.ts";
import type { Route } from "./page.ts";

/** Signing out. A link to it does nothing: other sites could follow it. */
export const logout: Route = {
  path: "/logout",
  get: async ({ user }) => ({ to: user ? "/welcome" : "/login" }),
  async post({ services, sessionToken, user }) {
    if (sessionToken !== null) await services.db.write((tx) => endSession(tx, sessionToken));
    // Who came in through somebody else is still signed in there, and would come in again at once.
    const isByOthers = user !== null && user.method !== PASSWORD_METHOD;
    return { to: isByOthers ? `/login?signed_out=${encodeURIComponent(user.method)}` : "/login", session: null };
  },
};
