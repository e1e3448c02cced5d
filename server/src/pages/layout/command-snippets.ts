import { type Html, html } from "./html.ts";

/** Quotes a text for a shell, so that it is passed unchanged whatever it contains. */
const shellQuote = (text: string): string => (/^[\w@.+:/-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`);

/** Renders a command for copying. A command that is wider than the page wraps, and is still copied as one line. */
export const commandBlock = (text: string): Html => html`<pre><code>${text}</code></pre>`;

/** Renders the commands that fetch and use an API key. */
export const apiCommands = (origin: string, email = "EMAIL"): Html =>
  html`${commandBlock(
    `curl -sS ${origin}/api/v1/fetch_api_key --data-urlencode username=${shellQuote(email)} --data-urlencode password=PASSWORD`,
  )}
  ${commandBlock(`curl -sS -u ${shellQuote(`${email}:API_KEY`)} ${origin}/api/v1/users/me`)}`;
