import { countCode, takeCode } from "#auth/actions/take-code.ts";
import { AccountIsDeactivated } from "#auth/errors.ts";
import type { LoggedIn } from "#auth/logins.ts";
import { relyingPartyOf } from "#auth/passkeys/relying-party.ts";
import { secondFactorsOf } from "#auth/two-factor/queries.ts";
import { readTicket, ticketOf } from "#auth/two-factor/ticket.ts";
import { waitOf } from "./attempt-problems.ts";
import { finishSignIn } from "./finish-sign-in.ts";
import { field, form, formPage, type Problems } from "./form.ts";
import { html } from "./html.ts";
import { nextPage } from "./next-page.ts";
import type { Page, Redirect, Route, Visit } from "./page.ts";
import { passkeyButton } from "./passkey-button.ts";
import { usePasskey } from "./scripts.ts";

export const TICKET_FIELD = "ticket";

/** The second step of signing in, for those who have turned it on. It follows a right password, or a provider's word. */
export const loginCode: Route = {
  path: "/login/code",
  get: async () => ({ to: "/login" }),
  post: attempt,
};

/** What tickets of this organization are signed with. */
export const bindingOf = ({ services, realm, now }: Visit) => ({ secret: services.secret, realm, now });

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
      return finishSignIn(tx, visit, { ...known, next });
    });
    if (arrived !== null) return arrived;
    return await codePage(visit, known, { problems: { code: "The code is wrong, or was used before." }, status: 401 });
  } catch (error) {
    const wait = waitOf(error);
    if (wait) {
      const problem = `There were too many codes. Wait ${wait.words}.`;
      return {
        ...(await codePage(visit, known, { problems: { "": problem }, status: 429 })),
        retryAfter: wait.seconds,
      };
    }
    if (error instanceof AccountIsDeactivated) return { to: "/login" };
    throw error;
  }
}

interface Asking {
  readonly problems?: Problems;
  /** Where there are problems. Default 400. */
  readonly status?: number;
  /** Where to go afterwards; by default where the form says. */
  readonly next?: string | null;
}

/** Asks somebody who has given the right password, or has come from a provider, for what else they have. */
export async function codePage(visit: Visit, known: LoggedIn, asking: Asking = {}): Promise<Page> {
  const { problems = {}, status = 400 } = asking;
  const { services, realm } = visit;
  const factors = await secondFactorsOf(services.db.reader, known.userId);
  const hasPasskeys = factors.passkeys > 0 && relyingPartyOf(realm) !== null;
  const code = { name: "code", label: "Code", autocomplete: "one-time-code" } as const;
  const hint = factors.hasAuthenticator
    ? "Six digits of your authenticator, or one of your codes for recovery."
    : "One of your codes for recovery, if you have lost your passkeys.";
  const next = asking.next ?? nextPage(realm, visit.form["next"]);
  const ticket = ticketOf(known, bindingOf(visit));
  const body = html`${hasPasskeys && passkeyButton(visit, { text: "Use a passkey", next, ticket })}
  ${form(visit, {
    action: loginCode.path,
    content: [
      next !== null && html`<input type="hidden" name="next" value="${next}" />`,
      html`<input type="hidden" name="${TICKET_FIELD}" value="${ticket}" />`,
      field({ ...code, hint, isFirst: true }, problems),
    ],
    button: "Sign in",
  })}`;
  const page = formPage(`Sign in to ${realm.name}`, problems, body, status);
  return hasPasskeys ? { ...page, script: usePasskey } : page;
}
