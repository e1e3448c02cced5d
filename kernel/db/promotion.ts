import type pg from "pg";
import { z } from "zod";
import { DatabaseUnusable } from "./database-unusable.ts";
import { storeServerFact } from "./server-facts.ts";
import type { Tx } from "./types.ts";

/**
 * Key of the server fact which records that a database was moved to another server, or that it is an unfinished copy.
 */
const PROMOTION = "promotion";

const promotionShape = z.discriminatedUnion("state", [
  /** The database was moved: another database is now in use instead. */
  z.object({ state: z.literal("moved"), to: z.string(), at: z.iso.datetime() }),
  /** The database is a copy that must not be used until the original has been taken out of use. */
  z.object({ state: z.literal("copy"), at: z.iso.datetime() }),
]);
type Promotion = z.infer<typeof promotionShape>;

/** Returns the recorded promotion of a database, or undefined if there was none. */
export function findPromotion(facts: ReadonlyMap<string, string>): Promotion | undefined {
  const text = facts.get(PROMOTION);
  return text === undefined ? undefined : promotionShape.parse(JSON.parse(text));
}

/** Thrown if the database was moved elsewhere, so writes to it would be lost. The message states the remedy. */
export class DatabasePromoted extends Error {
  override readonly name = "DatabasePromoted";

  constructor({ to, at }: Extract<Promotion, { state: "moved" }>) {
    super(
      `this database was moved to ${to} at ${at} with \`parlance promote\`: set DATABASE_URL to the new database. If that was never used, ` +
        "`parlance promote --undo` switches back to this one.",
    );
  }
}

/**
 * Throws if a database was moved elsewhere, or is an unfinished copy.
 * @throws DatabasePromoted, DatabaseUnusable
 */
export function assertNotPromoted(facts: ReadonlyMap<string, string>): void {
  const promotion = findPromotion(facts);
  if (promotion?.state === "moved") throw new DatabasePromoted(promotion);
  if (promotion?.state !== "copy") return;
  throw new DatabaseUnusable(
    `it contains an unfinished copy that \`parlance promote\` started at ${promotion.at}`,
    "Drop it, recreate it and run `parlance promote` again; the original database is unchanged.",
  );
}

/** Records in the database that it was moved elsewhere. */
export const markDatabaseMoved = (tx: Tx, to: string, at: Date): Promise<void> =>
  storeServerFact(tx, PROMOTION, serializePromotion({ state: "moved", to, at: at.toISOString() }), "replaced");

/** Removes the record that the database was moved. */
export async function clearDatabaseMoved(tx: Tx): Promise<void> {
  await tx.deleteFrom("server_fact").where("key", "=", PROMOTION).execute();
}

/** Records in a copy that the copy must not be used yet. */
export async function markUnfinishedCopy(copy: pg.Client, at: Date): Promise<void> {
  const mark = serializePromotion({ state: "copy", at: at.toISOString() });
  await copy.query("insert into server_fact (key, value) values ($1, $2)", [PROMOTION, mark]);
}

/** Allows servers to use a copy from now on. */
export async function activateCopy(copy: pg.Client): Promise<void> {
  await copy.query("delete from server_fact where key = $1", [PROMOTION]);
}

const serializePromotion = (promotion: Promotion): string => JSON.stringify(promotion);
