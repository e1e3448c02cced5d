import { findRelyingParty } from "#modules/sign-in/passkeys/relying-party.ts";
import { isLoginMethodEnabled, PASSKEY_METHOD } from "#modules/organizations/core/authentication-methods.ts";
import { TOKEN_FIELD } from "../http/form-token.ts";
import { type Html, html } from "../layout/html.ts";
import type { Visit } from "../http/page-types.ts";

/** Whether users can log in with a passkey alone. */
export const isPasskeyLoginEnabled = ({ realm }: Pick<Visit, "realm">): boolean =>
  isLoginMethodEnabled(realm.settings.authentication_methods, PASSKEY_METHOD) && findRelyingParty(realm) !== null;

interface Button {
  readonly text: string;
  readonly next: string | null;
  /**
   * Ticket that identifies the user who has entered the password or logged in at a provider; null if the passkey alone
   * identifies the user.
   */
  readonly ticket: string | null;
}

/** Form that submits a passkey's response. It is hidden until the page's script shows it. */
export const passkeyButton = ({ formToken }: Visit, { text, next, ticket }: Button): Html =>
  html`<form method="post" action="/login/passkey" id="passkey" hidden>
    <input type="hidden" name="${TOKEN_FIELD}" value="${formToken}" />
    ${next !== null && html`<input type="hidden" name="next" value="${next}" />`}
    ${ticket !== null && html`<input type="hidden" name="ticket" value="${ticket}" />`}
    <input type="hidden" name="credential" />
    <p class="problem" id="passkey-problem" role="alert" hidden>The passkey could not be used. Try again.</p>
    <div class="actions"><button class="quiet">${text}</button></div>
  </form>`;
