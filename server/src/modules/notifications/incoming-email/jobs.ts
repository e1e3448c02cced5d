import { z } from "zod";
import type { JobDeclaration } from "#kernel/jobs/job.ts";
import { pruneIncomingMail } from "./actions/prune-mail.ts";
import { removeSpooledMail } from "./actions/remove-spooled-mail.ts";
import { postIncomingMail } from "./posting.ts";
import { readEmail } from "./parse-incoming-email.ts";
import { findPlace, type MailRoom, receive } from "./receive-email.ts";
import { MailRefused } from "./email-rejected.ts";

const DAY_MS = 24 * 3600 * 1000;

/**
 * Posts a received email. A refused one is deleted: its sender does not wait for a reply any more. One that the parser fails on is
 * kept in its table, and retried only as often as any other job.
 */
export const postLetters = (room: MailRoom, read = readEmail): JobDeclaration => ({
  ...postIncomingMail,
  async run({ db, clock, log }, payload) {
    const { mail_id: id } = postIncomingMail.payload.parse(payload);
    const mail = await db.reader
      .selectFrom("incoming_mail")
      .select(["recipient", "letter"])
      .where("id", "=", id)
      .executeTakeFirst();
    if (!mail) return;
    try {
      const place = await findPlace(room, mail.recipient);
      const email = await read(mail.letter, { realmId: place.realmId, ownDomain: room.ownDomain });
      if (email) await receive(room, place, email, clock.now());
    } catch (error) {
      if (!(error instanceof MailRefused)) throw error;
      if (error.cause)
        throw new Error(`incoming email ${id} is kept in incoming_mail: ${error.message}`, { cause: error });
      log.warn({ reason: error.message }, "an incoming email was rejected");
    }
    await db.write((tx) => removeSpooledMail(tx, id));
  },
});

/** Deletes emails that nobody could post, and forgets which ones came in, and where answers to old letters went. */
export const pruneMailRoom: JobDeclaration = {
  name: "prune-incoming-mail",
  payload: z.object({}),
  schedule: "29 4 * * *",
  async run({ db, clock }) {
    const before = (days: number) => new Date(clock.now().getTime() - days * DAY_MS);
    await db.write((tx) => pruneIncomingMail(tx, { received: before(30), posted: before(14), addresses: before(60) }));
  },
};
