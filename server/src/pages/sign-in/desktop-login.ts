import { z } from "zod";
import { consumeLoginStep } from "#modules/sign-in/core/actions/consume-login-step.ts";
import { findLoginStepOfAnyBrowser } from "#modules/sign-in/core/login-steps.ts";
import { continueAsPage } from "./continue-as-page.ts";
import { finishSignIn } from "./finish-sign-in.ts";
import type { Page, Redirect, Route, Visit } from "../http/page-types.ts";
import { invalidLinkPage } from "../layout/invalid-link-page.ts";

const Data = z.object({
  userId: z.int(),
  method: z.string(),
  secondFactor: z.enum(["code", "passkey", "provider"]).nullable().default(null),
});

const PATH = "/accounts/login/subdomain";

/**
 * Path at which a desktop app logs in with its token. The account's owner was notified by email when the token was
 * created. Any site can get a token for its own account and link to this path, so the login needs a confirmation,
 * unless one of our own pages led here and no user is logged in yet.
 */
export const desktopLogin: Route = { path: `${PATH}/:token`, get: open, post: completeLogin, hasEffects: true };

const invalidLink = (): Page => invalidLinkPage("Log in from the app again.");

const stepOf = ({ realm, path, now }: Visit) =>
  ({ kind: "desktop", realmId: realm.id, token: path["token"] ?? "", browser: null, now }) as const;

async function open(visit: Visit): Promise<Page | Redirect> {
  if (visit.isFromOurPage && visit.user === null) return completeLogin(visit);
  const { db } = visit.services;
  const data = Data.safeParse(await findLoginStepOfAnyBrowser(db.reader, stepOf(visit)));
  if (!data.success) return invalidLink();
  const { full_name: name } = await db.reader
    .selectFrom("account")
    .select("full_name")
    .where("id", "=", data.data.userId)
    .executeTakeFirstOrThrow();
  return continueAsPage(visit, { action: `${PATH}/${encodeURIComponent(visit.path["token"] ?? "")}`, name });
}

async function completeLogin(visit: Visit): Promise<Page | Redirect> {
  visit.flow = null;
  const outcome = await visit.services.db.write(async (tx) => {
    const data = Data.safeParse(await consumeLoginStep(tx, stepOf(visit)));
    return data.success ? finishSignIn(tx, visit, { ...data.data, sendsEmail: false }) : null;
  });
  return outcome ?? invalidLink();
}
