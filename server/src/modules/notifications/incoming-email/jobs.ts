import { z } from "zod";
import type { JobDeclaration } from "@parlance/kernel/jobs/job.ts";
import { postIncomingEmailJob } from "./actions/enqueue-incoming-email.ts";
import { parseIncomingEmail } from "./parse-incoming-email.ts";
import { resolveDestination, type IncomingEmailServices, receiveEmail } from "./receive-email.ts";
import { EmailRejected } from "./email-rejected.ts";
import type { Tx } from "@parlance/kernel/db/types.ts";

/** Deletes an email that was posted or rejected. */
async function deleteReceivedEmail(tx: Tx, id: number): Promise<void> {
  await tx.deleteFrom("incoming_mail").where("id", "=", id).execute();
}

interface DeleteBefore {
  readonly received: Date;
  readonly posted: Date;
  readonly addresses: Date;
}

/**
 * Deletes old data, with a time limit for each kind: emails that could not be parsed, records of posted emails, and
 * reply addresses.
 */
async function deleteOldIncomingEmail(tx: Tx, { received, posted, addresses }: DeleteBefore): Promise<void> {
  await tx.deleteFrom("incoming_mail").where("received_at", "<", received).execute();
  await tx.deleteFrom("posted_mail").where("posted_at", "<", posted).execute();
  await tx.deleteFrom("reply_address").where("created_at", "<", addresses).execute();
}

const DAY_MS = 24 * 3600 * 1000;

/**
 * Posts a received email. A rejected email is deleted, because its sender no longer waits for a reply. An email on
 * which the parser fails remains stored, and the job is retried as often as any other job.
 */
export const postEmails = (room: IncomingEmailServices, read = parseIncomingEmail): JobDeclaration => ({
  ...postIncomingEmailJob,
  async run({ db, clock, log }, payload) {
    const { mail_id: id } = postIncomingEmailJob.payload.parse(payload);
    const mail = await db.reader
      .selectFrom("incoming_mail")
      .select(["recipient", "letter"])
      .where("id", "=", id)
      .executeTakeFirst();
    if (!mail) return;
    try {
      const place = await resolveDestination(room, mail.recipient);
      const email = await read(mail.letter, { realmId: place.realmId, ownDomain: room.ownDomain });
      if (email) await receiveEmail(room, place, email, clock.now());
    } catch (error) {
      if (!(error instanceof EmailRejected)) throw error;
      if (error.cause)
        throw new Error(`incoming email ${id} stays in incoming_mail: ${error.message}`, { cause: error });
      log.warn({ reason: error.message }, "an incoming email was rejected");
    }
    await db.write((tx) => deleteReceivedEmail(tx, id));
  },
});

/** Deletes emails that could not be parsed, old records of posted emails, and old reply addresses. */
export const pruneIncomingEmail: JobDeclaration = {
  name: "prune-incoming-mail",
  payload: z.object({}),
  schedule: "29 4 * * *",
  async run({ db, clock }) {
    const before = (days: number) => new Date(clock.now().getTime() - days * DAY_MS);
    await db.write((tx) =>
      deleteOldIncomingEmail(tx, { received: before(30), posted: before(14), addresses: before(60) }),
    );
  },
};
