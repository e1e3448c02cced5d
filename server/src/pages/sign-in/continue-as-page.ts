import type { AppFlow } from "#modules/sign-in/credentials/app-flow.ts";
import { html } from "../layout/html.ts";
import { form } from "../layout/form.ts";
import type { Page, Visit } from "../http/page.ts";

interface Continuation {
  /** Path that the form is submitted to. */
  readonly action: string;
  /** Name or email address of the account; for a new user, as the provider asserts it. */
  readonly name: string;
  /** Hidden fields of the form. */
  readonly fields?: Readonly<Record<string, string>>;
  /** The app that gets the result. Default: none. */
  readonly leadsTo?: AppFlow | null;
}

/**
 * Confirmation page for continuing with a login that another site may have started. Without that question, a link or a
 * form on any site could log a visitor in to an account of that site's choice, and the visitor's messages could then be
 * read by that account's owner.
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
