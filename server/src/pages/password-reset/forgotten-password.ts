import { requestPasswordReset } from "#modules/sign-in/passwords/actions/request-password-reset.ts";
import { isEmailAddress } from "#modules/users/core/email-addresses.ts";
import { rateLimitWait } from "../layout/rate-limit-wait.ts";
import { checkEmailPage } from "../layout/check-email-page.ts";
import { field, form, formPage, type Problems } from "../layout/form.ts";
import { html } from "../layout/html.ts";
import type { Page, Redirect, Route, Visit } from "../http/page-types.ts";

const PATH = "/accounts/password/reset";

/** Page on which visitors request an email for resetting a forgotten password. */
export const forgottenPassword: Route = {
  path: PATH,
  get: async (visit) => requestResetPage(visit),
  post: requestReset,
};

/** Page shown after the request. It is the same whether or not the account exists. */
export const forgottenPasswordSent: Route = {
  path: `${PATH}/sent`,
  get: async (visit) => checkEmailPage(visit, "Follow the instructions in it to continue."),
};

async function requestReset(visit: Visit): Promise<Page | Redirect> {
  const { services, realm, form: sent, ip, now } = visit;
  const { site, limits, logins } = services;
  const email = (sent["email"] ?? "").trim();
  if (!isEmailAddress(email)) return requestResetPage(visit, { email: "Enter a valid email address." });
  try {
    await services.db.write((tx) =>
      requestPasswordReset(tx, { realm, email, ip, site, limits, ldap: logins.ldap, now }),
    );
    return { to: `${PATH}/sent` };
  } catch (error) {
    const wait = rateLimitWait(error);
    if (!wait) throw error;
    const problem = `Too many requests. Check your inbox for an earlier email, or try again in ${wait.words}.`;
    return { ...requestResetPage(visit, { "": problem }, 429), retryAfter: wait.seconds };
  }
}

function requestResetPage(visit: Visit, problems: Problems = {}, status = 400): Page {
  const address = { name: "email", label: "Email address", type: "email", autocomplete: "username" } as const;
  const body = html`<p>
      Enter the email address of your account at ${visit.realm.name}. We'll send you a link to reset your password.
    </p>
    ${form(visit, {
      action: PATH,
      content: [field({ ...address, value: visit.form["email"], isFirst: true }, problems)],
      button: "Send link",
      beside: html`<a href="/login">Log in</a>`,
    })}`;
  return formPage("Forgot your password?", problems, body, status);
}
