import { countCode, takeCode } from "#auth/actions/take-code.ts";
import { AccountIsDeactivated } from "#auth/errors.ts";
import type { LoggedIn } from "#auth/logins.ts";
import { readTicket, ticketOf } from "#auth/two-factor/ticket.ts";
import { waitOf } from "./attempt-problems.ts";
import { finishSignIn } from "./finish-sign-in.ts";
import { field, form, formPage, type Problems } from "./form.ts";
import { html } from "./html.ts";
import { nextPage } from "./next-page.ts";
import type { Page, Redirect, Route, Visit } from "./page.ts";

const TICKET_FIELD = "ticket";

/** The second step of signing in, for those whose authenticator makes codes. It follows a right password. */
export const loginCode: Route = {
  path: "/login/code",
  get: async () => ({ to: "/login" }),
  post: attempt,
};

const bindingOf = ({ services, realm, now }: Visit) => ({ secret: services.secret, realm, now });

async function attempt(visit: Visit): Promise<Page | Redirect> {
  const { services, realm, form: sent, now } = visit;
  const known = readTicket(sent[TICKET_FIELD] ?? "", bindingOf(visit));
  if (!known) return { to: "/login" };
  const { code = "" } = sent;
  if (code.trim() === "") return codePage(visit, known, { code: "Enter the code." });
  try {
    await countCode(services.db, known.userId, now);
    const next = nextPage(realm, sent["next"]);
    const arrived = await services.db.write(async (tx) => {
      if (!(await takeCode(tx, services.secret, { userId: known.userId, code, now }))) return null;
      return finishSignIn(tx, visit, { ...known, next });
    });
    if (arrived !== null) return arrived;
    return codePage(visit, known, { code: "The code is wrong, or was used before." }, 401);
  } catch (error) {
    const wait = waitOf(error);
    if (wait) {
      const problem = `There were too many codes. Wait ${wait.words}.`;
      return { ...codePage(visit, known, { "": problem }, 429), retryAfter: wait.seconds };
    }
    if (error instanceof AccountIsDeactivated) return { to: "/login" };
    throw error;
  }
}

/** Asks somebody who has given the right password for the code. */
export function codePage(visit: Visit, known: LoggedIn, problems: Problems = {}, status = 400): Page {
  const code = { name: "code", label: "Code", autocomplete: "one-time-code" } as const;
  const hint = "Six digits of your authenticator, or one of your codes for recovery.";
  const next = nextPage(visit.realm, visit.form["next"]);
  const body = form(visit, {
    action: loginCode.path,
    content: [
      next !== null && html`<input type="hidden" name="next" value="${next}" />`,
      html`<input type="hidden" name="${TICKET_FIELD}" value="${ticketOf(known, bindingOf(visit))}" />`,
      field({ ...code, hint }, problems),
    ],
    button: "Sign in",
  });
  return formPage(`Sign in to ${visit.realm.name}`, problems, body, status);
}
