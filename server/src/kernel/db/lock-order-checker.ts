import { lockKinds, type LockName } from "./lock-order.ts";

const lockNames = Object.keys(lockKinds) as LockName[];
const nameByTable = new Map<string, LockName>(
  lockNames.flatMap((name) => (lockKinds[name].rows ?? []).map((table): [string, LockName] => [table, name])),
);

type LockMode = "alone" | "shared";
type LockKey = number | string;

/**
 * Follows the locks that one transaction takes, and throws if it takes one after another that stands below it in lock-
 * order.ts: two such transactions could wait for each other. Row locks are known by table only, so several rows of a table
 * may be locked one by one; advisory locks are known one by one. It does not see what plain changes of rows lock. For
 * tests.
 */
export class LockOrderChecker {
  readonly #held = new Map<LockName, Map<LockKey, LockMode>>();
  #isAlone = false;

  /** Call this with each statement before it is sent. */
  checkStatement(statement: string): void {
    // Nobody else can lock what belongs to an organization that nobody else knows yet.
    if (statement.startsWith('insert into "realm" ')) this.#isAlone = true;
    const locking = parseRowLock(statement);
    if (!locking) return;
    const name = nameByTable.get(locking.table);
    if (!name) throw new Error(`rows of ${locking.table} are locked, which lock-order.ts does not name`);
    if (this.#held.has(name)) return;
    if (!locking.skipsLocked) this.#mustBeNext(name);
    this.#held.set(name, new Map());
  }

  /** Call this with the keys of an advisory lock once it is taken for them, in the order in which that was done. */
  recordAcquired(name: LockName, keys: readonly LockKey[], mode: LockMode = "alone"): void {
    for (const key of keys) {
      const held = this.#held.get(name) ?? new Map<LockKey, LockMode>();
      const before = held.get(key);
      if (before === "alone" || before === mode) continue;
      if (before === "shared") throw new Error(`${name} ${key}: shared, and then taken; two could do so at once`);
      this.#mustBeNext(name);
      this.#mustAscend(name, [...held.keys()], key);
      this.#held.set(name, held.set(key, mode));
    }
  }

  #mustBeNext(name: LockName): void {
    if (this.#isAlone) return;
    const later = lockNames.slice(lockNames.indexOf(name) + 1);
    const held = later.find((one) => this.#held.has(one) && !lockKinds[name].alsoAfter?.includes(one));
    if (held) throw new Error(`${name}: locked after ${held}, against the order in docs/locks.md`);
  }

  #mustAscend(name: LockName, held: readonly LockKey[], key: LockKey): void {
    if (this.#isAlone || typeof key === "string") return;
    const higher = held.find((one) => typeof one === "number" && one > key);
    if (higher !== undefined) throw new Error(`${name} ${key}: locked after ${higher}, not in ascending order`);
  }
}

const ROW_LOCK = /\bfor (?:no key update|update|key share|share)\b(?: of "?(\w+)"?)?/;
const INNERMOST = /\([^()]*\)/g;

/** The table whose rows a statement locks, if it does so in words. */
function parseRowLock(statement: string): { table: string; skipsLocked: boolean } | undefined {
  const text = statement.replace(/\s+/g, " ");
  const clause = ROW_LOCK.exec(text);
  if (!clause) return undefined;
  const [, table = findLastTable(text.slice(0, clause.index))] = clause;
  const skipsLocked = text.slice(clause.index + clause[0].length).startsWith(" skip locked");
  return { table, skipsLocked };
}

/** What the query reads that breaks off here: the last table at its own depth. */
function findLastTable(beginning: string): string {
  const flat = beginning.replace(INNERMOST, "");
  if (flat !== beginning) return findLastTable(flat);
  return flat.match(/.*\bfrom "?(\w+)/)?.[1] ?? "";
}
