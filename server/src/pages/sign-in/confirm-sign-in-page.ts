import { START_FIELD } from "../http/form-token.ts";
import { html } from "../layout/html.ts";
import type { Page, Visit } from "../http/page-types.ts";

interface SignInStart {
  /** Path of the page that shows this confirmation. */
  readonly path: string;
  /** A sentence that says what happens after the click. */
  readonly text: string;
  readonly button: string;
}

/**
 * Confirmation page before a login that another site may have started. The button leads to the same URL, with a token
 * that proves that the link is on our page.
 */
export function confirmSignInPage(visit: Visit, { path, text, button }: SignInStart): Page {
  const { realm, startToken, queryText } = visit;
  const parameters = new URLSearchParams(queryText);
  parameters.set(START_FIELD, startToken);
  const title = `Log in to ${realm.name}`;
  return {
    title,
    body: html`<h1>${title}</h1>
      <p>${text}</p>
      <p>If you didn't request this, close this page. Nothing has been changed.</p>
      <div class="actions"><a class="button" href="${path}?${parameters.toString()}">${button}</a></div>`,
  };
}

/** Confirmation page before a login that an app has started in this browser. */
export const confirmAppPage = (visit: Visit, path: string): Page =>
  confirmSignInPage(visit, {
    path,
    text: "An app wants to access your account. It gets access once you log in here.",
    button: "Continue",
  });
