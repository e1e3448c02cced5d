import type { LoginResult } from "#modules/sign-in/credentials/password-login.ts";
import { findRelyingParty } from "#modules/sign-in/passkeys/relying-party.ts";
import { loadSecondFactorState } from "#modules/sign-in/credentials/second-factors.ts";
import { createLoginTicket } from "#modules/sign-in/two-factor/login-ticket.ts";
import type { Reader } from "@parlance/kernel/db/types.ts";
import { field, form, formPage, type Problems } from "../layout/form.ts";
import { html } from "../layout/html.ts";
import { parseNextPath } from "../http/next-page.ts";
import type { Page, Visit } from "../http/page-types.ts";
import { passkeyButton } from "./passkey-button.ts";
import { usePasskeyScript } from "../layout/passkey-scripts.ts";

export const TICKET_FIELD = "ticket";

/** Path to which the code is submitted. */
export const CODE_PATH = "/login/code";

/** Returns the values to which this organization's login tickets are bound. */
export const ticketBinding = ({ services, realm, now }: Visit) => ({ secret: services.secret, realm, now });

interface SecondFactorPageOptions {
  readonly problems?: Problems;
  /** Status if there are problems. Default: 400. */
  readonly status?: number;
  /** Page to show after the login. Default: the page named in the submitted form. */
  readonly next?: string | null;
  /** Database access for loading the user's second factors. Default: a connection outside of any transaction. */
  readonly db?: Reader;
}

/** Page that requests the second factor, after a correct password or a login at a provider. */
export async function secondFactorPage(
  visit: Visit,
  known: LoginResult,
  options: SecondFactorPageOptions = {},
): Promise<Page> {
  const { services, realm } = visit;
  const { problems = {}, status = 400, db = services.db.reader } = options;
  const factors = await loadSecondFactorState(db, known.userId);
  const hasPasskeys = factors.passkeys > 0 && findRelyingParty(realm) !== null;
  const code = { name: "code", label: "Code", autocomplete: "one-time-code" } as const;
  const hint = factors.hasAuthenticator
    ? "The six digits from your authenticator app, or one of your recovery codes."
    : "If you have lost your passkeys, one of your recovery codes.";
  const next = options.next ?? parseNextPath(realm, visit.form["next"]);
  const ticket = createLoginTicket(known, ticketBinding(visit));
  const body = html`${hasPasskeys && passkeyButton(visit, { text: "Use a passkey", next, ticket })}
  ${form(visit, {
    action: CODE_PATH,
    content: [
      next !== null && html`<input type="hidden" name="next" value="${next}" />`,
      html`<input type="hidden" name="${TICKET_FIELD}" value="${ticket}" />`,
      field({ ...code, hint, isFirst: true }, problems),
    ],
    button: "Log in",
  })}`;
  const page = formPage(`Log in to ${realm.name}`, problems, body, status);
  return hasPasskeys ? { ...page, script: usePasskeyScript } : page;
}
