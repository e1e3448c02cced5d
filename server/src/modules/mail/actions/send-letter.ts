import type { Tx } from "#kernel/db/types.ts";
import type { RealmContext } from "#kernel/http/context.ts";
import type { Addressee, Letter } from "../letter.ts";
import { asHtml, asText } from "../rendering.ts";

/**
 * Sends a letter once the transaction has committed, and only then. The job behind it tries again for hours where the
 * mail server does not take it; what nobody takes stays as `failed` for the operator to see.
 */
export async function sendLetter(
  tx: Tx,
  { realm, to, letter, now }: { realm: Pick<RealmContext, "id" | "url">; to: Addressee; letter: Letter; now: Date },
): Promise<void> {
  await tx
    .insertInto("mail")
    .values({
      realm_id: realm.id,
      kind: letter.kind,
      to_address: to.address,
      to_name: to.name,
      subject: letter.subject,
      body_text: asText(letter),
      body_html: asHtml(letter),
      created_at: now,
    })
    .execute();
}
