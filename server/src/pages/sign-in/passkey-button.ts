import { findRelyingParty } from "#modules/sign-in/passkeys/relying-party.ts";
import { isLoginMethodEnabled, PASSKEY_METHOD } from "#modules/organizations/core/authentication-methods.ts";
import { TOKEN_FIELD } from "../http/form-token.ts";
import { type Html, html } from "../layout/html.ts";
import type { Visit } from "../http/page.ts";

/** Whether one signs in with a passkey alone. */
export const isPasskeyLoginEnabled = ({ realm }: Pick<Visit, "realm">): boolean =>
  isLoginMethodEnabled(realm.settings.authentication_methods, PASSKEY_METHOD) && findRelyingParty(realm) !== null;

interface Button {
  readonly text: string;
  readonly next: string | null;
  /** Says who has given the password; null: nobody has, and the passkey alone is to tell. */
  readonly ticket: string | null;
}

/** A form that sends what a passkey says. The page's script shows it. */
export const passkeyButton = ({ formToken }: Visit, { text, next, ticket }: Button): Html =>
  html`<form method="post" action="/login/passkey" id="passkey" hidden>
    <input type="hidden" name="${TOKEN_FIELD}" value="${formToken}" />
    ${next !== null && html`<input type="hidden" name="next" value="${next}" />`}
    ${ticket !== null && html`<input type="hidden" name="ticket" value="${ticket}" />`}
    <input type="hidden" name="credential" />
    <p class="problem" id="passkey-problem" role="alert" hidden>The passkey could not be used. Try again.</p>
    <div class="actions"><button class="quiet">${text}</button></div>
  </form>`;
