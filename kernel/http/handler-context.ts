import type { Logger } from "pino";
import type { Reader, Tx } from "../db/types.ts";
import type { OrganizationSnapshot } from "../organization-snapshot/organization-snapshot.ts";
import type { Actor, RealmContext } from "./context.ts";
import type { Exchange } from "./exchange.ts";
import { required } from "../base/required.ts";
import { startLargeWork } from "./large-work.ts";
import type { Services } from "./services.ts";

/**
 * The context that is passed to a handler. The context of a read has no transaction; the type of a write's context does
 * not expose the reader.
 */
class HandlerContext {
  readonly actor: Actor | null;
  readonly realm: RealmContext;
  readonly now: Date;
  readonly request: Exchange;
  readonly db: Reader;
  readonly tx: Tx | undefined;
  readonly #services: Services;

  constructor(services: Services, exchange: Exchange, realm: RealmContext, now: Date, tx: Tx | undefined) {
    this.actor = exchange.actor;
    this.realm = realm;
    this.now = now;
    this.request = exchange;
    this.db = tx ?? services.db.reader;
    this.tx = tx;
    this.#services = services;
  }

  get snapshot(): OrganizationSnapshot {
    const { snapshot } = this.request;
    if (!snapshot) throw new Error("operations without credentials have no directory");
    return snapshot;
  }

  readonly lockSnapshot = async (): Promise<OrganizationSnapshot> => {
    const { snapshot } = await this.#services.snapshots.lock(required(this.tx), this.realm.id);
    return snapshot;
  };

  readonly committedSnapshot = (): Promise<OrganizationSnapshot> =>
    this.#services.snapshots.committed(required(this.tx), this.realm.id);

  readonly startLargeWork = (bytes = 0): Promise<void> => startLargeWork(this.#services, this.request, bytes);

  /**
   * A logger that adds the request's id to each line. It is created on demand, because few handlers log. It is a getter
   * of the prototype, so a copy made with spread syntax does not have it.
   */
  get log(): Logger {
    return this.#services.log.child({ request: this.request.id });
  }
}

/**
 * Returns a function that creates the contexts of one request, with a transaction for writes. All contexts of a request
 * have the same `now`.
 */
export function createContextFactory(services: Services, exchange: Exchange, realm: RealmContext) {
  const now = services.clock.now();
  return (tx?: Tx) => new HandlerContext(services, exchange, realm, now, tx);
}
