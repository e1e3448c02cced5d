import type { Reader } from "@parlance/kernel/db/types.ts";

/** The hosts whose last order came to nothing, and why. */
export const loadFailedOrders = (db: Reader): Promise<{ host: string; last_error: string | null }[]> =>
  db.selectFrom("https_certificate").select(["host", "last_error"]).where("failures", ">", 0).orderBy("host").execute();
