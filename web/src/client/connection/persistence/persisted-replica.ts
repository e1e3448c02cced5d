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

/** What a page knew, and the event up to which. */
export interface PersistedReplica extends ReplicaSnapshot {
  readonly position: QueuePosition;
}

/** Changes with what is kept: what an earlier client has kept is not read. */
const SCHEMA_VERSION = 3;
const STORE = "replica" as const;
/** The name of what is written with every change. */
const HEAD_KEY = "head";

interface Head {
  readonly position: QueuePosition;
  /** Another one each time: who finds it changed does not know what else is there. */
  readonly stamp: string;
  readonly windows: readonly string[];
}

const NO_RECORDS: ReplicaRecords = new Map();

type Store = IDBPObjectStore<unknown, [typeof STORE], typeof STORE, "readwrite">;

interface WrittenReplica {
  readonly parts: ReplicaRecords;
  readonly stamp: string;
}

/** Keeps what a page knows in the browser, for its next opening: each person's by itself. */
export class ReplicaStorage {
  readonly #database: Promise<IDBPDatabase | null>;
  /** What is there, if it still has this stamp. */
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

  /** Keeps it, at once or after what is being written. A full disk keeps what it had: the events since then come again. */
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
      // All of it, or nothing.
      transaction.abort();
      throw error;
    }
    if (!(await done)) return;
    this.#savedRecords = written.parts;
    this.#stamp = written.stamp;
  }

  async #put(store: Store, { position, ...known }: PersistedReplica): Promise<WrittenReplica> {
    const head = (await store.get(HEAD_KEY)) as Head | undefined;
    // Another page of the person's may have kept what it knows, which is not the same.
    const isAsLeft = head?.stamp === this.#stamp;
    if (!isAsLeft) await store.clear();
    const parts = toRecords(known);
    const { put, gone } = diffRecords(isAsLeft ? this.#savedRecords : NO_RECORDS, parts);
    for (const name of gone) await store.delete(name);
    // One after the other: the page can do something else in between.
    for (const [name, { value }] of put) await store.put(value, name);
    const stamp = `${Date.now()} ${Math.random()}`;
    await store.put({ position, stamp, windows: windowNames(known.messages) } satisfies Head, HEAD_KEY);
    return { parts, stamp };
  }
}

/** Null: a browser that keeps nothing, or in which an older page holds what it kept, asks the server each time. */
async function openDatabase(name: string): Promise<IDBPDatabase | null> {
  return new Promise((resolve) => {
    const opening = openDB(name, SCHEMA_VERSION, {
      upgrade(database) {
        for (const store of Array.from(database.objectStoreNames)) database.deleteObjectStore(store);
        database.createObjectStore(STORE);
      },
      blocked: () => resolve(null),
      // A newer page, or signing out, need not wait for this one.
      blocking: (_current, _blocked, event) => (event.target as IDBDatabase).close(),
    });
    opening.then(resolve, () => resolve(null));
  });
}
