import { sql } from "kysely";
import type { Tx } from "@parlance/kernel/db/types.ts";
import type { RealmContext } from "@parlance/kernel/http/context.ts";
import { enqueueJob } from "@parlance/kernel/jobs/enqueue-job.ts";
import { FIRST_TICKET, deliverEmailJob } from "../delivery-job.ts";
import type { EmailRecipient, Email, EmailHeaders } from "../email.ts";
import { renderHtml } from "../rendering/render-html.ts";
import type { EmailSender } from "../rendering/sender.ts";
import { renderText } from "../rendering/render-text.ts";
import { toHeaderText } from "../header-text.ts";

/** An email and its recipient. */
export interface AddressedEmail {
  readonly to: EmailRecipient;
  readonly email: Email;
}

interface EmailContext {
  readonly realm: Pick<RealmContext, "id" | "url">;
  readonly now: Date;
}

/**
 * Maximum number of emails inserted with one statement. The limit exists because each email has a text of some
 * kilobytes.
 */
const MAX_EMAILS_PER_INSERT = 500;

/**
 * Stores emails, and for each a job that sends it if the transaction commits. If the delivery fails, it is retried for
 * hours, unless the mail server rejects the address or the email for good. An email that is never accepted remains
 * stored as `failed` for the operator, for 30 days after it was created.
 */
export async function enqueueEmails(
  tx: Tx,
  { realm, now }: EmailContext,
  emails: readonly AddressedEmail[],
): Promise<void> {
  if (emails.length === 0) return;
  const { name } = await tx.selectFrom("realm").select("name").where("id", "=", realm.id).executeTakeFirstOrThrow();
  const sender = { name: toHeaderText(name), url: realm.url };
  for (let from = 0; from < emails.length; from += MAX_EMAILS_PER_INSERT) {
    await insert(tx, { realmId: realm.id, sender, now }, emails.slice(from, from + MAX_EMAILS_PER_INSERT));
  }
}

async function insert(
  tx: Tx,
  { realmId, sender, now }: { realmId: number; sender: EmailSender; now: Date },
  emails: readonly AddressedEmail[],
): Promise<void> {
  const column = <T>(of: (one: AddressedEmail) => T): T[] => emails.map(of);
  const { rows } = await sql<{ id: number }>`
    insert into mail (realm_id, kind, to_address, to_name, subject, body_text, body_html, headers, ticket, created_at)
    select ${realmId}, kind, address, name, subject, body_text, body_html, headers::jsonb, ${FIRST_TICKET}, ${now}::timestamptz
    from unnest(
      ${column(({ email }) => email.kind)}::text[], ${column(({ to }) => to.address)}::text[],
      ${column(({ to }) => toHeaderText(to.name))}::text[], ${column(({ email }) => toHeaderText(email.subject))}::text[],
      ${column(({ email }) => renderText(email, sender))}::text[], ${column(({ email }) => renderHtml(email, sender))}::text[],
      ${column(({ email }) => JSON.stringify(headersOf(email)))}::text[]
    ) with ordinality as letter(kind, address, name, subject, body_text, body_html, headers, ordinal)
    order by ordinal
    returning id`.execute(tx);
  for (const { id } of rows) enqueueJob(tx, deliverEmailJob, { mail_id: id, ticket: FIRST_TICKET });
}

const headersOf = ({ unsubscribe, replyTo, thread }: Email): EmailHeaders => ({
  ...(unsubscribe !== undefined && { unsubscribe }),
  ...(replyTo !== undefined && { replyTo }),
  ...(thread !== undefined && { thread }),
});

/** Stores a single email, and a job that sends it if the transaction commits. */
export const enqueueEmail = (tx: Tx, { realm, now, ...email }: EmailContext & AddressedEmail): Promise<void> =>
  enqueueEmails(tx, { realm, now }, [email]);
