import type { AdvisoryLock, LockKind } from "./lock-kind.ts";

/** The order in which transactions take locks. */
export class LockOrder {
  /** From the first to the last. */
  readonly kinds: readonly (LockKind | AdvisoryLock)[];
  readonly #byTable: ReadonlyMap<string, LockKind>;

  constructor(kinds: readonly (LockKind | AdvisoryLock)[]) {
    this.kinds = kinds;
    this.#byTable = new Map(
      kinds.flatMap((kind) => (kind.rows ?? []).map((table): [string, LockKind] => [table, kind])),
    );
  }

  /** The lock on rows of a table; undefined for a table whose rows are not to be locked. */
  findByTable(table: string): LockKind | undefined {
    return this.#byTable.get(table);
  }

  /**
   * The locks that are taken after this one.
   * @throws Error if the lock has no place in the order
   */
  after(kind: LockKind): readonly LockKind[] {
    const index = this.kinds.indexOf(kind);
    if (index === -1) throw new Error(`the lock ${kind.name} has no place in the order of locks`);
    return this.kinds.slice(index + 1);
  }
}
