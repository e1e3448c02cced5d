import { START_FIELD } from "../http/form-token.ts";
import { html } from "../layout/html.ts";
import type { Page, Visit } from "../http/page.ts";

interface SignInStart {
  /** The page's own path. */
  readonly path: string;
  /** What happens, as a sentence. */
  readonly text: string;
  readonly button: string;
}

/** Asks whether to start a sign-in to which another site may have led. The button leads to the same address, with proof. */
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

/** The same for an app that waits for a sign-in with this browser. */
export const confirmAppPage = (visit: Visit, path: string): Page =>
  confirmSignInPage(visit, {
    path,
    text: "An app wants to access your account. It gets access once you log in here.",
    button: "Continue",
  });
