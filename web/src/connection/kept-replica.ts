import { openDB, type IDBPDatabase } from "idb";
import type { State } from "@parlance/contract/state/index.ts";
import type { KeptMessages } from "../replica/message-source.ts";
import type { QueuePosition } from "./follow.ts";

/** What a page knew, and the event up to which. */
export interface KeptReplica {
  readonly state: State;
  readonly position: QueuePosition;
  readonly messages: KeptMessages;
}

/** Changes with what is kept: what an earlier client has kept is not read. */
const VERSION = 1;
const STORE = "replica";
const NAME = "whole";

/** Keeps what a page knows in the browser, for its next opening: each person's by itself. */
export class ReplicaKeeper {
  readonly #database: Promise<IDBPDatabase | null>;

  constructor(me: number) {
    this.#database = openDB(`parlance ${me}`, VERSION, {
      upgrade(database) {
        for (const name of Array.from(database.objectStoreNames)) database.deleteObjectStore(name);
        database.createObjectStore(STORE);
      },
      // A browser that keeps nothing asks the server each time.
    }).catch(() => null);
  }

  async load(): Promise<KeptReplica | null> {
    try {
      const database = await this.#database;
      return ((await database?.get(STORE, NAME)) as KeptReplica | undefined) ?? null;
    } catch {
      return null;
    }
  }

  async keep(replica: KeptReplica): Promise<void> {
    try {
      const database = await this.#database;
      await database?.put(STORE, replica, NAME);
    } catch {
      // A full disk keeps what it had: the events since then come again.
    }
  }
}

/** Who is signed in, as the page itself says; null where it does not. */
export function personOfPage(): number | null {
  const id = Number(document.documentElement.dataset["person"]);
  return Number.isSafeInteger(id) && id > 0 ? id : null;
}
