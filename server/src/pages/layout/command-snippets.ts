import { type Html, html } from "./html.ts";

/** Quotes a text so that a shell passes it on unchanged, whatever it contains. */
const shellQuote = (text: string): string => (/^[\w@.+:/-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`);

/** Renders a command for copying. A long command wraps on the page, and is still copied as one line. */
export const commandBlock = (text: string): Html => html`<pre><code>${text}</code></pre>`;

/** Renders two commands: one that fetches an API key, and one that uses it. */
export const apiCommands = (origin: string, email = "EMAIL"): Html =>
  html`${commandBlock(
    `curl -sS ${origin}/api/v1/fetch_api_key --data-urlencode username=${shellQuote(email)} --data-urlencode password=PASSWORD`,
  )}
  ${commandBlock(`curl -sS -u ${shellQuote(`${email}:API_KEY`)} ${origin}/api/v1/users/me`)}`;
