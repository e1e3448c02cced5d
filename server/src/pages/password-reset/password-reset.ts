import { resetPassword } from "#modules/sign-in/passwords/actions/reset-password.ts";
import { PASSWORD_METHOD } from "#modules/sign-in/passwords/local-password-backend.ts";
import { findPasswordReset, type PasswordReset } from "#modules/sign-in/passwords/password-resets.ts";
import { hashPassword } from "#modules/sign-in/passwords/password-hashing.ts";
import { finishSignIn } from "../sign-in/finish-sign-in.ts";
import { field, form, formPage, type Problems } from "../layout/form.ts";
import { html } from "../layout/html.ts";
import { linkKeyParam } from "../http/link-key-param.ts";
import { newPasswordField, passwordProblems } from "./new-password-field.ts";
import type { Page, Redirect, Route, Visit } from "../http/page-types.ts";
import { invalidLinkPage } from "../layout/invalid-link-page.ts";

const PATH = "/accounts/password/reset/:key";

/**
 * Page for choosing a new password, opened with the link from the email. Setting the password also logs the user in.
 */
export const passwordReset: Route = {
  path: PATH,
  async get(visit) {
    const found = await find(visit);
    return found ? choosePage(visit, found) : invalidLink();
  },
  post: choose,
};

const invalidLink = (): Page =>
  invalidLinkPage("If you still need to reset your password, request a new link on the login page.");

const find = (visit: Visit): Promise<PasswordReset | null> =>
  findPasswordReset(visit.services.db.reader, {
    realm: visit.realm,
    key: linkKeyParam(visit),
    ldap: visit.services.logins.ldap,
    now: visit.now,
  });

async function choose(visit: Visit): Promise<Page | Redirect> {
  const found = await find(visit);
  if (!found) return invalidLink();
  const { services, realm, form: sent, now } = visit;
  const password = sent["password"] ?? "";
  const problems = await passwordProblems(password, [found.fullName, found.email, realm.name]);
  if (Object.keys(problems).length > 0) return choosePage(visit, found, problems);
  const passwordHash = await hashPassword(password);
  const outcome = await services.db.write(async (tx) => {
    const { ldap } = services.logins;
    const userId = await resetPassword(tx, { realm, key: linkKeyParam(visit), passwordHash, ldap, now });
    // The link from the email does not count as a second factor.
    return userId === null ? null : finishSignIn(tx, visit, { userId, method: PASSWORD_METHOD, secondFactor: null });
  });
  return outcome ?? invalidLink();
}

function choosePage(visit: Visit, { email }: PasswordReset, problems: Problems = {}): Page {
  const address = { name: "email", label: "Account", type: "email", autocomplete: "username" } as const;
  const body = html`<p>You will be logged out in all browsers.</p>
    ${form(visit, {
      action: `/accounts/password/reset/${linkKeyParam(visit)}`,
      content: [
        field({ ...address, value: email, isReadonly: true }),
        field({ ...newPasswordField, label: "New password" }, problems),
      ],
      button: "Change password",
    })}`;
  return formPage("Choose a new password", problems, body);
}
