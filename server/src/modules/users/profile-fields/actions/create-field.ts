import type { Write } from "@parlance/kernel/http/context.ts";
import { recordAct } from "#modules/platform/audit-log/actions/record-act.ts";
import { LabelInUse } from "../errors.ts";
import { parseFieldDefinition, labelKey, type FieldDefinitionInput } from "../definitions/field-definition.ts";
import { lockFields } from "../policy.ts";
import { presentField } from "../presentation.ts";
import { assertSummaryAllows } from "../definitions/profile-summary.ts";
import { announceFields } from "./announce-fields.ts";

export interface NewField extends FieldDefinitionInput {
  readonly type: number;
  readonly displayInProfileSummary: boolean;
  readonly required: boolean;
  readonly editableByUser: boolean;
}

/**
 * Adds a field to all profiles, after the existing fields. Returns its id.
 * @throws one of `fieldErrors`, or InvalidParameter
 */
export async function createField({ tx, actor, realm, now }: Write, wanted: NewField): Promise<number> {
  const design = parseFieldDefinition(wanted.type, wanted);
  const fields = await lockFields(tx, realm.id);
  if (wanted.displayInProfileSummary) assertSummaryAllows(wanted.type, fields);
  const key = labelKey(design.name);
  if (fields.some((field) => field.name_key === key)) throw new LabelInUse();
  const row = await tx
    .insertInto("custom_profile_field")
    .values({
      realm_id: realm.id,
      type: wanted.type,
      position: (fields.at(-1)?.position ?? -1) + 1,
      ...design,
      name_key: key,
      display_in_profile_summary: wanted.displayInProfileSummary,
      required: wanted.required,
      editable_by_user: wanted.editableByUser,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  await announceFields(tx, realm.id, [row.id]);
  const act = { realmId: realm.id, actorId: actor.id, act: "profile_field.created", targetId: row.id } as const;
  await recordAct(tx, { ...act, after: presentField(row), now });
  return row.id;
}
