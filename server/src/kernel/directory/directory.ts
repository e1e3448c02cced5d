import type { DirectoryChanged } from "./changes.ts";
import type { AnyPart, DirectoryPart } from "./part.ts";

/** What everything of a part takes beside its rows, in bytes. */
const BYTES_OF_PART = 500;

/**
 * An organization in memory: what its database says of it at one position of its log. It is moved on from event to event and
 * never stands between two, so what is asked without a pause in between belongs together.
 */
export class Directory {
  readonly realmId: number;
  readonly #facts: ReadonlyMap<AnyPart, unknown>;
  readonly #parts: ReadonlyMap<string, AnyPart>;
  #head: number;
  #revision = 0;
  #bytes: number;

  /** `rows`: of each part all rows, as they were when the log ended with `head`. */
  constructor(realmId: number, head: number, rows: ReadonlyMap<AnyPart, readonly unknown[]>) {
    this.realmId = realmId;
    this.#head = head;
    this.#parts = new Map([...rows.keys()].map((part) => [part.name, part]));
    this.#facts = new Map([...rows].map(([part, all]) => [part, filled(part, all)]));
    this.#bytes = [...rows].reduce((sum, [part, all]) => sum + BYTES_OF_PART + part.bytesOfRow * all.length, 0);
  }

  /** The last event that it has taken. */
  get head(): number {
    return this.#head;
  }

  /** Counts the changes that it has taken. What was made of it is still right as long as this is the same. */
  get revision(): number {
    return this.#revision;
  }

  /** How much memory it takes, roughly. */
  get bytes(): number {
    return this.#bytes;
  }

  /** What it knows of a noun. Not to be changed, nor kept over an `await`. */
  of<Facts, Row>(part: DirectoryPart<Facts, Row>): Facts {
    const facts = this.#facts.get(part);
    if (facts === undefined) throw new Error(`no directory has a part ${part.name}`);
    return facts as Facts;
  }

  /** Moves on to a later event, between which and its own there is no change but this one, if any. */
  moveTo(head: number, change?: Exclude<DirectoryChanged["changes"], "everything">): void {
    this.#head = head;
    if (change === undefined) return;
    this.#revision += 1;
    for (const [name, { keys, rows }] of Object.entries(change)) {
      const part = this.#parts.get(name);
      // A process of another release may know of more than this one.
      if (!part) continue;
      const facts = this.#facts.get(part);
      let more = rows.length;
      for (const key of keys) if (part.remove(facts, key)) more -= 1;
      for (const row of rows) part.put(facts, row);
      this.#bytes += part.bytesOfRow * more;
    }
  }
}

/** What a directory knows of a part, as rows. */
export const rowsOf = (directory: Directory, part: AnyPart): readonly unknown[] =>
  part.allRows(directory.of(part)) as readonly unknown[];

function filled(part: AnyPart, rows: readonly unknown[]): unknown {
  const facts: unknown = part.empty();
  for (const row of rows) part.put(facts, row);
  return facts;
}
