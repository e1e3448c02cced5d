import { encodeText } from "../base/encode-text.ts";
import type { OrganizationSnapshotChanged } from "./snapshot-changes.ts";
import type { AnySnapshotSection, SnapshotSection } from "./snapshot-section.ts";

/** A value derived from an organization snapshot and cached with it. */
export interface CachedValue {
  /** Approximate memory usage in bytes. */
  readonly bytes: number;
}

/** A text as UTF-8, and the last change of the data that it was created from. */
class CachedText implements CachedValue {
  #text: Uint8Array | undefined;
  #change = 0;

  get bytes(): number {
    return this.#text?.length ?? 0;
  }

  get(change: number, make: () => string): Uint8Array {
    if (this.#text === undefined || this.#change < change) {
      this.#text = encodeText(make());
      this.#change = change;
    }
    return this.#text;
  }
}

/** Maximum number of cached values in a snapshot. The least recently used one is evicted first. */
const MAX_CACHED_VALUES = 40;

/** Memory that a section uses in addition to its rows, in bytes. */
const BYTES_PER_SECTION = 500;

/**
 * An organization in memory: the state of its database at one position of its log. It advances from event to event and
 * never stops between two, so values read without a pause in between are consistent.
 */
export class OrganizationSnapshot {
  readonly realmId: number;
  readonly #facts: ReadonlyMap<AnySnapshotSection, unknown>;
  readonly #parts: ReadonlyMap<string, AnySnapshotSection>;
  readonly #kept = new Map<string, CachedValue>();
  /** The last event that changed each section. */
  readonly #changes = new Map<AnySnapshotSection, number>();
  #head: number;
  #changedAt: number;
  #revision = 0;
  #bytes: number;

  /** `rows`: all rows of each section, as they were when the log ended at `head`. */
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

  /** Number of applied changes. A value derived from the snapshot is valid while this is the same. */
  get revision(): number {
    return this.#revision;
  }

  /** The id of the last event that changed the snapshot, as far as it knows: at least that of its initial position. */
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
    for (const kept of this.#kept.values()) bytes += kept.bytes;
    return bytes;
  }

  /** Returns a UTF-8 text derived from some sections, which is created again when one of them has changed. */
  cachedText(name: string, parts: readonly AnySnapshotSection[], make: () => string): Uint8Array {
    const kept = this.cached(name, () => new CachedText());
    return kept.get(this.lastChangeOf(parts), make);
  }

  /**
   * Returns the value cached under a name, or creates it. The value itself must determine whether it is still valid.
   */
  cached<T extends CachedValue>(name: string, make: () => T): T {
    const known = (this.#kept.get(name) as T | undefined) ?? make();
    this.#kept.delete(name);
    this.#kept.set(name, known);
    for (const oldest of this.#kept.keys()) {
      if (this.#kept.size <= MAX_CACHED_VALUES) break;
      this.#kept.delete(oldest);
    }
    return known;
  }

  /** Returns the data of a section. It must not be changed, nor used across an `await`. */
  get<Facts, Row>(part: SnapshotSection<Facts, Row>): Facts {
    const facts = this.#facts.get(part);
    if (facts === undefined) throw new Error(`no directory has a part ${part.name}`);
    return facts as Facts;
  }

  /**
   * Advances to a later event. There must be no change between its own position and that event, except the given one.
   */
  advanceTo(head: number, change?: Exclude<OrganizationSnapshotChanged["changes"], "everything">): void {
    this.#head = head;
    if (change === undefined) return;
    this.#revision += 1;
    this.#changedAt = head;
    for (const [name, { keys, rows }] of Object.entries(change)) {
      const part = this.#parts.get(name);
      // A process of another release may have sections that this one does not know.
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
