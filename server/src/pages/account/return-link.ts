import { type Html, html } from "../layout/html.ts";
import type { Visit } from "../http/page.ts";

/** To the part of the client's settings from which one came; without a client, to where one arrives. */
export const returnLink = ({ services }: Visit): Html =>
  services.clientPage
    ? html`<a href="/#settings/security">Back to your settings</a>`
    : html`<a href="/welcome">Back to the welcome page</a>`;
