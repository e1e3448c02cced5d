import { plainText } from "@parlance/markdown/plain-text.ts";

const MAX_CHARACTERS = 200;

/** Returns the text of a message's HTML on one line, truncated to the length of a notification. Creates no elements. */
export function notificationText(html: string): string {
  const text = plainText(html).replaceAll(/\s+/g, " ");
  return text.length > MAX_CHARACTERS ? `${text.slice(0, MAX_CHARACTERS)}…` : text;
}
