import type { EmojiReference } from "@parlance/contract/entities/emoji.ts";
import type { Tx } from "@parlance/kernel/db/types.ts";
import type { RealmContext } from "@parlance/kernel/http/context.ts";
import { recordAct } from "#modules/platform/audit-log/actions/record-act.ts";
import { type NamedEmoji, resolveEmoji } from "#modules/organizations/emoji/emoji-references.ts";
import { changeUserSettings } from "#modules/users/core/actions/change-user-settings.ts";
import { storeStatus } from "#modules/users/core/actions/store-status.ts";
import { notifyViewers } from "#modules/users/core/actions/notify-viewers.ts";
import { NoSuchUser } from "#modules/users/core/errors.ts";
import type { UserRecord } from "#modules/users/core/queries.ts";
import { BotsHaveNoPresence, EmojiNameMissing, NoNewValues } from "../errors.ts";
import { statusChanged } from "#modules/users/core/status/status-events.ts";
import { loadStatuses } from "#modules/users/core/status/load-statuses.ts";
import { changedStatusFields, noEmoji, type FullUserStatus } from "#modules/users/core/status/user-status.ts";

/** Changes to a status. Undefined fields stay unchanged. */
export interface StatusChange {
  readonly statusText: string | undefined;
  readonly emoji: { readonly [Part in keyof NamedEmoji]-?: string | undefined };
  /** Whether the user hides presence. */
  readonly away: boolean | undefined;
}

interface StatusChangeRequest {
  readonly realm: Pick<RealmContext, "id" | "url">;
  readonly actorId: number;
  /** The user whose status changes. The caller must have locked the account and checked the actor's permission. */
  readonly user: Pick<UserRecord, "id" | "bot_type" | "bot_owner_id">;
  readonly change: StatusChange;
  readonly now: Date;
}

/**
 * Changes a user's status. If any field changes, the users who can see the user receive an event with the changed
 * fields.
 * @throws one of `statusErrors`
 */
export async function changeStatus(tx: Tx, { realm, actorId, user, change, now }: StatusChangeRequest): Promise<void> {
  const wanted = await resolveStatusFields(tx, realm.id, change);
  if (wanted.away !== undefined && user.bot_type !== null) throw new BotsHaveNoPresence();
  const before = await loadStatus(tx, user.id);
  const changed = changedStatusFields(before, wanted);
  const { away, ...content } = changed;
  if (Object.keys(content).length > 0) {
    await storeStatus(tx, user.id, { ...before, ...content });
    notifyViewers(tx, { realmId: realm.id, userId: user.id }, statusChanged(user.id, content));
  }
  // `away` is derived from the setting `presence_enabled`, so changing the setting emits the events about both.
  if (away !== undefined)
    await changeUserSettings(tx, { realm, userId: user.id, changes: { presence_enabled: !away }, now });

  const isOwn = actorId === user.id || actorId === user.bot_owner_id;
  const names = Object.keys(changed) as (keyof FullUserStatus)[];
  if (isOwn || names.length === 0) return;
  const was = Object.fromEntries(names.map((name) => [name, before[name]]));
  const act = { realmId: realm.id, actorId, act: "user.status_changed", targetId: user.id } as const;
  await recordAct(tx, { ...act, before: was, after: changed, now });
}

async function resolveStatusFields(tx: Tx, realmId: number, { statusText, emoji, away }: StatusChange) {
  const values = [statusText, away, ...Object.values(emoji)];
  if (values.every((part) => part === undefined)) throw new NoNewValues();
  const parts: Partial<FullUserStatus> = {
    ...(await resolveStatusEmoji(tx, realmId, emoji)),
    ...(statusText !== undefined && { status_text: statusText }),
    ...(away !== undefined && { away }),
  };
  return parts;
}

async function resolveStatusEmoji(
  tx: Tx,
  realmId: number,
  { name, code, type }: StatusChange["emoji"],
): Promise<Partial<EmojiReference>> {
  if (name === "") return noEmoji;
  if (name !== undefined) return resolveEmoji(tx, realmId, { name, code, type });
  if (code !== undefined || type !== undefined) throw new EmojiNameMissing();
  return {};
}

async function loadStatus(tx: Tx, userId: number): Promise<FullUserStatus> {
  const status = (await loadStatuses(tx, [userId])).get(userId);
  if (!status) throw new NoSuchUser();
  return status;
}
