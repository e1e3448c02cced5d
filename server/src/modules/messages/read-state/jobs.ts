import { sql } from "kysely";
import { z } from "zod";
import type { Reader } from "@parlance/kernel/db/types.ts";
import type { JobDeclaration } from "@parlance/kernel/jobs/job.ts";
import { lockWholeReadState } from "./actions/lock-read-state.ts";
import { packExceptions } from "./actions/storage/packed-exceptions.ts";

/** Maximum number of a user's exceptions that are stored as rows of their own. */
const MAX_UNPACKED_EXCEPTIONS = 100;
/** Number of users per query. */
const USERS_PER_PAGE = 1000;

/**
 * Packs the exceptions of users who have many. A user who reads selectively for years has one for each message left
 * unread.
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
