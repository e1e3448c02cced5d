import { openDB, type IDBPDatabase, type IDBPObjectStore } from "idb";
import type { QueuePosition } from "../events/event-follower.ts";
import { changesBetween, keptFrom, type Known, type Parts, partsOf, windowNames } from "./persisted-replica-records.ts";

/** What a page knew, and the event up to which. */
export interface KeptReplica extends Known {
  readonly position: QueuePosition;
}

/** Changes with what is kept: what an earlier client has kept is not read. */
const VERSION = 3;
const STORE = "replica" as const;
/** The name of what is written with every change. */
const HEAD = "head";

interface Head {
  readonly position: QueuePosition;
  /** Another one each time: who finds it changed does not know what else is there. */
  readonly stamp: string;
  readonly windows: readonly string[];
}

const nothing: Parts = new Map();

type Store = IDBPObjectStore<unknown, [typeof STORE], typeof STORE, "readwrite">;

interface Written {
  readonly parts: Parts;
  readonly stamp: string;
}

/** Keeps what a page knows in the browser, for its next opening: each person's by itself. */
export class ReplicaKeeper {
  readonly #database: Promise<IDBPDatabase | null>;
  /** What is there, if it still has this stamp. */
  #kept = nothing;
  #stamp = "";
  #writing = Promise.resolve();

  constructor(me: number) {
    this.#database = opened(`parlance ${me}`);
  }

  async load(): Promise<KeptReplica | null> {
    try {
      const database = await this.#database;
      if (!database) return null;
      const { store } = database.transaction(STORE);
      const [names, values] = await Promise.all([store.getAllKeys(), store.getAll()]);
      const found = new Map(names.map((name, index) => [name as string, values[index] as unknown]));
      const head = found.get(HEAD) as Head | undefined;
      if (!head) return null;
      const known = keptFrom(found, head.windows);
      this.#kept = partsOf(known);
      this.#stamp = head.stamp;
      return { ...known, position: head.position };
    } catch {
      return null;
    }
  }

  /** Keeps it, at once or after what is being written. A full disk keeps what it had: the events since then come again. */
  async keep(replica: KeptReplica): Promise<void> {
    this.#writing = this.#writing.then(async () => this.#write(replica)).catch(() => undefined);
    return this.#writing;
  }

  async #write(replica: KeptReplica): Promise<void> {
    const transaction = (await this.#database)?.transaction(STORE, "readwrite");
    if (!transaction) return;
    const done = transaction.done.then(
      () => true,
      () => false,
    );
    let written: Written;
    try {
      written = await this.#put(transaction.store, replica);
    } catch (error) {
      // All of it, or nothing.
      transaction.abort();
      throw error;
    }
    if (!(await done)) return;
    this.#kept = written.parts;
    this.#stamp = written.stamp;
  }

  async #put(store: Store, { position, ...known }: KeptReplica): Promise<Written> {
    const head = (await store.get(HEAD)) as Head | undefined;
    // Another page of the person's may have kept what it knows, which is not the same.
    const isAsLeft = head?.stamp === this.#stamp;
    if (!isAsLeft) await store.clear();
    const parts = partsOf(known);
    const { put, gone } = changesBetween(isAsLeft ? this.#kept : nothing, parts);
    for (const name of gone) await store.delete(name);
    // One after the other: the page can do something else in between.
    for (const [name, { value }] of put) await store.put(value, name);
    const stamp = `${Date.now()} ${Math.random()}`;
    await store.put({ position, stamp, windows: windowNames(known.messages) } satisfies Head, HEAD);
    return { parts, stamp };
  }
}

/** Null: a browser that keeps nothing, or in which an older page holds what it kept, asks the server each time. */
async function opened(name: string): Promise<IDBPDatabase | null> {
  return new Promise((resolve) => {
    const opening = openDB(name, VERSION, {
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
