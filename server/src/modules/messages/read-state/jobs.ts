import { sql } from "kysely";
import { z } from "zod";
import type { Reader } from "@parlance/kernel/db/types.ts";
import type { JobDeclaration } from "@parlance/kernel/jobs/job.ts";
import { lockWholeReadState } from "./actions/lock-read-state.ts";
import { packExceptions } from "./actions/storage/packed-exceptions.ts";

/**
 * Number of unpacked exceptions above which a user's exceptions are packed. An exception is an individually stored
 * unread message; unpacked, it is a row.
 */
const MAX_UNPACKED_EXCEPTIONS = 100;
/** Maximum number of users loaded by one query. */
const USERS_PER_PAGE = 1000;

/**
 * Packs the exceptions of users who have many of them. A user who reads selectively over years leaves many messages
 * unread, each of which is an exception.
 */
export const packUnreadExceptions: JobDeclaration = {
  name: "pack-unread-exceptions",
  payload: z.object({}),
  schedule: "19 * * * *",
  async run({ db, signal }) {
    for (let after: number | undefined = 0; after !== undefined;) {
      const userIds: number[] = await findUsersWithManyExceptions(db.reader, after);
      for (const userId of userIds) {
        for (let isMore = true; isMore && !signal.aborted;) {
          isMore = await db.write(async (tx) => {
            await lockWholeReadState(tx, userId);
            return packExceptions(tx, userId);
          });
        }
      }
      after = signal.aborted ? undefined : userIds.at(-1);
    }
  },
};

async function findUsersWithManyExceptions(db: Reader, after: number): Promise<number[]> {
  const { rows } = await sql<{ user_id: number }>`
    select user_id from unread_exception where user_id > ${after}
    group by user_id having count(*) > ${MAX_UNPACKED_EXCEPTIONS} order by user_id limit ${USERS_PER_PAGE}`.execute(db);
  return rows.map(({ user_id }) => user_id);
}
