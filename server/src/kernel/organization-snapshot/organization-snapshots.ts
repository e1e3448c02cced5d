import { sql } from "kysely";
import { batched } from "../batch-loader.ts";
import { together } from "../db/pipeline.ts";
import type { Database, Reader, Snapshot, Tx } from "../db/types.ts";
import { nextLogId } from "../events/event-ids.ts";
import { lockPosition, readPosition, type LoggedEvent, type Position } from "../events/event-log.ts";
import { changesBetween } from "../directory/changes-between.ts";
import { isDirectoryChanged, type DirectoryChanged } from "./snapshot-changes.ts";
import { Directory } from "./organization-snapshot.ts";
import type { AnyPart } from "./snapshot-section.ts";

/** Changes that came before the one between, and are kept for it; with more of them the log is asked. */
const MOST_EARLY = 1000;

const MOST_BYTES = 200_000_000;

/** A directory that this process keeps, with what came too early for it. */
interface Kept {
  readonly directory: Directory;
  readonly early: Map<number, LoggedEvent>;
}

interface Options {
  readonly db: Pick<Database, "reader" | "snapshot">;
  /** Whoever makes directories before it is known what is in them sets `parts` later. */
  readonly parts?: readonly AnyPart[];
  /** What all directories may take together, in bytes; those that were not asked for longest go first. Default: 200 MB. */
  readonly mostBytes?: number;
}

/** The directories of the organizations that this process serves. */
export class Directories {
  readonly #db: Options["db"];
  /** What is kept of each organization. Not to be changed once there are directories. */
  parts: readonly AnyPart[];
  readonly #mostBytes: number;
  /** The least recently used first. */
  readonly #kept = new Map<number, Kept>();
  readonly #loading = new Map<number, Promise<Directory>>();
  readonly #position: (realmId: number) => Promise<number>;
  /** Grows when all that is known may be wrong. */
  #era = 0;

  constructor({ db, parts = [], mostBytes = MOST_BYTES }: Options) {
    this.#db = db;
    this.parts = parts;
    this.#mostBytes = mostBytes;
    this.#position = batched((realmIds) => positionsOf(db.reader, realmIds));
  }

  /** How much memory the organizations in it take, roughly. */
  get bytes(): number {
    let bytes = 0;
    for (const { directory } of this.#kept.values()) bytes += directory.bytes;
    return bytes;
  }

  /** The organization as it is now: with all that was committed before this call, by whatever process. */
  async now(realmId: number): Promise<Directory> {
    await this.lately(realmId);
    return this.upTo(await this.#position(realmId), realmId);
  }

  /** The organization as it was lately, without a question to the database. What comes of it must be looked at again. */
  lately(realmId: number): Directory | Promise<Directory> {
    return this.#kept.get(realmId)?.directory ?? this.#load(realmId);
  }

  /** The organization, with all events up to this one. */
  async upTo(eventId: number, realmId: number): Promise<Directory> {
    return (await this.#movedOn(this.#db.reader, realmId, eventId)) ?? this.#load(realmId);
  }

  /**
   * The organization as it was after an event, which is the last that a snapshot sees. Undefined where it has changed since:
   * another snapshot may be luckier.
   */
  async asOf(at: Snapshot, realmId: number, eventId: number): Promise<Directory | undefined> {
    // On this connection: were all others waiting for a directory, there would be none left to load it.
    const known = await this.#movedOn(at, realmId, eventId);
    if (!known) return this.readIn(at, realmId);
    this.#fit();
    return known.changedAt <= eventId ? known : undefined;
  }

  /** The organization as a snapshot sees it, read anew. */
  readIn(at: Reader, realmId: number): Promise<Directory> {
    return readDirectory(at, realmId, this.parts);
  }

  /**
   * Locks the organization's position, so that nobody else changes it, and returns it as it then is. To be called before the
   * transaction changes anything that is in it.
   */
  async lock(tx: Tx, realmId: number): Promise<{ readonly directory: Directory; readonly position: Position }> {
    const position = await lockPosition(tx, realmId);
    const known = await this.#movedOn(tx, realmId, position.eventId);
    // On this connection: were all others waiting for this lock, there would be none left to load it for all.
    return { position, directory: known ?? (await this.readIn(tx, realmId)) };
  }

  /** Takes what a transaction of this process committed. */
  readonly committed = (events: readonly LoggedEvent[]): void => {
    for (const event of events) {
      const kept = this.#kept.get(event.realmId);
      if (!kept || event.id <= kept.directory.head) continue;
      kept.early.set(event.id, event);
      this.#takeEarly(kept);
    }
  };

  /** The organizations asked for last, at most so many. */
  newest(count: number): number[] {
    return [...this.#kept.keys()].slice(-count);
  }

  /** True if this process has the organization in memory now. */
  isKept(realmId: number): boolean {
    return this.#kept.has(realmId);
  }

  /** Forgets all directories, as after the database may have lost what was committed. */
  readonly forgetAll = (): void => {
    this.#era += 1;
    this.#kept.clear();
    this.#loading.clear();
  };

  /** The organization as the database has it, read anew. */
  async read(realmId: number, parts = this.parts): Promise<Directory> {
    return this.#db.snapshot((at) => readDirectory(at, realmId, parts));
  }

  #takeEarly(kept: Kept): void {
    const { directory, early } = kept;
    for (let next = nextOf(kept); next; next = nextOf(kept)) {
      early.delete(next.id);
      if (isDirectoryChanged(next.payload)) this.#take(directory, next.id, next.payload);
      else directory.moveTo(next.id);
    }
    if (early.size > MOST_EARLY) early.clear();
  }

  /** The directory that is kept, with everything up to an event, which `db` sees. Undefined where it cannot be had so. */
  async #movedOn(db: Reader, realmId: number, eventId: number): Promise<Directory | undefined> {
    const kept = this.#kept.get(realmId);
    if (!kept) return undefined;
    const { directory, early } = kept;
    // The newest last.
    this.#kept.delete(realmId);
    this.#kept.set(realmId, kept);
    if (directory.head >= eventId) return directory;
    const changes = await changesBetween(db, realmId, directory.head, eventId);
    if (changes === null) {
      this.#forget(directory);
      return undefined;
    }
    for (const { id, payload } of changes) if (id > directory.head) this.#take(directory, id, payload);
    if (eventId > directory.head) directory.moveTo(eventId);
    for (const id of early.keys()) if (id <= directory.head) early.delete(id);
    return this.#kept.get(realmId)?.directory;
  }

  #take(directory: Directory, id: number, { changes }: DirectoryChanged): void {
    if (changes === "everything") {
      directory.moveTo(id);
      this.#forget(directory);
    } else directory.moveTo(id, changes);
  }

  #forget(directory: Directory): void {
    if (this.#kept.get(directory.realmId)?.directory === directory) this.#kept.delete(directory.realmId);
  }

  #load(realmId: number): Promise<Directory> {
    const known = this.#loading.get(realmId);
    if (known) return known;
    const era = this.#era;
    const loading = this.read(realmId)
      .then((directory) => {
        if (era !== this.#era) return this.#load(realmId);
        this.#kept.set(realmId, { directory, early: new Map() });
        this.#fit();
        return directory;
      })
      .finally(() => {
        if (this.#loading.get(realmId) === loading) this.#loading.delete(realmId);
      });
    this.#loading.set(realmId, loading);
    return loading;
  }

  #fit(): void {
    let { bytes } = this;
    for (const { directory } of this.#kept.values()) {
      if (bytes <= this.#mostBytes || this.#kept.size === 1) return;
      this.#forget(directory);
      bytes -= directory.bytes;
    }
  }
}

const nextOf = ({ directory, early }: Kept): LoggedEvent | undefined => early.get(nextLogId(directory.head));

async function readDirectory(db: Reader, realmId: number, parts: readonly AnyPart[]): Promise<Directory> {
  const reading = parts.map((part) => part.rows(db, realmId, "all"));
  const [{ eventId }, rows] = await together([readPosition(db, realmId), together(reading)]);
  return new Directory(realmId, eventId, new Map(parts.map((part, index) => [part, rows[index] ?? []])));
}

async function positionsOf(db: Reader, realmIds: readonly number[]): Promise<number[]> {
  const wanted = [...new Set(realmIds)];
  const rows = await db
    .selectFrom("realm_counter")
    .select(["realm_id", "last_event_id"])
    .where("realm_id", "=", sql<number>`any(${wanted}::int[])`)
    .execute();
  const byRealm = new Map(rows.map(({ realm_id, last_event_id }) => [realm_id, last_event_id]));
  return realmIds.map((id) => byRealm.get(id) ?? 0);
}
