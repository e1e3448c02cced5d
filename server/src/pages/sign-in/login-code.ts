import { countCodeAttempt, verifyCode } from "#modules/sign-in/two-factor/actions/verify-code.ts";
import { AccountIsDeactivated } from "#modules/sign-in/core/errors.ts";
import { parseLoginTicket } from "#modules/sign-in/two-factor/login-ticket.ts";
import { rateLimitWait } from "../layout/rate-limit-wait.ts";
import { ticketBinding, CODE_PATH, secondFactorPage, TICKET_FIELD } from "./second-factor-page.ts";
import { finishSignIn } from "./finish-sign-in.ts";
import { parseNextPath } from "../http/next-page.ts";
import type { Page, Redirect, Route, Visit } from "../http/page-types.ts";

/**
 * Second step of a login, for users with two-factor authentication. It follows a correct password, or a login at a
 * provider.
 */
export const loginCode: Route = {
  path: CODE_PATH,
  get: async () => ({ to: "/login" }),
  post: attempt,
};

async function attempt(visit: Visit): Promise<Page | Redirect> {
  const { services, realm, form: sent, now } = visit;
  const known = parseLoginTicket(sent[TICKET_FIELD] ?? "", ticketBinding(visit));
  if (!known) return { to: "/login" };
  const { code = "" } = sent;
  if (code.trim() === "") return secondFactorPage(visit, known, { problems: { code: "Enter the code." } });
  try {
    await countCodeAttempt(services.db, known.userId, now);
    const next = parseNextPath(realm, sent["next"]);
    const finished = await services.db.write(async (tx) => {
      if (!(await verifyCode(tx, services.secret, { userId: known.userId, code, now }))) return null;
      return finishSignIn(tx, visit, { ...known, secondFactor: "code", next });
    });
    if (finished !== null) return finished;
    return await secondFactorPage(visit, known, {
      problems: { code: "The code is incorrect or has already been used." },
      status: 401,
    });
  } catch (error) {
    const wait = rateLimitWait(error);
    if (wait) {
      const problem = `Too many attempts. Try again in ${wait.words}.`;
      return {
        ...(await secondFactorPage(visit, known, { problems: { "": problem }, status: 429 })),
        retryAfter: wait.seconds,
      };
    }
    if (error instanceof AccountIsDeactivated) return { to: "/login" };
    throw error;
  }
}
