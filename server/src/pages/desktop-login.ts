import { z } from "zod";
import { takeStep } from "#auth/external/actions/take-step.ts";
import { signIn } from "#auth/actions/sign-in.ts";
import { homeOf } from "./next-page.ts";
import type { Page, Redirect, Route, Visit } from "./page.ts";
import { unusableLink } from "./unusable-link.ts";

const Data = z.object({ userId: z.int(), method: z.string() });

/** Where a desktop app signs in with the token that it was given. Its owner had the letter when the token was made. */
export const desktopLogin: Route = { path: "/accounts/login/subdomain/:token", get: enter };

async function enter(visit: Visit): Promise<Page | Redirect> {
  const { services, realm, path, ip, userAgent, now } = visit;
  const step = { kind: "desktop", realmId: realm.id, token: path["token"] ?? "", browser: null, now } as const;
  const session = await services.db.write(async (tx) => {
    const data = Data.safeParse(await takeStep(tx, step));
    if (!data.success) return null;
    const { userId, method } = data.data;
    return signIn(tx, { realm, userId, method, origin: { ip, userAgent }, sendsLetter: false, now });
  });
  return session === null ? unusableLink("Sign in with the app once more.") : { to: homeOf(services), session };
}
