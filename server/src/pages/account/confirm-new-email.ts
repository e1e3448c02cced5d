import { confirmEmailChange } from "#modules/users/accounts/actions/email-change/confirm-email-change.ts";
import { findEmailChange } from "#modules/users/accounts/own-account/find-email-change.ts";
import { form } from "../layout/form.ts";
import { html } from "../layout/html.ts";
import { linkKeyParam } from "../http/link-key-param.ts";
import type { Page, Redirect, Route, Visit } from "../http/page-types.ts";
import { invalidLinkPage } from "../layout/invalid-link-page.ts";

/**
 * Page that confirms a new email address, opened with the link from the email. Opening it changes nothing, because
 * programs that scan emails follow links: the visitor has to click the button.
 */
export const confirmNewEmail: Route = { path: "/accounts/confirm_new_email/:key", get: confirmPage, post: confirm };

/** Page after the confirmation. It is shown without a login too. */
export const newEmailConfirmed: Route = {
  path: "/accounts/email_changed",
  get: async ({ realm }) => ({
    title: "Email address changed",
    body: html`<h1>Email address changed</h1>
      <p>You now log in to ${realm.name} with your new address. We've notified your old address by email.</p>
      <div class="actions"><a class="button" href="/welcome">Continue</a></div>`,
  }),
};

const invalidLink = (): Page =>
  invalidLinkPage("If you still want to change your address, enter it again in your settings.");

async function confirmPage(visit: Visit): Promise<Page> {
  const { services, realm, now } = visit;
  const change = await findEmailChange(services.db.reader, { realm, key: linkKeyParam(visit), now });
  if (!change) return invalidLink();
  const title = "Confirm your new email address";
  return {
    title,
    body: html`<h1>${title}</h1>
      <p>
        After you confirm, you log in to ${realm.name} as <strong>${change.newEmail}</strong> instead of
        ${change.oldEmail}.
      </p>
      ${form(visit, {
        action: `/accounts/confirm_new_email/${linkKeyParam(visit)}`,
        content: [],
        button: "Confirm address",
      })}`,
  };
}

async function confirm(visit: Visit): Promise<Page | Redirect> {
  const { services, realm, now } = visit;
  const changed = await services.db.write((tx) => confirmEmailChange(tx, { realm, key: linkKeyParam(visit), now }));
  return changed ? { to: newEmailConfirmed.path } : invalidLink();
}
