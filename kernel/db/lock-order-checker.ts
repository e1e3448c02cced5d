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
  readonly #locked = new Map<LockKind, Map<LockKey, LockMode>>();
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
    if (this.#locked.has(kind)) return;
    if (!locking.skipsLocked) this.#mustBeNext(kind);
    this.#locked.set(kind, new Map());
  }

  /**
   * Records the keys of acquired advisory locks. Must be called after the locks were acquired, with the keys in the
   * order of acquisition.
   */
  recordAcquired(kind: LockKind, keys: readonly LockKey[], mode: LockMode = "alone"): void {
    for (const key of keys) {
      const locked = this.#locked.get(kind) ?? new Map<LockKey, LockMode>();
      const before = locked.get(key);
      if (before === "alone" || before === mode) continue;
      if (before === "shared")
        throw new Error(`${kind.name} ${key}: first shared, then exclusive; two transactions that do this deadlock`);
      this.#mustBeNext(kind);
      this.#mustAscend(kind, [...locked.keys()], key);
      this.#locked.set(kind, locked.set(key, mode));
    }
  }

  #mustBeNext(kind: LockKind): void {
    if (this.#isAlone) return;
    const later = this.#order.after(kind).find((one) => this.#locked.has(one) && !kind.alsoAfter?.includes(one.name));
    if (later) throw new Error(`${kind.name}: locked after ${later.name}, against the order in docs/locks.md`);
  }

  #mustAscend({ name }: LockKind, locked: readonly LockKey[], key: LockKey): void {
    if (this.#isAlone || typeof key === "string") return;
    const higher = locked.find((one) => typeof one === "number" && one > key);
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
function findLastTable(start: string): string {
  const flat = start.replace(INNERMOST, "");
  if (flat !== start) return findLastTable(flat);
  return flat.match(/.*\bfrom "?(\w+)/)?.[1] ?? "";
}
