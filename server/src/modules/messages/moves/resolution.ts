import { RESOLVED_PREFIX } from "#narrow/index.ts";
import { normalizeTopic } from "#modules/messages/conversations/message-text.ts";

export type Resolution = "resolved" | "unresolved";

const prefixCharacters = new RegExp(`^[${RESOLVED_PREFIX}]+`, "u");

/**
 * Returns "resolved" or "unresolved" if the change of the topic does nothing but add or remove the prefix of resolved
 * topics. Otherwise returns null.
 */
export function resolutionOf(before: string, after: string): Resolution | null {
  if (!before.startsWith(RESOLVED_PREFIX)) {
    return after === normalizeTopic(RESOLVED_PREFIX + before) ? "resolved" : null;
  }
  return after === before.replace(prefixCharacters, "") ? "unresolved" : null;
}
