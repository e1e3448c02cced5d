import { recordSnapshotReload } from "@parlance/kernel/organization-snapshot/snapshot-changes.ts";
import type { Write } from "@parlance/kernel/http/context.ts";
import { recordAct } from "#modules/platform/audit-log/actions/record-act.ts";
import { lockField } from "../policy.ts";
import { presentField } from "../presentation.ts";
import { announceFields } from "./announce-fields.ts";

/**
 * Deletes a field and its values in all profiles.
 * @throws FieldNotFound
 */
export async function deleteField({ tx, actor, realm, now }: Write, id: number): Promise<void> {
  const { field } = await lockField(tx, realm.id, id);
  recordSnapshotReload(tx, realm.id);
  await tx.deleteFrom("custom_profile_field").where("id", "=", id).execute();
  await announceFields(tx, realm.id, [id]);
  const act = { realmId: realm.id, actorId: actor.id, act: "profile_field.deleted", targetId: id } as const;
  await recordAct(tx, { ...act, before: presentField(field), now });
}
