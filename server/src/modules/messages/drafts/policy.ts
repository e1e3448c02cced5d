import { sql } from "kysely";
import type { Tx } from "@parlance/kernel/db/types.ts";
import type { OrganizationSnapshot } from "@parlance/kernel/organization-snapshot/organization-snapshot.ts";
import type { Actor, Write } from "@parlance/kernel/http/context.ts";
import { required } from "@parlance/kernel/base/required.ts";
import { users } from "#modules/users/core/snapshot/users-snapshot.ts";
import { lockAccount } from "#modules/users/core/lock-account.ts";
import { changeableSettings } from "#modules/users/core/settings/user-settings.ts";
import { DraftDoesNotExist, DraftsNotSynchronized, DraftsTooLong, TooManyDrafts } from "./errors.ts";

/** Maximum number of a user's drafts. The register response must contain all of them, so its limit is the same. */
const MAX_DRAFTS = 1000;
const MAX_DRAFT_CHARACTERS = 4_000_000;

/**
 * Throws if the user has disabled draft synchronization.
 * @throws DraftsNotSynchronized
 */
export function assertSynchronizesDrafts(snapshot: OrganizationSnapshot, actor: Pick<Actor, "id">): void {
  const account = required(snapshot.get(users).get(actor.id));
  if (!changeableSettings(account).enable_drafts_synchronization) throw new DraftsNotSynchronized();
}

/**
 * Locks the author's account, so that neither the author's drafts nor the setting for their synchronization can change
 * concurrently.
 * @throws DraftsNotSynchronized
 */
export async function lockDrafts(tx: Tx, actor: Actor): Promise<void> {
  await lockAccount(tx, actor.id);
  const account = await tx
    .selectFrom("account")
    .select("settings")
    .where("id", "=", actor.id)
    .executeTakeFirstOrThrow();
  if (!changeableSettings(account).enable_drafts_synchronization) throw new DraftsNotSynchronized();
}

/**
 * Locks the author's drafts, and checks that the draft to be changed exists.
 * @throws DraftsNotSynchronized, DraftDoesNotExist
 */
export async function lockDraft({ tx, actor }: Write, id: number): Promise<void> {
  await lockDrafts(tx, actor);
  const draft = await tx
    .selectFrom("draft")
    .select("id")
    .where("id", "=", id)
    .where("user_id", "=", actor.id)
    .executeTakeFirst();
  if (!draft) throw new DraftDoesNotExist();
}

/**
 * Throws if the author's drafts exceed a limit. The drafts must be locked. Call this function after writing to them.
 * @throws TooManyDrafts, DraftsTooLong
 */
export async function assertWithinQuota(tx: Tx, { id: userId }: Actor): Promise<void> {
  const { rows } = await sql<{ count: number; characters: number }>`
    select count(*) as count, coalesce(sum(length(content)), 0)::int8 as characters
    from draft where user_id = ${userId}`.execute(tx);
  const { count, characters } = required(rows[0]);
  if (count > MAX_DRAFTS) throw new TooManyDrafts();
  if (characters > MAX_DRAFT_CHARACTERS) throw new DraftsTooLong();
}
