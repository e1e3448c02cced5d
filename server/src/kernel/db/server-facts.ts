import type { Tx } from "./types.ts";

/** Notes something of the server as a whole, instead of what was noted under the same key, or only if nothing was. */
export async function storeServerFact(tx: Tx, key: string, value: string, before: "replaced" | "kept"): Promise<void> {
  await tx
    .insertInto("server_fact")
    .values({ key, value })
    .onConflict((conflict) =>
      before === "kept" ? conflict.doNothing() : conflict.column("key").doUpdateSet({ value }),
    )
    .execute();
}
