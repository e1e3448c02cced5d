import type { Write } from "@parlance/kernel/http/context.ts";
import { recordAct } from "#modules/platform/audit-log/actions/record-act.ts";
import type { LinkifierSource } from "../matching/compile-linkifiers.ts";
import { lockLinkifier, assertPatternUnique } from "../policy.ts";
import { announceLinkifiers } from "./announce-linkifiers.ts";

/**
 * Changes a linkifier to a validated definition.
 * @throws LinkifierNotFound
 * @throws PatternInUse
 */
export async function changeLinkifier(
  { tx, actor, realm, now }: Write,
  id: number,
  wanted: LinkifierSource,
): Promise<void> {
  const { linkifier, others } = await lockLinkifier(tx, realm.id, id);
  const { id: _, ...before } = linkifier;
  assertPatternUnique(wanted.pattern, others);
  if (before.pattern === wanted.pattern && before.url_template === wanted.url_template) return;
  await tx.updateTable("linkifier").set(wanted).where("id", "=", id).execute();
  await announceLinkifiers(tx, realm.id, [id]);
  const act = { realmId: realm.id, actorId: actor.id, act: "linkifier.changed", targetId: id } as const;
  await recordAct(tx, { ...act, before, after: { ...wanted }, now });
}
