import { sql } from "kysely";
import type { Write } from "@parlance/kernel/http/context.ts";
import { recordAct } from "#modules/platform/audit-log/actions/record-act.ts";
import { TooManyLinkifiers } from "../errors.ts";
import type { LinkifierSource } from "../matching/compile-linkifiers.ts";
import { lockLinkifiers, assertPatternUnique } from "../policy.ts";
import { announceLinkifiers } from "./announce-linkifiers.ts";

/**
 * Maximum number of linkifiers per organization. There is a limit because every message is searched for each of them.
 */
const MAX_LINKIFIERS_PER_REALM = 100;

/**
 * Adds a linkifier with a validated definition at the end of the list. Returns its id.
 * @throws PatternInUse
 * @throws TooManyLinkifiers
 */
export async function createLinkifier({ tx, actor, realm, now }: Write, wanted: LinkifierSource): Promise<number> {
  const others = await lockLinkifiers(tx, realm.id);
  assertPatternUnique(wanted.pattern, others);
  if (others.length >= MAX_LINKIFIERS_PER_REALM) throw new TooManyLinkifiers({ maximum: MAX_LINKIFIERS_PER_REALM });
  const last = sql<number>`(select coalesce(max(position), -1) from linkifier where realm_id = ${realm.id})`;
  const { id } = await tx
    .insertInto("linkifier")
    .values({ realm_id: realm.id, position: sql`${last} + 1`, ...wanted })
    .returning("id")
    .executeTakeFirstOrThrow();
  await announceLinkifiers(tx, realm.id, [id]);
  const act = { realmId: realm.id, actorId: actor.id, act: "linkifier.created", targetId: id } as const;
  await recordAct(tx, { ...act, after: { id, ...wanted }, now });
  return id;
}
