import { roles } from "@parlance/contract/entities/roles.ts";
import type { Reader, Row } from "@parlance/kernel/db/types.ts";
import { changeProfileData } from "#modules/users/profile-fields/actions/change-profile-data.ts";
import { fieldDataOf, labelKey } from "#modules/users/profile-fields/definitions/field-definition.ts";
import { DATE, SELECT, USER } from "#modules/users/profile-fields/definitions/field-types.ts";
import { prepareProfileUpdate } from "#modules/users/profile-fields/values/profile-update.ts";
import { listFields } from "#modules/users/profile-fields/queries.ts";
import { serializeFieldValue } from "#modules/users/profile-fields/values/field-values.ts";
import { type SyncedAttribute, SyncConflict, type DirectoryAccount } from "../sync-context.ts";

type Field = Row<"custom_profile_field">;

/**
 * A date in the directory: either in LDAP's time format (`19870223000000Z`), or a plain text (`19870223`,
 * `1987-02-23`).
 */
const DAY = /^(\d{4})-?(\d\d)-?(\d\d)(?:\d{2,6}(?:[.,]\d+)?(?:Z|[+-]\d{2,4})?)?$/;

/** Converts the directory's value to one that a user could enter into the field; null if there is no value. */
function wantedValue(field: Field, text: string | undefined): string | null {
  const value = text?.trim() ?? "";
  if (value === "") return null;
  if (field.type === USER) throw new SyncConflict("fields of type users cannot be filled from the directory");
  if (field.type === DATE) return value.replace(DAY, "$1-$2-$3");
  return field.type === SELECT ? choiceOf(field, value) : value;
}

/**
 * Returns the key of the choice with this text. Without such a choice, returns the value itself, which may be a key.
 */
function choiceOf(field: Field, value: string): string {
  const choices = Object.entries(fieldDataOf(field)) as [string, { readonly text?: string }][];
  return choices.find(([, { text }]) => text?.toLowerCase() === value.toLowerCase())?.[0] ?? value;
}

/**
 * Synchronizes the profile field with this label from an attribute of the directory. Organizations without such a field
 * are skipped.
 */
export const profileFieldAttribute = (label: string, attribute: string): SyncedAttribute => {
  const fieldIn = async (db: Reader, realmId: number) =>
    (await listFields(db, realmId)).find(({ name }) => labelKey(name) === labelKey(label));
  const valueFor = (field: Field, { person }: DirectoryAccount) => wantedValue(field, person.valuesOf(attribute)[0]);
  return {
    name: label,
    async difference({ db }, follower) {
      const { realm, account } = follower;
      const field = await fieldIn(db.reader, realm.id);
      if (!field) return null;
      const wanted = valueFor(field, follower);
      const serialized = wanted === null ? null : serializeFieldValue(field, wanted);
      return (await valueOf(db.reader, account.id, field.id)) === serialized ? null : (serialized ?? "(empty)");
    },
    async apply({ db, clock }, follower) {
      const { realm, account } = follower;
      const field = await fieldIn(db.reader, realm.id);
      if (!field) return;
      const values = [{ id: field.id, value: valueFor(field, follower) }];
      const update = await prepareProfileUpdate(db.reader, realm.id, values);
      const actor = { id: null, realmId: realm.id, role: roles.owner };
      const user = { id: account.id, bot_type: null };
      await db.write((tx) => changeProfileData(tx, { actor, user, update, now: clock.now() }));
    },
  };
};

async function valueOf(db: Reader, userId: number, fieldId: number): Promise<string | null> {
  const row = await db
    .selectFrom("custom_profile_value")
    .select("value")
    .where("user_id", "=", userId)
    .where("field_id", "=", fieldId)
    .executeTakeFirst();
  return row?.value ?? null;
}
