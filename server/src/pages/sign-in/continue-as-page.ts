import type { AppFlow } from "#modules/sign-in/credentials/app-flow.ts";
import { html } from "../layout/html.ts";
import { form } from "../layout/form.ts";
import type { Page, Visit } from "../http/page.ts";

interface Continuation {
  /** Where the button leads to. */
  readonly action: string;
  /** Name or address of the account; of a newcomer, as the provider gives it. */
  readonly name: string;
  /** What is sent with the form. */
  readonly fields?: Readonly<Record<string, string>>;
  /** The app that gets the result. Default: none. */
  readonly leadsTo?: AppFlow | null;
}

/**
 * Asks whether to go on with a sign-in that another site may have started. Without that question, a link or a form on any
 * site could sign a visitor in to an account of its choice, where the visitor then writes what its owner reads.
 */
export function continueAsPage(visit: Visit, { action, name, fields = {}, leadsTo = null }: Continuation): Page {
  const { realm, user } = visit;
  const title = `Continue as ${name}?`;
  return {
    title,
    leadsTo,
    body: html`<h1>${title}</h1>
      <p>You are about to log in to ${realm.name} as <strong>${name}</strong>.</p>
      ${user !== null && html`<p>This browser is currently logged in as <strong>${user.fullName}</strong>.</p>`}
      <p>If you didn't request this, close this page. Nothing has been changed.</p>
      ${form(visit, {
        action,
        content: Object.entries(fields).map(
          ([field, value]) => html`<input type="hidden" name="${field}" value="${value}" />`,
        ),
        button: `Continue as ${name}`,
      })}`,
  };
}
