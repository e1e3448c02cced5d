import { sql } from "kysely";
import { isAtLeast } from "@parlance/contract/entities/roles.ts";
import type { Row, Tx, Reader } from "@parlance/kernel/db/types.ts";
import { recordProfileChanges } from "#modules/users/core/snapshot/profiles-snapshot.ts";
import { lockAccount } from "#modules/users/core/lock-account.ts";
import type { Actor } from "@parlance/kernel/http/context.ts";
import { recordAct } from "#modules/platform/audit-log/actions/record-act.ts";
import { notifyViewers } from "#modules/users/core/actions/notify-viewers.ts";
import { userChanged } from "#modules/users/core/events.ts";
import { BotsHaveNoProfile, FieldNotFound, NotEditable, ListedUserDeactivated, ListedUserIsBot } from "../errors.ts";
import { isMarkdown, USER } from "../definitions/field-types.ts";
import type { ProfileUpdate } from "../values/profile-update.ts";
import { isEmptyValue, serializeFieldValue, parseUserIds } from "../values/field-values.ts";
import { InvalidMember } from "#modules/groups/core/errors.ts";
import { visibleUserIds } from "#modules/users/core/visibility/user-visibility.ts";

/**
 * Throws unless all of these users may be listed in a profile. They must be active, human and visible to the actor.
 * @throws InvalidMember
 * @throws ListedUserDeactivated
 * @throws ListedUserIsBot
 */
async function assertUsersListable(
  db: Reader,
  actor: Pick<Actor, "id" | "realmId" | "role">,
  userIds: readonly number[],
): Promise<void> {
  if (userIds.length === 0) return;
  const rows = await db
    .selectFrom("account")
    .select(["id", "is_active", "bot_type"])
    .where("realm_id", "=", actor.realmId)
    .where("id", "=", sql<number>`any(${userIds}::int[])`)
    .execute();
  const visible = await visibleUserIds(db, actor);
  const found = new Map(rows.map((row) => [row.id, row]));
  for (const user_id of userIds) {
    const user = found.get(user_id);
    if (!user || visible?.has(user_id) === false) throw new InvalidMember({ user_id });
    if (!user.is_active) throw new ListedUserDeactivated({ user_id });
    if (user.bot_type !== null) throw new ListedUserIsBot({ user_id });
  }
}

export interface ProfileChange {
  readonly actor: Pick<Actor, "realmId" | "role"> & {
    /** The user who changes the profile, or null for the server's operator. */
    readonly id: number | null;
  };
  /** Owner of the profile. The caller must check that the actor may change the profile. */
  readonly user: Pick<Row<"account">, "id" | "bot_type">;
  readonly update: ProfileUpdate;
  readonly now: Date;
}

interface ProfileValue {
  readonly id: number;
  readonly value: string | null;
  readonly rendered_value?: string;
}

/**
 * Changes a user's profile. If one of the changes fails, none is applied. Unchanged values emit no events.
 * @throws one of `profileErrors`, or InvalidParameter
 */
export async function changeProfileData(tx: Tx, { actor, user, update, now }: ProfileChange): Promise<void> {
  if (update.values.size === 0) return;
  if (user.bot_type !== null) throw new BotsHaveNoProfile();
  const before = await lockProfile(tx, user.id);
  const fields = await lockEditableFields(tx, actor, [...update.values.keys()]);
  const wanted = fields.map((field) => valueOf(field, update));
  const isListing = new Set(fields.filter(({ type }) => type === USER).map(({ id }) => id));
  const changes = wanted.filter(({ id, value }) => value !== (before.get(id) ?? null));
  const listed = changes.flatMap(({ id, value }) => (isListing.has(id) && value !== null ? parseUserIds(value) : []));
  await assertUsersListable(tx, { ...actor, id: actor.id ?? user.id }, listed);
  if (changes.length === 0) return;

  await store(tx, user.id, changes);
  recordProfileChanges(tx, actor.realmId, [user.id]);
  const published = changes.map((change) => userChanged({ user_id: user.id, custom_profile_field: change }));
  notifyViewers(tx, { realmId: actor.realmId, userId: user.id }, ...published);
  if (actor.id === user.id) return;
  await recordAct(tx, {
    realmId: actor.realmId,
    actorId: actor.id,
    act: "user.profile_changed",
    targetId: user.id,
    before: { profile_data: Object.fromEntries(changes.map(({ id }) => [id, before.get(id) ?? null])) },
    after: { profile_data: Object.fromEntries(changes.map(({ id, value }) => [id, value])) },
    now,
  });
}

/**
 * Locks the account, so that changes to its profile run one after the other, and loads the profile's values by field
 * id.
 */
async function lockProfile(tx: Tx, userId: number): Promise<Map<number, string>> {
  await lockAccount(tx, userId);
  const rows = await tx
    .selectFrom("custom_profile_value")
    .select(["field_id", "value"])
    .where("user_id", "=", userId)
    .execute();
  return new Map(rows.map(({ field_id, value }) => [field_id, value]));
}

/**
 * Loads the fields with these ids in the given order, and locks them until the end of the transaction. Throws
 * FieldNotFound, or NotEditable if the actor may not edit one of them.
 */
async function lockEditableFields(tx: Tx, { realmId, role }: ProfileChange["actor"], ids: readonly number[]) {
  const rows = await tx
    .selectFrom("custom_profile_field")
    .selectAll()
    .where("realm_id", "=", realmId)
    .where("id", "=", sql<number>`any(${ids}::int[])`)
    .orderBy("id")
    .forShare()
    .execute();
  const known = new Map(rows.map((row) => [row.id, row]));
  return ids.map((id) => {
    const field = known.get(id);
    if (!field) throw new FieldNotFound({ field_id: id });
    if (!field.editable_by_user && !isAtLeast(role, "administrator")) throw new NotEditable();
    return field;
  });
}

function valueOf(field: Row<"custom_profile_field">, { values, rendered }: ProfileUpdate): ProfileValue {
  const wanted = values.get(field.id) ?? null;
  if (wanted === null || isEmptyValue(wanted)) return { id: field.id, value: null };
  const value = serializeFieldValue(field, wanted);
  if (!isMarkdown(field.type)) return { id: field.id, value };
  const html = rendered.get(field.id);
  // The field was created after the values had been rendered, so the rendered value is missing.
  if (html === undefined) throw new FieldNotFound({ field_id: field.id });
  return { id: field.id, value, rendered_value: html };
}

async function store(tx: Tx, userId: number, changes: readonly ProfileValue[]): Promise<void> {
  const cleared = changes.flatMap(({ id, value }) => (value === null ? [id] : []));
  const set = changes.flatMap(({ id, value, rendered_value = null }) =>
    value === null ? [] : [{ user_id: userId, field_id: id, value, rendered_value }],
  );
  await tx
    .deleteFrom("custom_profile_value")
    .where("user_id", "=", userId)
    .where("field_id", "=", sql<number>`any(${cleared}::int[])`)
    .execute();
  if (set.length === 0) return;
  await tx
    .insertInto("custom_profile_value")
    .values(set)
    .onConflict((conflict) =>
      conflict.columns(["user_id", "field_id"]).doUpdateSet((row) => ({
        value: row.ref("excluded.value"),
        rendered_value: row.ref("excluded.rendered_value"),
      })),
    )
    .execute();
}
