import { isDeepStrictEqual } from "node:util";
import { sql } from "kysely";
import type { Row, Tx } from "@parlance/kernel/db/types.ts";
import type { Write } from "@parlance/kernel/http/context.ts";
import { recordProfileChanges } from "#modules/users/core/snapshot/profiles-snapshot.ts";
import { recordAct } from "#modules/platform/audit-log/actions/record-act.ts";
import { DefaultExternalAccountIsFixed, LabelInUse } from "../errors.ts";
import {
  fieldDataOf,
  type FieldDefinition,
  parseFieldDefinition,
  type FieldData,
  isDefaultExternalAccount,
  labelKey,
} from "../definitions/field-definition.ts";
import { SELECT } from "../definitions/field-types.ts";
import { lockField } from "../policy.ts";
import { presentField } from "../presentation.ts";
import { assertSummaryAllows } from "../definitions/profile-summary.ts";
import { announceFields } from "./announce-fields.ts";

type Field = Row<"custom_profile_field">;

/** Changes to a field. Undefined properties stay unchanged. */
export interface FieldChange {
  readonly name?: string | undefined;
  readonly hint?: string | undefined;
  readonly fieldData?: FieldData | undefined;
  readonly displayInProfileSummary?: boolean | undefined;
  readonly required?: boolean | undefined;
  readonly editableByUser?: boolean | undefined;
}

/**
 * Changes a field. If the change removes a choice, the values of users who had selected it are deleted.
 * @throws FieldNotFound
 * @throws DefaultExternalAccountIsFixed
 * @throws one of `fieldErrors`, or InvalidParameter
 */
export async function changeField({ tx, actor, realm, now }: Write, id: number, change: FieldChange): Promise<void> {
  const { field: before, others } = await lockField(tx, realm.id, id);
  const after: Field = {
    ...before,
    ...updatedDefinition(before, change),
    display_in_profile_summary: change.displayInProfileSummary ?? before.display_in_profile_summary,
    required: change.required ?? before.required,
    editable_by_user: change.editableByUser ?? before.editable_by_user,
  };
  after.name_key = labelKey(after.name);
  if (isDeepStrictEqual(before, after)) return;
  if (others.some(({ name_key }) => name_key === after.name_key)) throw new LabelInUse();
  if (after.display_in_profile_summary && !before.display_in_profile_summary) assertSummaryAllows(after.type, others);

  await store(tx, after);
  if (after.type === SELECT) await clearRemovedChoices(tx, after);
  await announceFields(tx, realm.id, [id]);
  const act = { realmId: realm.id, actorId: actor.id, act: "profile_field.changed", targetId: id } as const;
  await recordAct(tx, { ...act, ...difference(before, after), now });
}

function updatedDefinition(before: Field, { name, hint, fieldData }: FieldChange): FieldDefinition {
  const data = fieldDataOf(before);
  if (isDefaultExternalAccount(before)) {
    const isSame = (name ?? before.name) === before.name && (hint ?? before.hint) === before.hint;
    if (!isSame || !isDeepStrictEqual(fieldData ?? data, data)) throw new DefaultExternalAccountIsFixed();
    return before;
  }
  const wanted = { name: name ?? before.name, hint: hint ?? before.hint, fieldData: fieldData ?? data };
  return parseFieldDefinition(before.type, wanted);
}

async function store(tx: Tx, { id, realm_id: _realm, type: _type, position: _position, ...values }: Field) {
  await tx.updateTable("custom_profile_field").set(values).where("id", "=", id).execute();
}

async function clearRemovedChoices(tx: Tx, field: Field): Promise<void> {
  const lost = await tx
    .deleteFrom("custom_profile_value")
    .where("field_id", "=", field.id)
    .where("value", "<>", sql<string>`all(${Object.keys(fieldDataOf(field))}::text[])`)
    .returning("user_id")
    .execute();
  recordProfileChanges(
    tx,
    field.realm_id,
    lost.map(({ user_id }) => user_id),
  );
}

/** Returns the properties of the field that changed. */
function difference(before: Field, after: Field) {
  const [was, is] = [presentField(before), presentField(after)];
  const names = (Object.keys(is) as (keyof typeof is)[]).filter((name) => was[name] !== is[name]);
  const of = (field: typeof is) => Object.fromEntries(names.map((name) => [name, field[name]]));
  return { before: of(was), after: of(is) };
}
