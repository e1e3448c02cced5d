import type { AppFlow } from "#modules/sign-in/credentials/app-flow.ts";
import { html } from "../layout/html.ts";
import { form } from "../layout/form.ts";
import type { Page, Visit } from "../http/page-types.ts";

interface Continuation {
  /** Path to which the form is submitted. */
  readonly action: string;
  /** Name or email address of the account. For a new user, the name or address that the provider asserts. */
  readonly name: string;
  /** Hidden fields of the form. */
  readonly fields?: Readonly<Record<string, string>>;
  /** The app that gets the result of the login. Default: none. */
  readonly leadsTo?: AppFlow | null;
}

/**
 * Page that asks whether to continue a login that another site may have started. Without this confirmation, any site
 * could log a visitor in to an account that the site controls, and could then read the messages that the visitor writes
 * there.
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
