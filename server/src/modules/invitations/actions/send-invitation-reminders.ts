import { sql } from "kysely";
import type { Tx } from "@parlance/kernel/db/types.ts";
import { enqueueEmails } from "#modules/platform/email/actions/enqueue-email.ts";
import { realmUrl, type Site } from "#modules/organizations/core/hosts.ts";
import { invitationUrl } from "../invitation.ts";
import { reminderEmail } from "../emails.ts";

interface DueReminder {
  readonly realm_id: number;
  readonly subdomain: string;
  readonly host: string | null;
  readonly organization: string;
  readonly referrer: string;
  readonly key: string;
  readonly email: string;
  readonly expires_at: Date;
}

/** Maximum number of reminders sent in a transaction. */
const BATCH_SIZE = 500;

/**
 * Sends a batch of reminders: one for each invitation that has had no reminder, that expires within 2 days and whose
 * whole validity is at least 4 days. If there are several invitations to an address, only the newest is considered.
 * Invitations that another transaction is using or revoking are left for the next run.
 * @returns whether there may be more invitations to remind of
 */
export async function sendInvitationReminders(tx: Tx, site: Site, now: Date): Promise<boolean> {
  const due = await claimDue(tx, now);
  for (const own of Map.groupBy(due, ({ realm_id }) => realm_id).values()) await remind(tx, own, site, now);
  return due.length === BATCH_SIZE;
}

async function claimDue(tx: Tx, now: Date): Promise<DueReminder[]> {
  const isPending = sql`used_at is null and revoked_at is null`;
  const { rows } = await sql<DueReminder>`
    with due as materialized (
      select id from invitation
      where ${isPending} and reminded_at is null and email is not null and referrer_id is not null
        and expires_at > ${now}::timestamptz and expires_at <= ${now}::timestamptz + interval '2 days'
        and expires_at >= created_at + interval '4 days'
        and not exists (
          select from invitation as later
          where later.realm_id = invitation.realm_id and later.email_key = invitation.email_key
            and later.used_at is null and later.revoked_at is null and later.referrer_id is not null
            and later.id > invitation.id
        )
        and realm_id in (select id from realm where deactivated_at is null)
      order by id limit ${BATCH_SIZE}
      for no key update skip locked
    )
    update invitation set reminded_at = ${now}
    from realm, account
    where invitation.id in (select id from due) and realm.id = invitation.realm_id and account.id = invitation.referrer_id
    returning invitation.realm_id, realm.subdomain, realm.host, realm.name as organization,
      account.full_name as referrer, invitation.key, invitation.email, invitation.expires_at`.execute(tx);
  return rows;
}

async function remind(tx: Tx, due: readonly DueReminder[], site: Site, now: Date): Promise<void> {
  const [first] = due;
  if (!first) return;
  const realm = { id: first.realm_id, url: realmUrl(first, site) };
  const emails = due.map(({ organization, referrer, key, email, expires_at: expiresAt }) => ({
    to: { address: email, name: "" },
    email: reminderEmail({ organization, referrer, url: invitationUrl(realm, key), expiresAt }),
  }));
  await enqueueEmails(tx, { realm, now }, emails);
}
