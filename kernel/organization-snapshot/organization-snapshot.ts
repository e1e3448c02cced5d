import { SharedJson } from "../base/marked-json.ts";
import type { OrganizationSnapshotChanged } from "./snapshot-changes.ts";
import type { AnySnapshotSection, SnapshotSection } from "./snapshot-section.ts";

/** A value that is derived from an organization snapshot and cached in it. */
export interface CachedValue {
  /** Approximate memory usage in bytes. */
  readonly bytes: number;
}

/** JSON, and the id of the last event whose changes it contains. */
class CachedJson implements CachedValue {
  #json: SharedJson | undefined;
  #change = 0;

  get bytes(): number {
    return this.#json?.bytes ?? 0;
  }

  get(change: number, make: () => string): SharedJson {
    if (this.#json === undefined || this.#change < change) {
      this.#json = new SharedJson(make());
      this.#change = change;
    }
    return this.#json;
  }
}

/** Maximum number of cached values in a snapshot. The least recently used value is evicted first. */
const MAX_CACHED_VALUES = 40;

/** Memory that a section uses in addition to its rows, in bytes. */
const BYTES_PER_SECTION = 500;

/**
 * An organization snapshot: the organization's data in memory, as of one position of its event log. It advances by
 * whole events, so values that are read without an `await` in between are consistent.
 */
export class OrganizationSnapshot {
  readonly realmId: number;
  readonly #facts: ReadonlyMap<AnySnapshotSection, unknown>;
  readonly #parts: ReadonlyMap<string, AnySnapshotSection>;
  readonly #cachedValues = new Map<string, CachedValue>();
  /** For each section, the id of the last event that changed it. */
  readonly #changes = new Map<AnySnapshotSection, number>();
  #head: number;
  #changedAt: number;
  #revision = 0;
  #bytes: number;

  /** `rows`: all rows of each section, as of the log position `head`. */
  constructor(realmId: number, head: number, rows: ReadonlyMap<AnySnapshotSection, readonly unknown[]>) {
    this.realmId = realmId;
    this.#head = head;
    this.#changedAt = head;
    this.#parts = new Map([...rows.keys()].map((part) => [part.name, part]));
    this.#facts = new Map([...rows].map(([part, all]) => [part, createFacts(part, all)]));
    this.#bytes = [...rows].reduce((sum, [part, all]) => sum + BYTES_PER_SECTION + part.bytesPerRow * all.length, 0);
  }

  /** The id of the last applied event. */
  get head(): number {
    return this.#head;
  }

  /**
   * Number of changes applied so far. A value derived from the snapshot stays valid as long as this number does not
   * change.
   */
  get revision(): number {
    return this.#revision;
  }

  /**
   * The id of the last event that is known to have changed the snapshot. It is never lower than the snapshot's initial
   * position.
   */
  get changedAt(): number {
    return this.#changedAt;
  }

  /**
   * Returns the id of the last event that changed any of the given sections. Zero if they have not changed since the
   * initial position.
   */
  lastChangeOf(parts: readonly AnySnapshotSection[]): number {
    return Math.max(0, ...parts.map((part) => this.#changes.get(part) ?? 0));
  }

  /** Approximate memory usage in bytes. */
  get bytes(): number {
    let bytes = this.#bytes;
    for (const value of this.#cachedValues.values()) bytes += value.bytes;
    return bytes;
  }

  /** Returns cached JSON. `make` is called to create it again whenever one of the sections has changed. */
  cachedJson(name: string, parts: readonly AnySnapshotSection[], make: () => string): SharedJson {
    const json = this.cached(name, () => new CachedJson());
    return json.get(this.lastChangeOf(parts), make);
  }

  /** Returns the value cached under a name, or creates it. The value must check itself whether it is still valid. */
  cached<T extends CachedValue>(name: string, make: () => T): T {
    const known = (this.#cachedValues.get(name) as T | undefined) ?? make();
    this.#cachedValues.delete(name);
    this.#cachedValues.set(name, known);
    for (const oldest of this.#cachedValues.keys()) {
      if (this.#cachedValues.size <= MAX_CACHED_VALUES) break;
      this.#cachedValues.delete(oldest);
    }
    return known;
  }

  /** Returns the data of a section. The data must not be modified, and must not be used after an `await`. */
  get<Facts, Row>(part: SnapshotSection<Facts, Row>): Facts {
    const facts = this.#facts.get(part);
    if (facts === undefined) throw new Error(`no directory has a part ${part.name}`);
    return facts as Facts;
  }

  /**
   * Advances the snapshot to a later event. `change` must be the only change between the snapshot's current position
   * and that event; undefined if there is none.
   */
  advanceTo(head: number, change?: Exclude<OrganizationSnapshotChanged["changes"], "everything">): void {
    this.#head = head;
    if (change === undefined) return;
    this.#revision += 1;
    this.#changedAt = head;
    for (const [name, { keys, rows }] of Object.entries(change)) {
      const part = this.#parts.get(name);
      // A process of another release may report changes of a section that this release does not have.
      if (!part) continue;
      this.#changes.set(part, head);
      const facts = this.#facts.get(part);
      let more = rows.length;
      for (const key of keys) if (part.remove(facts, key)) more -= 1;
      for (const row of rows) part.put(facts, row);
      this.#bytes += part.bytesPerRow * more;
    }
  }
}

/** Returns the data of a section as rows. */
export const sectionRows = (snapshot: OrganizationSnapshot, part: AnySnapshotSection): readonly unknown[] =>
  part.allRows(snapshot.get(part)) as readonly unknown[];

function createFacts(part: AnySnapshotSection, rows: readonly unknown[]): unknown {
  const facts: unknown = part.empty();
  for (const row of rows) part.put(facts, row);
  return facts;
}
