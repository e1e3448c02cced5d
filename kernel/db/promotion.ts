import type pg from "pg";
import { z } from "zod";
import { DatabaseUnusable } from "./database-unusable.ts";
import { storeServerFact } from "./server-facts.ts";
import type { Tx } from "./types.ts";

/** The server's fact that a database was copied to another server, or is such a copy. */
const PROMOTION = "promotion";

const promotionShape = z.discriminatedUnion("state", [
  /** This database goes on elsewhere. */
  z.object({ state: z.literal("moved"), to: z.string(), at: z.iso.datetime() }),
  /** This one is a copy which is not to be used before the original has ended. */
  z.object({ state: z.literal("copy"), at: z.iso.datetime() }),
]);
type Promotion = z.infer<typeof promotionShape>;

/** What is known of a database's promotion; undefined where there was none. */
export function findPromotion(facts: ReadonlyMap<string, string>): Promotion | undefined {
  const text = facts.get(PROMOTION);
  return text === undefined ? undefined : promotionShape.parse(JSON.parse(text));
}

/** Writing to it would be lost: the database goes on elsewhere. The message says what to do. */
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
 * Refuses a database that went on elsewhere, and a copy that is not whole.
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

/** Notes in the database that it goes on elsewhere. */
export const markDatabaseMoved = (tx: Tx, to: string, at: Date): Promise<void> =>
  storeServerFact(tx, PROMOTION, serializePromotion({ state: "moved", to, at: at.toISOString() }), "replaced");

/** Takes that back. */
export async function clearDatabaseMoved(tx: Tx): Promise<void> {
  await tx.deleteFrom("server_fact").where("key", "=", PROMOTION).execute();
}

/** Notes in a copy that it is not to be used yet. */
export async function markUnfinishedCopy(copy: pg.Client, at: Date): Promise<void> {
  const mark = serializePromotion({ state: "copy", at: at.toISOString() });
  await copy.query("insert into server_fact (key, value) values ($1, $2)", [PROMOTION, mark]);
}

/** Lets servers use a copy from now on. */
export async function activateCopy(copy: pg.Client): Promise<void> {
  await copy.query("delete from server_fact where key = $1", [PROMOTION]);
}

const serializePromotion = (promotion: Promotion): string => JSON.stringify(promotion);
