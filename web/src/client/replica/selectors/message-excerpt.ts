import { emojiOf } from "../emoji-display.ts";
import type { KnownMessage } from "../messages/messages.ts";

const MAX_EXCERPT_CHARACTERS = 240;
const entities: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"', "#39": "'", nbsp: " " };

/** Returns the beginning of a message as plain text in one line. It is displayed after the sender's name. */
export function messageExcerpt({ content, is_me_message }: KnownMessage): string {
  const text = content
    .slice(0, 4_000)
    .replaceAll(/<span [^>]*class="emoji emoji-([0-9a-f-]+)"[^>]*>[^<]*<\/span>/g, (_, code: string) => emojiOf(code))
    // The content of a spoiler must not be revealed.
    .replaceAll(/<div class="spoiler-content"[^]*?<\/div>\s*<\/div>/g, " …")
    .replaceAll(/<(?:br|\/p|\/li|\/h\d|\/div)[^>]*>/g, " ")
    .replaceAll(/<[^>]*>?/g, "")
    .replaceAll(/&(amp|lt|gt|quot|#39|nbsp);/g, (_, name: string) => entities[name] ?? "")
    .replaceAll(/\s+/g, " ")
    .trim();
  return (is_me_message ? text.replace(/^\/me /, "") : text).slice(0, MAX_EXCERPT_CHARACTERS);
}
