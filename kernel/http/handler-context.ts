import type { Logger } from "pino";
import type { Reader, Tx } from "../db/types.ts";
import type { OrganizationSnapshot } from "../organization-snapshot/organization-snapshot.ts";
import type { Actor, RealmContext } from "./context.ts";
import type { Exchange } from "./exchange.ts";
import { startLargeWork } from "./large-work.ts";
import type { Services } from "./services.ts";

/** The context that is passed to the handler of a read. */
class ReadContext {
  readonly actor: Actor | null;
  readonly realm: RealmContext;
  readonly now: Date;
  readonly request: Exchange;
  readonly db: Reader;
  readonly #services: Services;

  constructor(services: Services, exchange: Exchange, realm: RealmContext, now: Date, db: Reader) {
    this.actor = exchange.actor;
    this.realm = realm;
    this.now = now;
    this.request = exchange;
    this.db = db;
    this.#services = services;
  }

  get snapshot(): OrganizationSnapshot {
    const { snapshot } = this.request;
    if (!snapshot) throw new Error("operations without credentials have no directory");
    return snapshot;
  }

  readonly startLargeWork = (bytes = 0): Promise<void> => startLargeWork(this.#services, this.request, bytes);

  /**
   * A logger that adds the request's id to each line. It is created on demand, because few handlers log. It is a getter
   * of the prototype, so a copy made with spread syntax does not have it.
   */
  get log(): Logger {
    return this.#services.log.child({ request: this.request.id });
  }
}

/** The context that is passed to the handler of a write. Its type does not expose the reader. */
class WriteContext extends ReadContext {
  readonly tx: Tx;
  readonly lockSnapshot: () => Promise<OrganizationSnapshot>;
  readonly committedSnapshot: () => Promise<OrganizationSnapshot>;

  constructor(services: Services, exchange: Exchange, realm: RealmContext, now: Date, tx: Tx) {
    super(services, exchange, realm, now, tx);
    const { snapshots } = services;
    this.tx = tx;
    this.lockSnapshot = async () => (await snapshots.lock(tx, realm.id)).snapshot;
    this.committedSnapshot = () => snapshots.committed(tx, realm.id);
  }
}

/**
 * Returns a function that creates the contexts of one request, with a transaction for writes. All contexts of a request
 * have the same `now`.
 */
export function createContextFactory(services: Services, exchange: Exchange, realm: RealmContext) {
  const now = services.clock.now();
  return (tx?: Tx) =>
    tx
      ? new WriteContext(services, exchange, realm, now, tx)
      : new ReadContext(services, exchange, realm, now, services.db.reader);
}
