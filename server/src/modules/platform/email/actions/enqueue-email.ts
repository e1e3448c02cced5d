import { sql } from "kysely";
import type { Tx } from "#kernel/db/types.ts";
import type { RealmContext } from "#kernel/http/context.ts";
import { requestJob } from "#kernel/jobs/enqueue-job.ts";
import { FIRST_TICKET, deliverLetter } from "../delivery-job.ts";
import type { Addressee, Letter, LetterHeaders } from "../email.ts";
import { asHtml } from "../rendering/render-html.ts";
import type { Sender } from "../rendering/sender.ts";
import { asText } from "../rendering/render-text.ts";
import { singleLine } from "../header-text.ts";

/** A letter and where it goes. */
export interface Dispatch {
  readonly to: Addressee;
  readonly letter: Letter;
}

interface Occasion {
  readonly realm: Pick<RealmContext, "id" | "url">;
  readonly now: Date;
}

/** Letters that one statement takes: their texts are some kilobytes each. */
const MOST_AT_ONCE = 500;

/**
 * Sends letters once the transaction has committed, and only then. The job behind it tries again for hours where the
 * mail server does not take one; what nobody takes stays as `failed` for the operator to see.
 */
export async function sendLetters(tx: Tx, { realm, now }: Occasion, letters: readonly Dispatch[]): Promise<void> {
  if (letters.length === 0) return;
  const { name } = await tx.selectFrom("realm").select("name").where("id", "=", realm.id).executeTakeFirstOrThrow();
  const sender = { name: singleLine(name), url: realm.url };
  for (let from = 0; from < letters.length; from += MOST_AT_ONCE) {
    await insert(tx, { realmId: realm.id, sender, now }, letters.slice(from, from + MOST_AT_ONCE));
  }
}

async function insert(
  tx: Tx,
  { realmId, sender, now }: { realmId: number; sender: Sender; now: Date },
  letters: readonly Dispatch[],
): Promise<void> {
  const column = <T>(of: (one: Dispatch) => T): T[] => letters.map(of);
  const { rows } = await sql<{ id: number }>`
    insert into mail (realm_id, kind, to_address, to_name, subject, body_text, body_html, headers, ticket, created_at)
    select ${realmId}, kind, address, name, subject, body_text, body_html, headers::jsonb, ${FIRST_TICKET}, ${now}::timestamptz
    from unnest(
      ${column(({ letter }) => letter.kind)}::text[], ${column(({ to }) => to.address)}::text[],
      ${column(({ to }) => singleLine(to.name))}::text[], ${column(({ letter }) => singleLine(letter.subject))}::text[],
      ${column(({ letter }) => asText(letter, sender))}::text[], ${column(({ letter }) => asHtml(letter, sender))}::text[],
      ${column(({ letter }) => JSON.stringify(headersOf(letter)))}::text[]
    ) with ordinality as letter(kind, address, name, subject, body_text, body_html, headers, ordinal)
    order by ordinal
    returning id`.execute(tx);
  for (const { id } of rows) requestJob(tx, deliverLetter, { mail_id: id, ticket: FIRST_TICKET });
}

const headersOf = ({ unsubscribe, replyTo, thread }: Letter): LetterHeaders => ({
  ...(unsubscribe !== undefined && { unsubscribe }),
  ...(replyTo !== undefined && { replyTo }),
  ...(thread !== undefined && { thread }),
});

/** Sends one. */
export const sendLetter = (tx: Tx, { realm, now, ...letter }: Occasion & Dispatch): Promise<void> =>
  sendLetters(tx, { realm, now }, [letter]);
