import { sql } from "kysely";
import type { TopicLink } from "@parlance/contract/entities/message.ts";
import type { Linkifier } from "@parlance/markdown/types.ts";
import { batched } from "#kernel/batched.ts";
import type { Reader } from "#kernel/db/types.ts";
import { linkifiersFrom } from "./matcher.ts";
import { topicLinks } from "./topic-links.ts";

type Find = (realmId: number) => Promise<readonly Linkifier[]>;

const finders = new WeakMap<Reader, Find>();

/**
 * The organization's linkifiers in their order, as they are now, ready to be matched against one text or a few. Only what
 * was compiled is cached; messages that are prepared together share one query instead.
 */
export function realmLinkifiers(db: Reader, realmId: number): Promise<readonly Linkifier[]> {
  const known = finders.get(db);
  if (known) return known(realmId);
  const find = batched((realmIds: readonly number[]) => linkifiersOfRealms(db, realmIds));
  finders.set(db, find);
  return find(realmId);
}

async function linkifiersOfRealms(db: Reader, realmIds: readonly number[]): Promise<Linkifier[][]> {
  const rows = await db
    .selectFrom("linkifier")
    .select(["realm_id", "pattern", "url_template"])
    .where("realm_id", "=", sql<number>`any(${[...new Set(realmIds)]}::int[])`)
    .orderBy("position")
    .orderBy("id")
    .execute();
  const byRealm = Map.groupBy(rows, ({ realm_id }) => realm_id);
  return realmIds.map((id) => linkifiersFrom(byRealm.get(id) ?? []));
}

/** The links of a topic, as the organization's linkifiers are now. */
export async function topicLinksIn(db: Reader, realmId: number, topic: string): Promise<TopicLink[]> {
  return topic === "" ? [] : topicLinks(await realmLinkifiers(db, realmId), topic);
}
