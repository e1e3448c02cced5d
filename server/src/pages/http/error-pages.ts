import { html } from "../layout/html.ts";
import type { Page } from "./page-types.ts";

const page = (status: number, title: string, ...paragraphs: readonly string[]): Page => ({
  status,
  title,
  body: html`<h1>${title}</h1>
    ${paragraphs.map((paragraph) => html`<p>${paragraph}</p>`)}`,
});

/** Page for a host that no organization uses. */
export const noOrganization = (host: string): Page =>
  page(
    404,
    "Organization not found",
    `No organization on this server uses the address ${host}.`,
    "Check the address, or use the link in your invitation.",
  );

/** Page for a server without any organization. It is most likely read by the server's operator. */
export const noOrganizationYet = (): Page =>
  page(
    404,
    "There is no organization yet",
    "The server is running, but no organization has been created.",
    "To create one, the server's operator runs “parlance organization create”; add “--help” for instructions.",
  );

export const deactivatedOrganization = (name: string): Page =>
  page(
    403,
    `The organization ${name} has been deactivated`,
    "You can't log in or join. For details, contact the people who ran it.",
  );

export const wrongMethod = (): Page => page(405, "This address does not accept that request", "Go back and try again.");

/** Page for a visitor whose network has sent too many requests. `wait` is in seconds. */
export const tooManyRequests = (wait: number): Page => ({
  ...page(429, "Too many requests", "Wait a moment, then try again."),
  retryAfter: wait,
});

/** Page for a form whose token is not valid in this browser, for example because the form cookie has expired. */
export const staleForm = (): Page =>
  page(
    403,
    "This form has expired",
    "Nothing was changed. Go back, reload the page and submit the form again.",
    "If that doesn't help, make sure that your browser accepts cookies from this site.",
  );

/** Page for a request that the server rejects, or cannot process now. `text` is shown to the visitor. */
export const refusal = (status: number, text: string): Page =>
  page(status, "That didn't work", text, "Go back and try again in a moment.");

export const internalError = (): Page =>
  page(500, "Something went wrong on the server", "The details are in the server's log.", "Try again in a moment.");
