import { type Html, html } from "./html.ts";

/** What a command line is given as it stands, whatever it holds. */
const quoted = (text: string): string => (/^[\w@.+:/-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`);

/** A command to copy; where it is wider than the page it goes on in the next line, and is copied as one. */
export const command = (text: string): Html => html`<pre><code>${text}</code></pre>`;

/** The commands that get an API key and use it. */
export const commands = (origin: string, email = "EMAIL"): Html =>
  html`${command(
    `curl -sS ${origin}/api/v1/fetch_api_key --data-urlencode username=${quoted(email)} --data-urlencode password=PASSWORD`,
  )}
  ${command(`curl -sS -u ${quoted(`${email}:API_KEY`)} ${origin}/api/v1/users/me`)}`;
