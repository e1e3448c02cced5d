import type { Reader } from "#kernel/db/types.ts";
import type { Actor } from "#kernel/http/context.ts";
import { render } from "#markdown/index.ts";
import { lookUpReferences } from "#modules/messages/references.ts";
import { EMPTY_TOPIC_NAME } from "#modules/messages/text.ts";

/** Renders descriptions. They can link to the channels that their writer sees, and mention nobody. */
export async function renderDescriptions(db: Reader, writer: Actor, texts: readonly string[]): Promise<string[]> {
  const { channels, linkifiers } = await lookUpReferences(db, { realmId: writer.realmId, viewer: writer }, texts);
  const lookups = { users: [], groups: [], channels, linkifiers: linkifiers ?? [], emptyTopicName: EMPTY_TOPIC_NAME };
  return texts.map((text) => render(text, lookups).html);
}
