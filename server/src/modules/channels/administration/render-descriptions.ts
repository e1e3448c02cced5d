import { render } from "@parlance/markdown/index.ts";
import type { Read } from "@parlance/kernel/http/context.ts";
import { loadReferences } from "#modules/messages/render/load-references.ts";

/** The author of descriptions is the actor. */
export type DescriptionContext = Pick<Read, "db" | "snapshot" | "actor">;

/**
 * Renders descriptions of channels or channel folders. A description can link to channels that its author can see. It
 * cannot mention users or groups.
 */
export async function renderDescriptions(
  { db, snapshot, actor }: DescriptionContext,
  texts: readonly string[],
): Promise<string[]> {
  const found = await loadReferences(db, { realmId: actor.realmId, viewer: actor, snapshot }, texts);
  const lookups = { ...found, users: [], groups: [], showPreviews: false };
  return texts.map((text) => render(text, lookups).html);
}
