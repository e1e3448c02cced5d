import { unsubscribeFromEmail } from "#modules/notifications/email/actions/unsubscribe-from-email.ts";
import {
  type EmailKind,
  verifyUnsubscribeKey,
  unsubscribeUrl,
} from "#modules/notifications/email/unsubscribe-links.ts";
import { form } from "../layout/form.ts";
import { html } from "../layout/html.ts";
import type { Page, Route, Visit } from "../http/page-types.ts";
import { invalidLinkPage } from "../layout/invalid-link-page.ts";

/**
 * Page that turns off one kind of email. Each email of that kind links to it, and no login is needed. Opening the page
 * changes nothing, because programs that scan emails follow links. Mail clients submit the form without our form token
 * when their user clicks "Unsubscribe" (RFC 8058), so forms from other sites are accepted: an attacker would have to
 * know the key in the URL, and could only turn off these emails.
 */
export const unsubscribe: Route = {
  path: "/unsubscribe/:key",
  get: confirmPage,
  post: turnOff,
  acceptsCrossSiteForms: true,
};

const emailKindLabels: Readonly<Record<EmailKind, string>> = {
  notices: "emails about messages you missed",
  digest: "digest emails",
};

const keyParam = ({ path }: Visit): string => path["key"] ?? "";

const invalidLink = (): Page => invalidLinkPage("You can change which emails you get in your notification settings.");

async function confirmPage(visit: Visit): Promise<Page> {
  const { services, realm } = visit;
  const subscription = verifyUnsubscribeKey(services.secret, keyParam(visit));
  if (!subscription) return invalidLink();
  const title = "Turn off emails";
  return {
    title,
    body: html`<h1>${title}</h1>
      <p>
        ${realm.name} will stop sending you ${emailKindLabels[subscription.kind]}. You can turn them on again in your
        notification settings.
      </p>
      ${form(visit, {
        action: new URL(unsubscribeUrl(realm.url, keyParam(visit))).pathname,
        content: [],
        button: "Turn off",
      })}`,
  };
}

async function turnOff(visit: Visit): Promise<Page> {
  const { services, realm, now } = visit;
  const subscription = verifyUnsubscribeKey(services.secret, keyParam(visit));
  const isOff =
    subscription && (await services.db.write((tx) => unsubscribeFromEmail(tx, { ...subscription, realm, now })));
  if (!isOff) return invalidLink();
  const title = "Emails turned off";
  return {
    title,
    body: html`<h1>${title}</h1>
      <p>
        ${realm.name} no longer sends you ${emailKindLabels[subscription.kind]}. You can turn them on again in your
        notification settings.
      </p>`,
  };
}
