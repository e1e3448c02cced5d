import type { Write } from "@parlance/kernel/http/context.ts";
import { recordAct } from "#modules/platform/audit-log/actions/record-act.ts";
import { lockLinkifier } from "../policy.ts";
import { announceLinkifiers } from "./announce-linkifiers.ts";

/**
 * Deletes a linkifier.
 * @throws LinkifierNotFound
 */
export async function deleteLinkifier({ tx, actor, realm, now }: Write, id: number): Promise<void> {
  const { linkifier: before } = await lockLinkifier(tx, realm.id, id);
  await tx.deleteFrom("linkifier").where("id", "=", id).execute();
  await announceLinkifiers(tx, realm.id, [id]);
  const act = { realmId: realm.id, actorId: actor.id, act: "linkifier.deleted", targetId: id } as const;
  await recordAct(tx, { ...act, before, now });
}
