import {
  beginSecondFactor,
  confirmSecondFactor,
  removeSecondFactor,
} from "#modules/sign-in/actions/set-second-factor.ts";
import { countCode } from "#modules/sign-in/actions/take-code.ts";
import { TwoFactorIsOff, TwoFactorIsOn, WrongCode } from "#modules/sign-in/errors.ts";
import { hasJustSignedIn } from "#modules/sign-in/own-password.ts";
import type { SessionUser } from "#modules/sign-in/sessions.ts";
import { isOn, secondFactorOf, secondFactorsOf } from "#modules/sign-in/two-factor/queries.ts";
import { base32, otpauthUrl, totpSecret } from "#modules/sign-in/two-factor/totp.ts";
import { RateLimitHit } from "#kernel/http/errors.ts";
import { field, form, formPage, type Problems } from "./form.ts";
import { type Html, html } from "./html.ts";
import type { Page, Redirect, Route, Visit } from "./page.ts";
import { wayBack } from "./way-back.ts";
import { qrCode } from "./qr-code.ts";

const PATH = "/account/two-factor";

/** Where people have sign-ins take a code, and no code any more. */
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
      return setupPage(visit, user, await services.db.write((tx) => beginSecondFactor(tx, user.id)));
    }
    if (sent["change"] === "end") {
      await services.db.write((tx) => removeSecondFactor(tx, { realm, userId: user.id, now }));
    }
  } catch (error) {
    // Another window was faster.
    if (!(error instanceof TwoFactorIsOn || error instanceof TwoFactorIsOff)) throw error;
  }
  return { to: PATH };
}

async function confirm(visit: Visit, user: SessionUser): Promise<Page> {
  const { services, realm, form: sent, now } = visit;
  const { db, secret } = services;
  try {
    await countCode(db, user.id, now);
    const owner = { realm, userId: user.id, now, code: sent["code"] ?? "" };
    return codesPage(await db.write((tx) => confirmSecondFactor(tx, secret, owner)));
  } catch (error) {
    const salt = (await secondFactorOf(db.reader, user.id))?.salt;
    const problem = problemOf(error);
    if (salt === undefined || problem === undefined) throw error;
    return setupPage(visit, user, salt, { code: problem });
  }
}

function problemOf(error: unknown): string | undefined {
  if (error instanceof WrongCode) return "That is not the code that the app shows now. Is the phone's clock right?";
  return error instanceof RateLimitHit ? "Those were too many tries. Wait a few minutes." : undefined;
}

const isFresh = ({ services, now }: Visit, actor: SessionUser): Promise<boolean> =>
  hasJustSignedIn({ db: services.db.reader, actor, now });

async function overview(visit: Visit, user: SessionUser): Promise<Page> {
  const factors = await secondFactorsOf(visit.services.db.reader, user.id);
  const { hasAuthenticator, recoveryCodes } = factors;
  const body = html`<p>
      ${
        hasAuthenticator
          ? "Signing in with your password takes a code of your authenticator, an app that makes another one every 30 seconds."
          : "You can have sign-ins with your password take a code as well, which an authenticator makes: an app on your phone."
      }
    </p>
    ${isOn(factors) && html`<p>You have ${recoveryCodes} recovery codes left. Each lets you in once.</p>`}
    ${(await isFresh(visit, user)) ? changePart(visit, hasAuthenticator) : signInAgain(visit)}
    <p>${wayBack(visit)}</p>`;
  return formPage("Codes for signing in", {}, body);
}

const hidden = (what: string): Html => html`<input type="hidden" name="change" value="${what}" />`;

const changePart = (visit: Visit, isSetUp: boolean): Html =>
  isSetUp
    ? form(visit, { action: PATH, content: [hidden("end")], button: "Take no code any more" })
    : form(visit, { action: PATH, content: [hidden("begin")], button: "Set up an authenticator" });

const signInAgain = (visit: Visit): Html =>
  html`<p>To change anything here, sign in once more.</p>
    ${form(visit, {
      action: "/logout",
      content: [html`<input type="hidden" name="next" value="${PATH}" />`],
      button: "Sign in again",
    })}`;

function setupPage(visit: Visit, user: SessionUser, salt: string, problems: Problems = {}): Page {
  const secret = totpSecret(visit.services.secret, user.id, salt);
  const url = otpauthUrl(secret, { issuer: visit.realm.name, account: user.email });
  const typed = base32(secret).replaceAll(/(.{4})(?=.)/g, "$1 ");
  const code = { name: "code", label: "Code that the app shows", autocomplete: "one-time-code", maxLength: 10 };
  const body = html`<p>Scan this picture with an authenticator on your phone.</p>
    <p>${qrCode(url, "QR code for an authenticator; the same stands below to be typed in")}</p>
    <p>Or type this in: <code id="secret">${typed}</code></p>
    ${form(visit, {
      action: PATH,
      content: [hidden("confirm"), field(code, problems)],
      button: "Take codes from now on",
      beside: html`<a href="${PATH}">Cancel</a>`,
    })}`;
  return formPage("Set up an authenticator", problems, body);
}

const codesPage = (codes: readonly string[]): Page => ({
  title: "Keep these codes",
  body: html`<h1>Keep these codes</h1>
    <p>
      From now on signing in with your password takes a code. If you lose your phone, each of these lets you in once.
      They are not shown again: keep them in a safe place.
    </p>
    <pre><code id="recovery-codes">${codes.join("\n")}</code></pre>
    <div class="actions"><a class="button" href="${PATH}">I have kept them</a></div>`,
});
