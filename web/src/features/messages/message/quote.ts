import type { KnownMessage } from "../../../client/replica/messages/messages.ts";

/** A quote of a message in Markdown: who said it, where it stands, and what it says. */
export function quoteOf({ sender_full_name, sender_id }: KnownMessage, link: string, source: string): string {
  const longest = Math.max(2, ...[...source.matchAll(/^\s*(`{3,})/gm)].map(([, fence = ""]) => fence.length));
  const fence = "`".repeat(longest + 1);
  return `@_**${sender_full_name}|${sender_id}** [said](${link}):\n${fence}quote\n${source}\n${fence}\n`;
}
