import {
  AccountIsDeactivated,
  AuthenticationFailed,
  PasswordAuthDisabled,
  UserDeactivated,
} from "#modules/sign-in/core/errors.ts";
import { takesNames, usesLdap } from "#modules/sign-in/ldap/ldap-availability.ts";
import { checkLogin } from "#modules/sign-in/credentials/password-login.ts";
import { appFlowIn } from "#modules/sign-in/credentials/app-flow.ts";
import { InvalidSubdomain } from "#kernel/http/errors.ts";
import { isMethodOn } from "#modules/organizations/core/authentication-methods.ts";
import { InvalidEmailAddress } from "#modules/users/core/errors.ts";
import { waitOf } from "../layout/rate-limit-wait.ts";
import { confirmApp } from "./confirm-sign-in-page.ts";
import { providerButtons } from "../providers/provider-buttons.ts";
import { proxyDoorOf } from "../providers/login-providers.ts";
import { finishSignIn } from "./finish-sign-in.ts";
import { field, form, formPage, type Problems } from "../layout/form.ts";
import { html } from "../layout/html.ts";
import { passkeyButton, takesPasskeys } from "./passkey-button.ts";
import { usePasskey } from "../layout/passkey-scripts.ts";
import { homeOf, nextPage } from "../http/next-page.ts";
import type { Page, Redirect, Route, Visit } from "../http/page.ts";
import { signedOutPage } from "../signed-out.ts";

/** Signing in with a password. */
export const login: Route = {
  path: "/login",
  get: open,
  post: attempt,
};

async function open(visit: Visit): Promise<Page | Redirect> {
  const { query, realm, user } = visit;
  const flow = appFlowIn(query, visit);
  if (flow !== null && !visit.isStartedHere) return confirmApp(visit, login.path);
  visit.flow = flow;
  if (user && visit.flow === null) return { to: nextPage(realm, query["next"]) ?? homeOf(visit.services) };
  const signedOut = query["signed_out"];
  if (signedOut !== undefined) return signedOutPage(visit, signedOut);
  if (proxyDoorOf(visit)?.vouchesFor(visit.brought)) return { to: proxyPath(visit) };
  return loginPage(visit);
}

/** Whom the proxy vouches for need not choose. */
const proxyPath = ({ queryText }: Visit): string => `/accounts/login/sso/${queryText === "" ? "" : `?${queryText}`}`;

async function attempt(visit: Visit): Promise<Page | Redirect> {
  const { services, realm, form: sent, ip, userAgent, now } = visit;
  const { email: username = "", password = "" } = sent;
  const problems: Problems = {
    ...(username.trim() === "" ? { email: "Enter your email address." } : {}),
    ...(password === "" ? { password: "Enter your password." } : {}),
  };
  if (Object.keys(problems).length > 0) return loginPage(visit, problems);
  try {
    const origin = { ip, userAgent };
    const known = await checkLogin(services.logins, { realm, username, password, origin }, now);
    const next = nextPage(realm, sent["next"]);
    return await services.db.write((tx) => finishSignIn(tx, visit, { ...known, next }));
  } catch (error) {
    return refused(visit, error);
  }
}

/** Whether the account exists and is active is revealed only by letter: see the reset of passwords. */
const unknown = [AuthenticationFailed, UserDeactivated, AccountIsDeactivated, InvalidSubdomain];

function refused(visit: Visit, error: unknown): Page {
  const wait = waitOf(error);
  if (wait) {
    const problem = `Too many failed attempts. Try again in ${wait.words}, or reset your password.`;
    return { ...loginPage(visit, { "": problem }, 429), retryAfter: wait.seconds };
  }
  if (error instanceof InvalidEmailAddress) return loginPage(visit, { email: error.message });
  if (error instanceof PasswordAuthDisabled) return loginPage(visit, { "": `${error.message}.` }, 403);
  if (unknown.some((Refusal) => error instanceof Refusal))
    return loginPage(visit, { "": "Incorrect email address or password." }, 401);
  throw error;
}

/** Asks somebody for their password, or lets them choose another way. */
export function loginPage(visit: Visit, problems: Problems = {}, status = 400): Page {
  const { services, realm, form: sent, query } = visit;
  const { authentication_methods: methods } = realm.settings;
  const byOwnPassword = isMethodOn(methods, "Email");
  const byPassword = byOwnPassword || usesLdap(services.logins.ldap, methods);
  const next = nextPage(realm, sent["next"] ?? query["next"]);
  const byPasskey = takesPasskeys(visit);
  const autocomplete = byPasskey ? "username webauthn" : "username";
  const address = takesNames(services.logins.ldap, methods)
    ? ({ name: "email", label: "Username or email address", type: "text", autocomplete } as const)
    : ({ name: "email", label: "Email address", type: "email", autocomplete } as const);
  const password = { name: "password", label: "Password", type: "password", autocomplete: "current-password" } as const;
  const body = html`${
    byPassword &&
    form(visit, {
      action: "/login",
      content: [
        next !== null && html`<input type="hidden" name="next" value="${next}" />`,
        field({ ...address, value: sent["email"], isFirst: true }, problems),
        field(password, problems),
      ],
      button: "Log in",
      beside: byOwnPassword && html`<a href="/accounts/password/reset">Forgot your password?</a>`,
    })
  }
  ${byPasskey && passkeyButton(visit, { text: "Log in with a passkey", next, ticket: null })}
  ${providerButtons(visit, { next })}
  ${!realm.settings.invite_required && html`<p>No account yet? <a href="/register">Join ${realm.name}</a></p>`}`;
  const page = formPage(`Log in to ${realm.name}`, problems, body, status);
  return byPasskey ? { ...page, script: usePasskey } : page;
}
