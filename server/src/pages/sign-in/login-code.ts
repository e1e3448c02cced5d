import { countCode, takeCode } from "#modules/sign-in/two-factor/actions/verify-code.ts";
import { AccountIsDeactivated } from "#modules/sign-in/core/errors.ts";
import { readTicket } from "#modules/sign-in/two-factor/login-ticket.ts";
import { waitOf } from "../layout/rate-limit-wait.ts";
import { bindingOf, CODE_PATH, codePage, TICKET_FIELD } from "./second-factor-page.ts";
import { finishSignIn } from "./finish-sign-in.ts";
import { nextPage } from "../http/next-page.ts";
import type { Page, Redirect, Route, Visit } from "../http/page.ts";

/** The second step of signing in, for those who have turned it on. It follows a right password, or a provider's word. */
export const loginCode: Route = {
  path: CODE_PATH,
  get: async () => ({ to: "/login" }),
  post: attempt,
};

async function attempt(visit: Visit): Promise<Page | Redirect> {
  const { services, realm, form: sent, now } = visit;
  const known = readTicket(sent[TICKET_FIELD] ?? "", bindingOf(visit));
  if (!known) return { to: "/login" };
  const { code = "" } = sent;
  if (code.trim() === "") return codePage(visit, known, { problems: { code: "Enter the code." } });
  try {
    await countCode(services.db, known.userId, now);
    const next = nextPage(realm, sent["next"]);
    const arrived = await services.db.write(async (tx) => {
      if (!(await takeCode(tx, services.secret, { userId: known.userId, code, now }))) return null;
      return finishSignIn(tx, visit, { ...known, secondFactor: "code", next });
    });
    if (arrived !== null) return arrived;
    return await codePage(visit, known, {
      problems: { code: "The code is wrong or has already been used." },
      status: 401,
    });
  } catch (error) {
    const wait = waitOf(error);
    if (wait) {
      const problem = `Too many attempts. Try again in ${wait.words}.`;
      return {
        ...(await codePage(visit, known, { problems: { "": problem }, status: 429 })),
        retryAfter: wait.seconds,
      };
    }
    if (error instanceof AccountIsDeactivated) return { to: "/login" };
    throw error;
  }
}
