import type { FastifyInstance } from "fastify";
import { accountPasskeys } from "./account/account-passkeys.ts";
import { demoLogin } from "./home/demo-login.ts";
import { accountTwoFactor } from "./account/account-two-factor.ts";
import { desktopLogin } from "./sign-in/desktop-login.ts";
import { oidcCallback } from "./providers/callbacks/oidc-callback.ts";
import { providerLogoutRoutes } from "./providers/provider-logout.ts";
import { providerLoginRoutes } from "./providers/start-provider-login.ts";
import { proxyCallback, proxyStart } from "./providers/callbacks/proxy-callback.ts";
import { samlCallback } from "./providers/callbacks/saml-callback.ts";
import { samlMetadata } from "./providers/callbacks/saml-metadata.ts";
import { stockAppStarts } from "./providers/stock-app-starts.ts";
import { jwtCallback } from "./providers/callbacks/jwt-callback.ts";
import { forgottenPassword, forgottenPasswordSent } from "./password-reset/forgotten-password.ts";
import { join } from "./sign-up/join.ts";
import { invitationLink, invitationLinkSent } from "./sign-up/invitation-link.ts";
import { login } from "./sign-in/login.ts";
import { loginCode } from "./sign-in/login-code.ts";
import { loginPasskey, loginPasskeyOptions } from "./sign-in/login-passkey.ts";
import { logout } from "./sign-in/logout.ts";
import { confirmNewEmail, newEmailConfirmed } from "./account/confirm-new-email.ts";
import type { Route } from "./http/page-types.ts";
import { passwordReset } from "./password-reset/password-reset.ts";
import { register, registerSent } from "./sign-up/register.ts";
import { type PageHost, servePage } from "./http/serve-page.ts";
import { start } from "./home/start.ts";
import { unsubscribe } from "./account/unsubscribe.ts";
import { welcome } from "./home/welcome.ts";

/**
 * The server-rendered pages for logging in and joining, for the security of accounts, and for links in emails. They
 * work without scripts, except those for passkeys.
 */
const routes: readonly Route[] = [
  start,
  login,
  loginCode,
  loginPasskey,
  loginPasskeyOptions,
  accountPasskeys,
  accountTwoFactor,
  logout,
  demoLogin,
  welcome,
  join,
  invitationLink,
  invitationLinkSent,
  register,
  registerSent,
  forgottenPassword,
  forgottenPasswordSent,
  passwordReset,
  confirmNewEmail,
  newEmailConfirmed,
  unsubscribe,
  desktopLogin,
  ...providerLoginRoutes("oidc"),
  oidcCallback,
  ...providerLoginRoutes("saml"),
  samlCallback,
  samlMetadata,
  ...providerLogoutRoutes,
  proxyStart,
  proxyCallback,
  jwtCallback,
  ...stockAppStarts,
];

export function registerPages(app: FastifyInstance, host: PageHost): void {
  for (const route of routes) servePage(app, host, route);
}
