import { sql } from "kysely";
import type { Tx } from "@parlance/kernel/db/types.ts";
import type { EmailHeaders } from "../email.ts";

/** The stored data of an email that is being delivered. */
export interface EmailInDelivery {
  readonly id: number;
  readonly kind: string;
  readonly to_address: string;
  readonly to_name: string;
  readonly subject: string;
  readonly body_text: string;
  readonly body_html: string;
  readonly headers: EmailHeaders;
  /** Number of attempts, including this one. */
  readonly tries: number;
  readonly created_at: Date;
  /** The name of the organization that sends the email. */
  readonly realm_name: string;
}

/**
 * Counts an attempt and returns the email; undefined if the email no longer exists or no longer waits to be sent, or if
 * the ticket is no longer the current one.
 */
export async function startDelivery(
  tx: Tx,
  { mailId, ticket, now }: { mailId: number; ticket: number; now: Date },
): Promise<EmailInDelivery | undefined> {
  const { rows } = await sql<EmailInDelivery>`
    update mail set tries = tries + 1, sending_since = ${now}
    from realm
    where mail.id = ${mailId} and ticket = ${ticket} and state = 'waiting' and realm.id = mail.realm_id
    returning mail.id, kind, to_address, to_name, subject, body_text, body_html, headers, tries, mail.created_at,
      realm.name as realm_name`.execute(tx);
  return rows[0];
}
