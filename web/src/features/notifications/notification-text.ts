import { plainText } from "@parlance/markdown/plain-text.ts";

const MAX_CHARACTERS = 200;

/**
 * Converts the HTML of a message to plain text in one line, truncated to the length of a notification. Does not create
 * any DOM elements.
 */
export function notificationText(html: string): string {
  const text = plainText(html).replaceAll(/\s+/g, " ");
  return text.length > MAX_CHARACTERS ? `${text.slice(0, MAX_CHARACTERS)}…` : text;
}
