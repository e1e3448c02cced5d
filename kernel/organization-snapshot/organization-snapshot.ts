import { encodeText } from "../base/encode-text.ts";
import type { OrganizationSnapshotChanged } from "./snapshot-changes.ts";
import type { AnySnapshotSection, SnapshotSection } from "./snapshot-section.ts";

/** Something that is made of a directory and kept with it. */
export interface CachedValue {
  /** How much memory it takes, roughly. */
  readonly bytes: number;
}

/** A text as UTF-8, and the last change of what it is made of. */
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

/** How many such things a directory keeps; the least recently used goes first. */
const MAX_CACHED_VALUES = 40;

/** What everything of a part takes beside its rows, in bytes. */
const BYTES_PER_SECTION = 500;

/**
 * An organization in memory: what its database says of it at one position of its log. It is moved on from event to event and
 * never stands between two, so what is asked without a pause in between belongs together.
 */
export class OrganizationSnapshot {
  readonly realmId: number;
  readonly #facts: ReadonlyMap<AnySnapshotSection, unknown>;
  readonly #parts: ReadonlyMap<string, AnySnapshotSection>;
  readonly #kept = new Map<string, CachedValue>();
  /** The last event that changed a part. */
  readonly #changes = new Map<AnySnapshotSection, number>();
  #head: number;
  #changedAt: number;
  #revision = 0;
  #bytes: number;

  /** `rows`: of each part all rows, as they were when the log ended with `head`. */
  constructor(realmId: number, head: number, rows: ReadonlyMap<AnySnapshotSection, readonly unknown[]>) {
    this.realmId = realmId;
    this.#head = head;
    this.#changedAt = head;
    this.#parts = new Map([...rows.keys()].map((part) => [part.name, part]));
    this.#facts = new Map([...rows].map(([part, all]) => [part, createFacts(part, all)]));
    this.#bytes = [...rows].reduce((sum, [part, all]) => sum + BYTES_PER_SECTION + part.bytesPerRow * all.length, 0);
  }

  /** The last event that it has taken. */
  get head(): number {
    return this.#head;
  }

  /** Counts the changes that it has taken. What was made of it is still right as long as this is the same. */
  get revision(): number {
    return this.#revision;
  }

  /** The last event that changed something in it, as far as it has seen: at the latest the one with which it began. */
  get changedAt(): number {
    return this.#changedAt;
  }

  /** The same of some of its parts. Zero where they are as they were at the beginning. */
  lastChangeOf(parts: readonly AnySnapshotSection[]): number {
    return Math.max(0, ...parts.map((part) => this.#changes.get(part) ?? 0));
  }

  /** How much memory it takes, roughly. */
  get bytes(): number {
    let bytes = this.#bytes;
    for (const kept of this.#kept.values()) bytes += kept.bytes;
    return bytes;
  }

  /** A text as UTF-8 that is made of some of its parts, and made anew when one of them has changed. */
  cachedText(name: string, parts: readonly AnySnapshotSection[], make: () => string): Uint8Array {
    const kept = this.cached(name, () => new CachedText());
    return kept.get(this.lastChangeOf(parts), make);
  }

  /** What was made of it under this name, or is made now. Whether it is still right is for itself to find out. */
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

  /** What it knows of a noun. Not to be changed, nor kept over an `await`. */
  get<Facts, Row>(part: SnapshotSection<Facts, Row>): Facts {
    const facts = this.#facts.get(part);
    if (facts === undefined) throw new Error(`no directory has a part ${part.name}`);
    return facts as Facts;
  }

  /** Moves on to a later event, between which and its own there is no change but this one, if any. */
  advanceTo(head: number, change?: Exclude<OrganizationSnapshotChanged["changes"], "everything">): void {
    this.#head = head;
    if (change === undefined) return;
    this.#revision += 1;
    this.#changedAt = head;
    for (const [name, { keys, rows }] of Object.entries(change)) {
      const part = this.#parts.get(name);
      // A process of another release may know of more than this one.
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

/** What a directory knows of a part, as rows. */
export const sectionRows = (snapshot: OrganizationSnapshot, part: AnySnapshotSection): readonly unknown[] =>
  part.allRows(snapshot.get(part)) as readonly unknown[];

function createFacts(part: AnySnapshotSection, rows: readonly unknown[]): unknown {
  const facts: unknown = part.empty();
  for (const row of rows) part.put(facts, row);
  return facts;
}
