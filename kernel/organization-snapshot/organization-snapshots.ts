import { sql } from "kysely";
import { createBatchLoader } from "../base/batch-loader.ts";
import { pipelined } from "../db/pipeline.ts";
import type { Database, Reader, Snapshot, Tx } from "../db/types.ts";
import { nextEventId } from "../events/event-ids.ts";
import { lockPosition, readPosition, type LoggedEvent, type LogPosition } from "../events/event-log.ts";
import {
  hasRecordedChanges,
  loadChangesBetween,
  isOrganizationSnapshotChanged,
  type OrganizationSnapshotChanged,
} from "./snapshot-changes.ts";
import { OrganizationSnapshot } from "./organization-snapshot.ts";
import type { AnySnapshotSection } from "./snapshot-section.ts";

/** Maximum number of events that wait for a missing earlier event. Beyond this number, the log is read instead. */
const MAX_EARLY_EVENTS = 1000;

/**
 * Maximum number of requests that share a query of log positions. All of them continue in the same turn of the event
 * loop when the query returns.
 */
const MAX_REQUESTS_PER_QUERY = 200;

const DEFAULT_MAX_BYTES = 200_000_000;

/** A cached snapshot, with events that were received before one of their predecessors. */
interface CachedSnapshot {
  readonly snapshot: OrganizationSnapshot;
  readonly earlyEvents: Map<number, LoggedEvent>;
}

interface OrganizationSnapshotsOptions {
  readonly db: Pick<Database, "reader" | "snapshot">;
  /** Returns the sections of every snapshot. Must always return the same ones. */
  readonly sections: () => readonly AnySnapshotSection[];
  /**
   * Maximum memory of all snapshots together, in bytes. The least recently used ones are evicted first. Default: 200
   * MB.
   */
  readonly maxBytes?: number;
}

/** The snapshots of the organizations that this process serves. */
export class OrganizationSnapshots {
  readonly #db: OrganizationSnapshotsOptions["db"];
  readonly #sections: () => readonly AnySnapshotSection[];
  readonly #maxBytes: number;
  /** The cached snapshots by organization, the least recently used first. */
  readonly #entries = new Map<number, CachedSnapshot>();
  readonly #loading = new Map<number, Promise<OrganizationSnapshot>>();
  readonly #position: (realmId: number) => Promise<number>;
  /** Incremented when all snapshots become invalid, so that a snapshot whose loading began earlier is not cached. */
  #era = 0;
  /** Number of times that a snapshot was loaded from the database. */
  #loads = 0;

  constructor({ db, sections, maxBytes = DEFAULT_MAX_BYTES }: OrganizationSnapshotsOptions) {
    this.#db = db;
    this.#sections = sections;
    this.#maxBytes = maxBytes;
    this.#position = createBatchLoader((realmIds) => loadPositions(db.reader, realmIds), MAX_REQUESTS_PER_QUERY);
  }

  /** The sections of every snapshot. */
  get sections(): readonly AnySnapshotSection[] {
    return this.#sections();
  }

  /** Number of cached organizations, and of the times that one was loaded. */
  get counts(): { readonly organizations: number; readonly loads: number } {
    return { organizations: this.#entries.size, loads: this.#loads };
  }

  /** Approximate memory usage of the cached organizations, in bytes. */
  get bytes(): number {
    let bytes = 0;
    for (const { snapshot } of this.#entries.values()) bytes += snapshot.bytes;
    return bytes;
  }

  /** Returns an organization snapshot with everything that any process had committed before the call. */
  async current(realmId: number): Promise<OrganizationSnapshot> {
    await this.recent(realmId);
    return this.upTo(await this.#position(realmId), realmId);
  }

  /**
   * Returns a recent organization snapshot. If the organization is cached, no query is needed. Decisions based on this
   * snapshot must be checked again later.
   */
  recent(realmId: number): OrganizationSnapshot | Promise<OrganizationSnapshot> {
    return this.#entries.get(realmId)?.snapshot ?? this.#load(realmId);
  }

  /** Returns an organization snapshot that includes all events up to the given one. */
  async upTo(eventId: number, realmId: number): Promise<OrganizationSnapshot> {
    return (await this.#movedOn(this.#db.reader, realmId, eventId)) ?? this.#load(realmId);
  }

  /**
   * Returns the organization snapshot as of `eventId`, which must be the last event that is visible in the database
   * snapshot `at`. Returns undefined if the cached snapshot is already newer; the caller may try again with a new
   * database snapshot.
   */
  async asOf(at: Snapshot, realmId: number, eventId: number): Promise<OrganizationSnapshot | undefined> {
    // Uses the caller's connection: if all other connections were held by callers that wait for an organization
    // snapshot, none would be left to load it.
    const known = await this.#movedOn(at, realmId, eventId);
    if (!known) return this.readIn(at, realmId);
    this.#fit();
    return known.changedAt <= eventId ? known : undefined;
  }

  /** Loads an organization snapshot with the given reader, without using the cache. */
  readIn(at: Reader, realmId: number): Promise<OrganizationSnapshot> {
    this.#loads += 1;
    return readSnapshot(at, realmId, this.sections);
  }

  /**
   * Locks the organization's log position, so that no other transaction can change the organization, and returns the
   * organization snapshot as of that position. Must be called before the transaction changes data of organization
   * snapshots.
   */
  async lock(
    tx: Tx,
    realmId: number,
  ): Promise<{ readonly snapshot: OrganizationSnapshot; readonly position: LogPosition }> {
    const position = await lockPosition(tx, realmId);
    const known = await this.#movedOn(tx, realmId, position.eventId);
    // Uses the transaction's connection: if all other connections were held by transactions that wait for this lock,
    // none would be left to load the organization.
    return { position, snapshot: known ?? (await this.readIn(tx, realmId)) };
  }

  /**
   * Returns an organization snapshot with everything that was committed before the call. Data that the transaction's
   * locks guard is exact until the transaction ends: a transaction that changes it holds the same lock until its commit.
   * Throws if the transaction has already changed data of organization snapshots, because the snapshot does not contain
   * these changes.
   */
  async committed(tx: Tx, realmId: number): Promise<OrganizationSnapshot> {
    if (hasRecordedChanges(tx, realmId)) {
      throw new Error("the transaction has changed the organization before it read the organization snapshot");
    }
    const [eventId = 0] = await loadPositions(tx, [realmId]);
    // Uses the transaction's connection: if all other connections were held by transactions that need an organization
    // snapshot, none would be left to load it.
    return (await this.#movedOn(tx, realmId, eventId)) ?? this.readIn(tx, realmId);
  }

  /** Applies the events of a committed transaction of this process. */
  readonly applyCommitted = (events: readonly LoggedEvent[]): void => {
    for (const event of events) {
      const entry = this.#entries.get(event.realmId);
      if (!entry || event.id <= entry.snapshot.head) continue;
      entry.earlyEvents.set(event.id, event);
      this.#applyEarlyEvents(entry);
    }
  };

  /** Returns the most recently used organizations, at most `count`. */
  mostRecentlyUsed(count: number): number[] {
    return [...this.#entries.keys()].slice(-count);
  }

  /** Returns true if this process has the organization in memory now. */
  isCached(realmId: number): boolean {
    return this.#entries.has(realmId);
  }

  /** Evicts all snapshots, for example after the database may have lost committed data. */
  readonly evictAll = (): void => {
    this.#era += 1;
    this.#entries.clear();
    this.#loading.clear();
  };

  /** Loads an organization snapshot in a new database snapshot, without using the cache. */
  async readFresh(realmId: number, parts = this.sections): Promise<OrganizationSnapshot> {
    return this.#db.snapshot((at) => readSnapshot(at, realmId, parts));
  }

  #applyEarlyEvents(entry: CachedSnapshot): void {
    const { snapshot, earlyEvents } = entry;
    for (let next = nextEarlyEvent(entry); next; next = nextEarlyEvent(entry)) {
      earlyEvents.delete(next.id);
      if (isOrganizationSnapshotChanged(next.payload)) this.#apply(snapshot, next.id, next.payload);
      else snapshot.advanceTo(next.id);
    }
    if (earlyEvents.size > MAX_EARLY_EVENTS) earlyEvents.clear();
  }

  /**
   * Returns the cached snapshot, advanced to the given event, which must be visible to `db`. Returns undefined if the
   * organization is not cached or the snapshot cannot be advanced.
   */
  async #movedOn(db: Reader, realmId: number, eventId: number): Promise<OrganizationSnapshot | undefined> {
    const entry = this.#entries.get(realmId);
    if (!entry) return undefined;
    const { snapshot, earlyEvents } = entry;
    // Moves the entry to the end of the map, as the most recently used one.
    this.#entries.delete(realmId);
    this.#entries.set(realmId, entry);
    if (snapshot.head >= eventId) return snapshot;
    const changes = await loadChangesBetween(db, realmId, snapshot.head, eventId);
    if (changes === null) {
      this.#forget(snapshot);
      return undefined;
    }
    for (const { id, payload } of changes) if (id > snapshot.head) this.#apply(snapshot, id, payload);
    if (eventId > snapshot.head) snapshot.advanceTo(eventId);
    for (const id of earlyEvents.keys()) if (id <= snapshot.head) earlyEvents.delete(id);
    return this.#entries.get(realmId)?.snapshot;
  }

  #apply(snapshot: OrganizationSnapshot, id: number, { changes }: OrganizationSnapshotChanged): void {
    if (changes === "everything") {
      snapshot.advanceTo(id);
      this.#forget(snapshot);
    } else snapshot.advanceTo(id, changes);
  }

  #forget(snapshot: OrganizationSnapshot): void {
    if (this.#entries.get(snapshot.realmId)?.snapshot === snapshot) this.#entries.delete(snapshot.realmId);
  }

  #load(realmId: number): Promise<OrganizationSnapshot> {
    const known = this.#loading.get(realmId);
    if (known) return known;
    const era = this.#era;
    this.#loads += 1;
    const loading = this.readFresh(realmId)
      .then((snapshot) => {
        if (era !== this.#era) return this.#load(realmId);
        this.#entries.set(realmId, { snapshot, earlyEvents: new Map() });
        this.#fit();
        return snapshot;
      })
      .finally(() => {
        if (this.#loading.get(realmId) === loading) this.#loading.delete(realmId);
      });
    this.#loading.set(realmId, loading);
    return loading;
  }

  #fit(): void {
    let { bytes } = this;
    for (const { snapshot } of this.#entries.values()) {
      if (bytes <= this.#maxBytes || this.#entries.size === 1) return;
      this.#forget(snapshot);
      bytes -= snapshot.bytes;
    }
  }
}

const nextEarlyEvent = ({ snapshot, earlyEvents }: CachedSnapshot): LoggedEvent | undefined =>
  earlyEvents.get(nextEventId(snapshot.head));

async function readSnapshot(
  db: Reader,
  realmId: number,
  parts: readonly AnySnapshotSection[],
): Promise<OrganizationSnapshot> {
  const reading = parts.map((part) => part.rows(db, realmId, "all"));
  const [{ eventId }, rows] = await pipelined([readPosition(db, realmId), pipelined(reading)]);
  return new OrganizationSnapshot(realmId, eventId, new Map(parts.map((part, index) => [part, rows[index] ?? []])));
}

async function loadPositions(db: Reader, realmIds: readonly number[]): Promise<number[]> {
  const wanted = [...new Set(realmIds)];
  const rows = await db
    .selectFrom("realm_counter")
    .select(["realm_id", "last_event_id"])
    .where("realm_id", "=", sql<number>`any(${wanted}::int[])`)
    .execute();
  const byRealm = new Map(rows.map(({ realm_id, last_event_id }) => [realm_id, last_event_id]));
  return realmIds.map((id) => byRealm.get(id) ?? 0);
}
