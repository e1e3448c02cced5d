import {
  startSecondFactorSetup,
  confirmSecondFactor,
  removeSecondFactor,
} from "#modules/sign-in/two-factor/actions/change-second-factor.ts";
import { countCodeAttempt } from "#modules/sign-in/two-factor/actions/verify-code.ts";
import { TwoFactorIsOff, TwoFactorIsOn, WrongCode } from "#modules/sign-in/core/errors.ts";
import { hasRecentSignIn } from "#modules/sign-in/credentials/reauthentication.ts";
import type { SessionUser } from "#modules/sign-in/sessions/sessions.ts";
import {
  isSecondFactorRequired,
  findTwoFactor,
  loadSecondFactorState,
} from "#modules/sign-in/credentials/second-factors.ts";
import { base32, otpauthUrl, totpSecret } from "#modules/sign-in/two-factor/totp.ts";
import { RateLimitHit } from "@parlance/kernel/http/errors.ts";
import { field, form, formPage, type Problems } from "../layout/form.ts";
import { type Html, html } from "../layout/html.ts";
import type { Page, Redirect, Route, Visit } from "../http/page-types.ts";
import { returnLink } from "./return-link.ts";
import { qrCode } from "./qr-code.ts";

const PATH = "/account/two-factor";

/** Page on which users turn two-factor authentication on and off. */
export const accountTwoFactor: Route = {
  path: PATH,
  async get(visit) {
    return visit.user ? overview(visit, visit.user) : { to: `/login?next=${PATH}` };
  },
  post: change,
};

async function change(visit: Visit): Promise<Page | Redirect> {
  const { services, realm, user, form: sent, now } = visit;
  if (!user) return { to: `/login?next=${PATH}` };
  if (!(await isFresh(visit, user))) return { to: PATH };
  try {
    if (sent["change"] === "confirm") return await confirm(visit, user);
    if (sent["change"] === "begin") {
      return setupPage(visit, user, await services.db.write((tx) => startSecondFactorSetup(tx, user.id)));
    }
    if (sent["change"] === "end") {
      await services.db.write((tx) => removeSecondFactor(tx, { realm, userId: user.id, now }));
    }
  } catch (error) {
    // The change was already made, for example in another window.
    if (!(error instanceof TwoFactorIsOn || error instanceof TwoFactorIsOff)) throw error;
  }
  return { to: PATH };
}

async function confirm(visit: Visit, user: SessionUser): Promise<Page> {
  const { services, realm, form: sent, now } = visit;
  const { db, secret } = services;
  try {
    await countCodeAttempt(db, user.id, now);
    const owner = { realm, userId: user.id, now, code: sent["code"] ?? "" };
    return codesPage(await db.write((tx) => confirmSecondFactor(tx, secret, owner)));
  } catch (error) {
    const salt = (await findTwoFactor(db.reader, user.id))?.salt;
    const problem = confirmationProblem(error);
    if (salt === undefined || problem === undefined) throw error;
    return setupPage(visit, user, salt, { code: problem });
  }
}

function confirmationProblem(error: unknown): string | undefined {
  if (error instanceof WrongCode)
    return "That's not the code your authenticator app shows now. Check that your phone's clock is correct, then try again.";
  return error instanceof RateLimitHit ? "Too many attempts. Wait a few minutes, then try again." : undefined;
}

const isFresh = ({ services, now }: Visit, actor: SessionUser): Promise<boolean> =>
  hasRecentSignIn({ db: services.db.reader, actor, now });

async function overview(visit: Visit, user: SessionUser): Promise<Page> {
  const factors = await loadSecondFactorState(visit.services.db.reader, user.id);
  const { hasAuthenticator, recoveryCodes } = factors;
  const body = html`<p>
      ${
        hasAuthenticator
          ? "Two-factor authentication is on. When you log in with your password, you also enter a code from your authenticator app."
          : "Protect your account with a second step: when you log in with your password, you also enter a code from an authenticator app on your phone."
      }
    </p>
    ${isSecondFactorRequired(factors) && html`<p>You have ${recoveryCodes} recovery codes left. Each can be used once.</p>`}
    ${(await isFresh(visit, user)) ? changeSection(visit, hasAuthenticator) : signInAgain(visit)}
    <p>${returnLink(visit)}</p>`;
  return formPage("Two-factor authentication", {}, body);
}

const hidden = (what: string): Html => html`<input type="hidden" name="change" value="${what}" />`;

const changeSection = (visit: Visit, isSetUp: boolean): Html =>
  isSetUp
    ? form(visit, { action: PATH, content: [hidden("end")], button: "Turn off two-factor authentication" })
    : form(visit, { action: PATH, content: [hidden("begin")], button: "Set up two-factor authentication" });

const signInAgain = (visit: Visit): Html =>
  html`<p>To make changes here, log in again.</p>
    ${form(visit, {
      action: "/logout",
      content: [html`<input type="hidden" name="next" value="${PATH}" />`],
      button: "Log in again",
    })}`;

function setupPage(visit: Visit, user: SessionUser, salt: string, problems: Problems = {}): Page {
  const secret = totpSecret(visit.services.secret, user.id, salt);
  const url = otpauthUrl(secret, { issuer: visit.realm.name, account: user.email });
  const typed = base32(secret).replaceAll(/(.{4})(?=.)/g, "$1 ");
  const code = { name: "code", label: "Code from the app", autocomplete: "one-time-code", maxLength: 10 };
  const body = html`<p>Scan this QR code with the authenticator app on your phone.</p>
    <p>${qrCode(url, "QR code for your authenticator app; the setup key is below")}</p>
    <p>Or enter this setup key: <code id="secret">${typed}</code></p>
    ${form(visit, {
      action: PATH,
      content: [hidden("confirm"), field(code, problems)],
      button: "Turn on two-factor authentication",
      beside: html`<a href="${PATH}">Cancel</a>`,
    })}`;
  return formPage("Set up two-factor authentication", problems, body);
}

const codesPage = (codes: readonly string[]): Page => ({
  title: "Save your recovery codes",
  body: html`<h1>Save your recovery codes</h1>
    <p>
      Two-factor authentication is on. If you lose your phone, you can log in once with each of these codes. They won't
      be shown again, so save them in a safe place.
    </p>
    <pre><code id="recovery-codes">${codes.join("\n")}</code></pre>
    <div class="actions"><a class="button" href="${PATH}">I've saved my codes</a></div>`,
});
