import { openDB, type IDBPDatabase, type IDBPObjectStore } from "idb";
import type { QueuePosition } from "../events/event-follower.ts";
import {
  diffRecords,
  restoreSnapshot,
  type ReplicaSnapshot,
  type ReplicaRecords,
  toRecords,
  windowNames,
} from "./persisted-replica-records.ts";

/** A page's state, and the position of the last event applied to it. */
export interface PersistedReplica extends ReplicaSnapshot {
  readonly position: QueuePosition;
}

/**
 * Version of the stored format. It must be incremented when the format changes, so that data stored by an older client
 * is not read.
 */
const SCHEMA_VERSION = 3;
const STORE = "replica" as const;
/** Key of the record that is written with every save. */
const HEAD_KEY = "head";

interface Head {
  readonly position: QueuePosition;
  /**
   * Unique for each save. If the stored stamp is not the one that this page loaded or wrote last, another page has
   * saved its state since then.
   */
  readonly stamp: string;
  readonly windows: readonly string[];
}

const NO_RECORDS: ReplicaRecords = new Map();

type Store = IDBPObjectStore<unknown, [typeof STORE], typeof STORE, "readwrite">;

interface WrittenReplica {
  readonly parts: ReplicaRecords;
  readonly stamp: string;
}

/**
 * Persists the state of a page in the browser, so that the next page starts from it. Each user has a separate database.
 */
export class ReplicaStorage {
  readonly #database: Promise<IDBPDatabase | null>;
  /** The records that this page loaded or saved last. Still valid if the stored stamp equals `#stamp`. */
  #savedRecords = NO_RECORDS;
  #stamp = "";
  #writing = Promise.resolve();

  constructor(me: number) {
    this.#database = openDatabase(`parlance ${me}`);
  }

  async load(): Promise<PersistedReplica | null> {
    try {
      const database = await this.#database;
      if (!database) return null;
      const { store } = database.transaction(STORE);
      const [names, values] = await Promise.all([store.getAllKeys(), store.getAll()]);
      const found = new Map(names.map((name, index) => [name as string, values[index] as unknown]));
      const head = found.get(HEAD_KEY) as Head | undefined;
      if (!head) return null;
      const known = restoreSnapshot(found, head.windows);
      this.#savedRecords = toRecords(known);
      this.#stamp = head.stamp;
      return { ...known, position: head.position };
    } catch {
      return null;
    }
  }

  /**
   * Saves the state, once a save in progress has finished. If the disk is full, the previously saved state remains; a
   * page that starts from it receives the later events again.
   */
  async save(replica: PersistedReplica): Promise<void> {
    this.#writing = this.#writing.then(async () => this.#write(replica)).catch(() => undefined);
    return this.#writing;
  }

  async #write(replica: PersistedReplica): Promise<void> {
    const transaction = (await this.#database)?.transaction(STORE, "readwrite");
    if (!transaction) return;
    const done = transaction.done.then(
      () => true,
      () => false,
    );
    let written: WrittenReplica;
    try {
      written = await this.#put(transaction.store, replica);
    } catch (error) {
      // Undoes the records written so far, so that the stored state is never a mixture of two states.
      transaction.abort();
      throw error;
    }
    if (!(await done)) return;
    this.#savedRecords = written.parts;
    this.#stamp = written.stamp;
  }

  async #put(store: Store, { position, ...known }: PersistedReplica): Promise<WrittenReplica> {
    const head = (await store.get(HEAD_KEY)) as Head | undefined;
    // Another page of the user may have saved its own state since then. In that case, all records are written again.
    const isAsLeft = head?.stamp === this.#stamp;
    if (!isAsLeft) await store.clear();
    const parts = toRecords(known);
    const { put, gone } = diffRecords(isAsLeft ? this.#savedRecords : NO_RECORDS, parts);
    for (const name of gone) await store.delete(name);
    // Records are written one after the other, so that the page can do other work in between.
    for (const [name, { value }] of put) await store.put(value, name);
    const stamp = `${Date.now()} ${Math.random()}`;
    await store.put({ position, stamp, windows: windowNames(known.messages) } satisfies Head, HEAD_KEY);
    return { parts, stamp };
  }
}

/**
 * Opens the database. Returns null if the browser cannot store anything, or if a page with an older version of the
 * client has the database open. All data is then requested from the server.
 */
async function openDatabase(name: string): Promise<IDBPDatabase | null> {
  return new Promise((resolve) => {
    const opening = openDB(name, SCHEMA_VERSION, {
      upgrade(database) {
        for (const store of Array.from(database.objectStoreNames)) database.deleteObjectStore(store);
        database.createObjectStore(STORE);
      },
      blocked: () => resolve(null),
      // Closes the database as soon as a newer version of the client, or logging out, needs exclusive access.
      blocking: (_current, _blocked, event) => (event.target as IDBDatabase).close(),
    });
    opening.then(resolve, () => resolve(null));
  });
}
