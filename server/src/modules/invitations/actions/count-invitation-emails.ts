import { sql } from "kysely";
import { acquireLock } from "@parlance/kernel/db/advisory-locks.ts";
import { invitationEmailsLock } from "./invitation-locks.ts";
import type { Tx } from "@parlance/kernel/db/types.ts";
import { DailyLimitReached } from "../errors.ts";
import type { InvitationSettings } from "../settings.ts";

interface EmailBatch {
  readonly realmId: number;
  /** Number of emails in this batch. */
  readonly emailCount: number;
  readonly now: Date;
}

/**
 * Counts invitation emails against the operators' limits for 24 hours. If a limit applies, other transactions that
 * count against the same limit wait until this transaction ends.
 * @throws DailyLimitReached
 */
export async function countInvitationEmails(tx: Tx, sending: EmailBatch, limits: InvitationSettings): Promise<void> {
  const { realmId, emailCount, now } = sending;
  const { invitationsPerDayOfNewcomers: ofNewcomers, invitationsPerDay: ofOne } = limits;
  if (ofNewcomers > 0 && (await isNew(tx, sending)) && (await sentByNewcomers(tx, now)) + emailCount > ofNewcomers)
    throwDailyLimitReached();
  if (ofOne > 0 && (await sentBy(tx, realmId, now)) + emailCount > ofOne) throwDailyLimitReached();
  await tx.insertInto("invitation_batch").values({ realm_id: realmId, at: now, letters: emailCount }).execute();
}

function throwDailyLimitReached(): never {
  throw new DailyLimitReached({
    errors: [],
    sent_invitations: false,
    daily_limit_reached: true,
    license_limit_reached: false,
  });
}

/** SQL condition that the organization in a row of `realm` is less than 7 days old. */
const isRecentlyCreated = (now: Date) => sql<boolean>`realm.created_at > ${now}::timestamptz - interval '7 days'`;

async function isNew(tx: Tx, { realmId, now }: EmailBatch): Promise<boolean> {
  const realm = await tx
    .selectFrom("realm")
    .select("id")
    .where("id", "=", realmId)
    .where(isRecentlyCreated(now))
    .executeTakeFirst();
  return realm !== undefined;
}

async function sentByNewcomers(tx: Tx, now: Date): Promise<number> {
  await acquireLock(tx, invitationEmailsLock, "new");
  const { rows } = await sql<{ letters: number }>`
    select coalesce(sum(letters), 0)::int as letters
    from invitation_batch join realm on realm.id = realm_id
    where at > ${now}::timestamptz - interval '24 hours' and ${isRecentlyCreated(now)}`.execute(tx);
  return rows[0]?.letters ?? 0;
}

async function sentBy(tx: Tx, realmId: number, now: Date): Promise<number> {
  await acquireLock(tx, invitationEmailsLock, String(realmId));
  const { rows } = await sql<{ letters: number }>`
    select coalesce(sum(letters), 0)::int as letters from invitation_batch
    where realm_id = ${realmId} and at > ${now}::timestamptz - interval '24 hours'`.execute(tx);
  return rows[0]?.letters ?? 0;
}
