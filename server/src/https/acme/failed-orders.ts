import type { Reader } from "@parlance/kernel/db/types.ts";

/** Returns the hosts whose last certificate order failed, each with the error. */
export const loadFailedOrders = (db: Reader): Promise<{ host: string; last_error: string | null }[]> =>
  db.selectFrom("https_certificate").select(["host", "last_error"]).where("failures", ">", 0).orderBy("host").execute();
