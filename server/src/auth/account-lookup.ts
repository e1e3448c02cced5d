import { sql } from "kysely";
import type { Reader, Row } from "#kernel/db/types.ts";

/** What decides whether an API key opens the door. */
export type AccountFacts = Pick<
  Row<"account">,
  "id" | "realm_id" | "role" | "bot_type" | "is_active" | "email_key" | "api_key_version"
> &
  Pick<Row<"realm">, "deactivated_at">;

interface Waiting {
  readonly answer: Promise<AccountFacts | undefined>;
  resolve(facts: AccountFacts | undefined): void;
  reject(error: unknown): void;
}

/**
 * Reads accounts from the database at each call, nothing is remembered; calls that come together share one query. So a
 * key that was changed, or an account that was deactivated, is refused at once.
 */
export class AccountLookup {
  readonly #db: Reader;
  #waiting = new Map<number, Waiting>();

  constructor(db: Reader) {
    this.#db = db;
  }

  find(id: number): Promise<AccountFacts | undefined> {
    // Requests that arrived together are all read before the event loop comes to its immediates.
    if (this.#waiting.size === 0) setImmediate(() => void this.#answer());
    let entry = this.#waiting.get(id);
    if (!entry) {
      const {
        promise: answer,
        resolve,
        reject,
      } = Promise.withResolvers<AccountFacts | undefined>();
      entry = { answer, resolve, reject };
      this.#waiting.set(id, entry);
    }
    return entry.answer;
  }

  async #answer(): Promise<void> {
    const waiting = this.#waiting;
    this.#waiting = new Map();
    try {
      const rows = await this.#read([...waiting.keys()]);
      const byId = new Map(rows.map((row) => [row.id, row]));
      for (const [id, { resolve }] of waiting) resolve(byId.get(id));
    } catch (error) {
      for (const { reject } of waiting.values()) reject(error);
    }
  }

  #read(ids: readonly number[]): Promise<AccountFacts[]> {
    return this.#db
      .selectFrom("account")
      .innerJoin("realm", "realm.id", "account.realm_id")
      .select([
        "account.id",
        "account.realm_id",
        "account.role",
        "account.bot_type",
        "account.is_active",
      ])
      .select(["account.email_key", "account.api_key_version", "realm.deactivated_at"])
      .where("account.id", "=", sql<number>`any(${ids}::int[])`)
      .execute();
  }
}
