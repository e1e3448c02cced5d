import { type Html, html } from "../layout/html.ts";
import type { Visit } from "../http/page-types.ts";

/**
 * Link back to the section of the web client's settings from which the user came. If no web client is built, a link to
 * the welcome page.
 */
export const returnLink = ({ services }: Visit): Html =>
  services.clientPage
    ? html`<a href="/#settings/security">Back to your settings</a>`
    : html`<a href="/welcome">Back to the welcome page</a>`;
