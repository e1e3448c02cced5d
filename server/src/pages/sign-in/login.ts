import {
  AccountIsDeactivated,
  AuthenticationFailed,
  PasswordAuthDisabled,
  UserDeactivated,
} from "#modules/sign-in/core/errors.ts";
import { acceptsUsernames, isLdapEnabled } from "#modules/sign-in/ldap/ldap-availability.ts";
import { checkLogin } from "#modules/sign-in/credentials/password-login.ts";
import { parseAppFlow } from "#modules/sign-in/credentials/app-flow.ts";
import { InvalidSubdomain } from "@parlance/kernel/http/errors.ts";
import { isLoginMethodEnabled } from "#modules/organizations/core/authentication-methods.ts";
import { InvalidEmailAddress } from "#modules/users/core/errors.ts";
import { rateLimitWait } from "../layout/rate-limit-wait.ts";
import { confirmAppPage } from "./confirm-sign-in-page.ts";
import { providerButtons } from "../providers/provider-buttons.ts";
import { findProxyProvider, enabledLoginProviders } from "../providers/login-providers.ts";
import { finishSignIn } from "./finish-sign-in.ts";
import { field, form, formPage, type Problems } from "../layout/form.ts";
import { html } from "../layout/html.ts";
import { passkeyButton, isPasskeyLoginEnabled } from "./passkey-button.ts";
import { usePasskeyScript } from "../layout/passkey-scripts.ts";
import { homePath, parseNextPath } from "../http/next-page.ts";
import type { Page, Redirect, Route, Visit } from "../http/page-types.ts";

import { logoutPath } from "#modules/sign-in/providers/provider-paths.ts";

/**
 * Page after logging out, for a user who logged in through a provider. It offers to log out at the provider too, where
 * the user may still be logged in.
 */
function signedOutPage(visit: Visit, method: string): Page {
  const places = enabledLoginProviders(visit).filter((one) => one.method === method && one.supportsLogout);
  const links = places.map(
    (place) =>
      html`<p><a class="button quiet" href="${logoutPath(place)}">Log out of ${place.displayName}, too</a></p>`,
  );
  return {
    title: "You are logged out",
    body: html`<h1>You are logged out</h1>
      <p>This browser is no longer logged in to ${visit.realm.name}.</p>
      ${links}
      <div class="actions"><a class="button" href="/login">Log in</a></div>`,
  };
}

/** Page for logging in, with a password or another method. */
export const login: Route = {
  path: "/login",
  get: open,
  post: attempt,
};

async function open(visit: Visit): Promise<Page | Redirect> {
  const { query, realm, user } = visit;
  const flow = parseAppFlow(query, visit);
  if (flow !== null && !visit.isUserInitiated) return confirmAppPage(visit, login.path);
  visit.flow = flow;
  if (user && visit.flow === null) return { to: parseNextPath(realm, query["next"]) ?? homePath(visit.services) };
  const signedOut = query["signed_out"];
  if (signedOut !== undefined) return signedOutPage(visit, signedOut);
  if (findProxyProvider(visit)?.identifiesUser(visit.proxiedRequest)) return { to: proxyPath(visit) };
  return loginPage(visit);
}

/**
 * Path to which a user whom the proxy has already authenticated is redirected, because no other login method is needed.
 */
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
    const next = parseNextPath(realm, sent["next"]);
    return await services.db.write((tx) => finishSignIn(tx, visit, { ...known, next }));
  } catch (error) {
    return refused(visit, error);
  }
}

/**
 * Errors that would reveal whether an account exists and is active. The page shows a general error instead: only the
 * password reset email, to the owner of the address, reveals this.
 */
const undisclosedErrors = [AuthenticationFailed, UserDeactivated, AccountIsDeactivated, InvalidSubdomain];

function refused(visit: Visit, error: unknown): Page {
  const wait = rateLimitWait(error);
  if (wait) {
    const problem = `Too many failed attempts. Try again in ${wait.words}, or reset your password.`;
    return { ...loginPage(visit, { "": problem }, 429), retryAfter: wait.seconds };
  }
  if (error instanceof InvalidEmailAddress) return loginPage(visit, { email: error.message });
  if (error instanceof PasswordAuthDisabled) return loginPage(visit, { "": `${error.message}.` }, 403);
  if (undisclosedErrors.some((Refusal) => error instanceof Refusal))
    return loginPage(visit, { "": "Incorrect email address or password." }, 401);
  throw error;
}

/** Page with the password form and other login methods. */
export function loginPage(visit: Visit, problems: Problems = {}, status = 400): Page {
  const { services, realm, form: sent, query } = visit;
  const { authentication_methods: methods } = realm.settings;
  const byOwnPassword = isLoginMethodEnabled(methods, "Email");
  const byPassword = byOwnPassword || isLdapEnabled(services.logins.ldap, methods);
  const next = parseNextPath(realm, sent["next"] ?? query["next"]);
  const byPasskey = isPasskeyLoginEnabled(visit);
  const autocomplete = byPasskey ? "username webauthn" : "username";
  const address = acceptsUsernames(services.logins.ldap, methods)
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
  return byPasskey ? { ...page, script: usePasskeyScript } : page;
}
