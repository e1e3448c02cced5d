import type { FastifyInstance } from "fastify";
import { accountPasskeys } from "./account-passkeys.ts";
import { demoLogin } from "./demo-login.ts";
import { accountTwoFactor } from "./account-two-factor.ts";
import { desktopLogin } from "./desktop-login.ts";
import { oidcArrival } from "./external/oidc-arrival.ts";
import { departuresForGood } from "./external/depart-for-good.ts";
import { departures } from "./external/depart.ts";
import { proxyArrival, proxyStart } from "./external/proxy-arrival.ts";
import { samlArrival } from "./external/saml-arrival.ts";
import { samlMetadata } from "./external/saml-metadata.ts";
import { stockAppStarts } from "./external/stock-app.ts";
import { tokenArrival } from "./external/token-arrival.ts";
import { forgottenPassword, forgottenPasswordSent } from "./forgotten-password.ts";
import { join } from "./join.ts";
import { link, linkSent } from "./link.ts";
import { login } from "./login.ts";
import { loginCode } from "./login-code.ts";
import { loginPasskey, loginPasskeyOptions } from "./login-passkey.ts";
import { logout } from "./logout.ts";
import { newEmail, newEmailConfirmed } from "./new-email.ts";
import type { Route } from "./page.ts";
import { passwordReset } from "./password-reset.ts";
import { register, registerSent } from "./register.ts";
import { type PageHost, servePage } from "./serve.ts";
import { start } from "./start.ts";
import { unsubscribe } from "./unsubscribe.ts";
import { welcome } from "./welcome.ts";

/** The pages by which people come in with a browser, before any app does. They need no scripts, but for passkeys. */
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
  link,
  linkSent,
  register,
  registerSent,
  forgottenPassword,
  forgottenPasswordSent,
  passwordReset,
  newEmail,
  newEmailConfirmed,
  unsubscribe,
  desktopLogin,
  ...departures("oidc"),
  oidcArrival,
  ...departures("saml"),
  samlArrival,
  samlMetadata,
  ...departuresForGood,
  proxyStart,
  proxyArrival,
  tokenArrival,
  ...stockAppStarts,
];

export function registerPages(app: FastifyInstance, host: PageHost): void {
  for (const route of routes) servePage(app, host, route);
}
