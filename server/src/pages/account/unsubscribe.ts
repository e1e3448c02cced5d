import { unsubscribeFromEmail } from "#modules/notifications/email/actions/unsubscribe-from-email.ts";
import {
  type EmailKind,
  verifyUnsubscribeKey,
  unsubscribeUrl,
} from "#modules/notifications/email/unsubscribe-links.ts";
import { form } from "../layout/form.ts";
import { html } from "../layout/html.ts";
import type { Page, Route, Visit } from "../http/page.ts";
import { invalidLinkPage } from "../layout/invalid-link-page.ts";

/**
 * Turning letters off, with the link in each of them and without signing in. A visit changes nothing, because programs that look
 * through mail follow links; mail programs send the form by themselves where their user asks them to (RFC 8058), without a
 * token of ours. All that somebody could gain by that is that letters cease whose key they know.
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
