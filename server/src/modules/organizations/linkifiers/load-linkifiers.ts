import type { TopicLink } from "@parlance/contract/entities/message.ts";
import type { Linkifier } from "@parlance/markdown/render-types.ts";
import type { Reader } from "@parlance/kernel/db/types.ts";
import { compileLinkifiers } from "./matching/compile-linkifiers.ts";
import { loadLinkifiers } from "./queries.ts";
import { findTopicLinks } from "./matching/topic-links.ts";

/**
 * Loads the organization's linkifiers from the database in their order, compiled for one text or a few. Requests use
 * those in memory instead: see linkifiers-snapshot.ts.
 */
export const loadCompiledLinkifiers = async (db: Reader, realmId: number): Promise<readonly Linkifier[]> =>
  compileLinkifiers(await loadLinkifiers(db, realmId));

/** Returns the links of a topic, with the organization's current linkifiers. */
export async function loadTopicLinks(db: Reader, realmId: number, topic: string): Promise<TopicLink[]> {
  return topic === "" ? [] : findTopicLinks(await loadCompiledLinkifiers(db, realmId), topic);
}
