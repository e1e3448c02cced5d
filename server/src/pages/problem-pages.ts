import { html } from "./html.ts";
import type { Page } from "./page.ts";

const page = (status: number, title: string, ...paragraphs: readonly string[]): Page => ({
  status,
  title,
  body: html`<h1>${title}</h1>
    ${paragraphs.map((paragraph) => html`<p>${paragraph}</p>`)}`,
});

/** No organization is known by the host. */
export const noOrganization = (host: string): Page =>
  page(
    404,
    "There is no organization here",
    `Nobody uses the address ${host} on this server.`,
    "Look at the address again, for instance in your invitation.",
  );

/** There is none at all. Whoever runs the server most likely reads this. */
export const noOrganizationYet = (): Page =>
  page(
    404,
    "There is no organization yet",
    "This server runs, and waits for its first organization.",
    "Whoever runs it makes one by the command “parlance organization create”; “--help” says how.",
  );

export const deactivatedOrganization = (name: string): Page =>
  page(403, `${name} has been deactivated`, "Nobody can sign in or join. The people who ran it can tell you more.");

export const wrongMethod = (): Page => page(405, "This address does not take that", "Go back, and try the page again.");

/** Too many visits from one network. `wait` in seconds. */
export const tooMany = (wait: number): Page => ({
  ...page(429, "That was too much at once", "Wait a moment, and try again."),
  retryAfter: wait,
});

/** The form does not come from a page that we gave this browser, or so long ago that the browser has forgotten. */
export const staleForm = (): Page =>
  page(
    403,
    "This form is out of date",
    "Nothing was done. Go back, reload the page, and send the form again.",
    "If that does not help: your browser has to accept cookies of this site.",
  );

/** Something went wrong that the reader cannot fix. The text is meant for them. */
export const refusal = (status: number, text: string): Page =>
  page(status, "That did not work", text, "Go back, and try again in a moment.");

export const failure = (): Page =>
  page(
    500,
    "Something went wrong on the server",
    "It is not your fault, and the people who run the server can see what happened.",
    "Try again in a moment.",
  );
