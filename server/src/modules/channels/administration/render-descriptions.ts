import { render } from "@parlance/markdown/index.ts";
import type { Reader } from "@parlance/kernel/db/types.ts";
import type { Actor } from "@parlance/kernel/http/context.ts";
import { loadReferences } from "#modules/messages/render/load-references.ts";

/**
 * Renders descriptions of channels or channel folders. A description can link to channels that its author can see. It
 * cannot mention users or groups.
 */
export async function renderDescriptions(db: Reader, writer: Actor, texts: readonly string[]): Promise<string[]> {
  const found = await loadReferences(db, { realmId: writer.realmId, viewer: writer }, texts);
  const lookups = { ...found, users: [], groups: [], showPreviews: false };
  return texts.map((text) => render(text, lookups).html);
}
