import { sql } from "kysely";
import type { Tx } from "#kernel/db/types.ts";
import type { RealmContext } from "#kernel/http/context.ts";
import type { Addressee, Letter } from "../letter.ts";
import { asHtml, asText } from "../rendering.ts";

/** A letter and where it goes. */
export interface Dispatch {
  readonly to: Addressee;
  readonly letter: Letter;
}

interface Occasion {
  readonly realm: Pick<RealmContext, "id" | "url">;
  readonly now: Date;
}

/**
 * Sends letters once the transaction has committed, and only then. The job behind it tries again for hours where the
 * mail server does not take one; what nobody takes stays as `failed` for the operator to see.
 */
export async function sendLetters(tx: Tx, { realm, now }: Occasion, letters: readonly Dispatch[]): Promise<void> {
  if (letters.length === 0) return;
  const column = <T>(of: (one: Dispatch) => T): T[] => letters.map(of);
  await sql`
    insert into mail (realm_id, kind, to_address, to_name, subject, body_text, body_html, created_at)
    select ${realm.id}, kind, address, name, subject, body_text, body_html, ${now}::timestamptz
    from unnest(
      ${column(({ letter }) => letter.kind)}::text[], ${column(({ to }) => to.address)}::text[],
      ${column(({ to }) => to.name)}::text[], ${column(({ letter }) => letter.subject)}::text[],
      ${column(({ letter }) => asText(letter))}::text[], ${column(({ letter }) => asHtml(letter))}::text[]
    ) with ordinality as letter(kind, address, name, subject, body_text, body_html, place)
    order by place`.execute(tx);
}

/** Sends one. */
export const sendLetter = (tx: Tx, { realm, now, ...letter }: Occasion & Dispatch): Promise<void> =>
  sendLetters(tx, { realm, now }, [letter]);
