import { type Html, html } from "./html.ts";

/** What a command line is given as it stands, whatever it holds. */
const shellQuote = (text: string): string => (/^[\w@.+:/-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`);

/** A command to copy; where it is wider than the page it goes on in the next line, and is copied as one. */
export const commandBlock = (text: string): Html => html`<pre><code>${text}</code></pre>`;

/** The commands that get an API key and use it. */
export const apiCommands = (origin: string, email = "EMAIL"): Html =>
  html`${commandBlock(
    `curl -sS ${origin}/api/v1/fetch_api_key --data-urlencode username=${shellQuote(email)} --data-urlencode password=PASSWORD`,
  )}
  ${commandBlock(`curl -sS -u ${shellQuote(`${email}:API_KEY`)} ${origin}/api/v1/users/me`)}`;
