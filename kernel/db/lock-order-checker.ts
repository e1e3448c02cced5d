import type { LockKind } from "./lock-kind.ts";
import type { LockOrder } from "./lock-order.ts";

type LockMode = "alone" | "shared";
type LockKey = number | string;

/**
 * Watches the locks that a transaction acquires. Throws if the transaction already holds a lock that comes later in the
 * order of locks, because two such transactions could wait for each other. Distinguishes advisory locks by their keys,
 * but row locks only by table, and does not detect the locks that updates acquire implicitly. For tests.
 */
export class LockOrderChecker {
  readonly #order: LockOrder;
  readonly #held = new Map<LockKind, Map<LockKey, LockMode>>();
  #isAlone = false;

  constructor(order: LockOrder) {
    this.#order = order;
  }

  /** Checks a statement. Must be called with each statement before it is sent. */
  checkStatement(statement: string): void {
    // The organization is created in this transaction, so no other transaction can see it or lock its rows.
    if (statement.startsWith('insert into "realm" ')) this.#isAlone = true;
    const locking = parseRowLock(statement);
    if (!locking) return;
    const kind = this.#order.findByTable(locking.table);
    if (!kind) throw new Error(`rows of ${locking.table} are locked, which the order of locks does not name`);
    if (this.#held.has(kind)) return;
    if (!locking.skipsLocked) this.#mustBeNext(kind);
    this.#held.set(kind, new Map());
  }

  /**
   * Records the keys of acquired advisory locks. Must be called after the locks were acquired, with the keys in the
   * order of acquisition.
   */
  recordAcquired(kind: LockKind, keys: readonly LockKey[], mode: LockMode = "alone"): void {
    for (const key of keys) {
      const held = this.#held.get(kind) ?? new Map<LockKey, LockMode>();
      const before = held.get(key);
      if (before === "alone" || before === mode) continue;
      if (before === "shared") throw new Error(`${kind.name} ${key}: shared, and then taken; two could do so at once`);
      this.#mustBeNext(kind);
      this.#mustAscend(kind, [...held.keys()], key);
      this.#held.set(kind, held.set(key, mode));
    }
  }

  #mustBeNext(kind: LockKind): void {
    if (this.#isAlone) return;
    const held = this.#order.after(kind).find((one) => this.#held.has(one) && !kind.alsoAfter?.includes(one.name));
    if (held) throw new Error(`${kind.name}: locked after ${held.name}, against the order in docs/locks.md`);
  }

  #mustAscend({ name }: LockKind, held: readonly LockKey[], key: LockKey): void {
    if (this.#isAlone || typeof key === "string") return;
    const higher = held.find((one) => typeof one === "number" && one > key);
    if (higher !== undefined) throw new Error(`${name} ${key}: locked after ${higher}, not in ascending order`);
  }
}

const ROW_LOCK = /\bfor (?:no key update|update|key share|share)\b(?: of "?(\w+)"?)?/;
const INNERMOST = /\([^()]*\)/g;

/** Returns the table whose rows a statement locks with an explicit clause, such as FOR UPDATE. */
function parseRowLock(statement: string): { table: string; skipsLocked: boolean } | undefined {
  const text = statement.replace(/\s+/g, " ");
  const clause = ROW_LOCK.exec(text);
  if (!clause) return undefined;
  const [, table = findLastTable(text.slice(0, clause.index))] = clause;
  const skipsLocked = text.slice(clause.index + clause[0].length).startsWith(" skip locked");
  return { table, skipsLocked };
}

/** Returns the last table in a FROM clause of the given start of a query, ignoring text in parentheses. */
function findLastTable(beginning: string): string {
  const flat = beginning.replace(INNERMOST, "");
  if (flat !== beginning) return findLastTable(flat);
  return flat.match(/.*\bfrom "?(\w+)/)?.[1] ?? "";
}
