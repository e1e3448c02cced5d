import type { AdvisoryLock, LockKind } from "./lock-kind.ts";
import type { LockOrder } from "./lock-order.ts";

/** Returns the documentation page on locks, in Markdown. */
export function lockOrderPage({ kinds }: LockOrder): string {
  return `# Locks

A transaction that needs several locks acquires them in the order of this table, and those of one kind in ascending order. If two
transactions follow the order, one waits for the other, but never each for the other. PostgreSQL would break such a deadlock by rolling back
one of them. The server would run it again, but only after a second in which many others have waited as well.

| | Lock | What is locked | Guards | Acquired by | Reason for its position |
|---|---|---|---|---|---|
${kinds.map(row).join("\n")}

## How the order is enforced

Modules declare their locks, and \`server/src/app/database/lock-order.ts\` puts them in order; this page is generated from it.

- Advisory locks are acquired with \`acquireLock\`, \`acquireLocks\` and \`acquireSharedLock\` of \`advisory-locks.ts\`, which accept a declared
  lock. \`npm run check\` finds other advisory locks, and functions in the table that do not exist.
- Tests watch each transaction (\`lock-order-checker.ts\`). A transaction fails if it acquires a lock after one that is later in the table, or
  locks rows of a table that is not listed. Locks that it already holds may be acquired again. For rows, the check knows only the tables: it
  does not detect rows of one table that are locked in the wrong order, or locks that an update acquires implicitly.
- The transaction that creates an organization is alone in it until the commit, and acquires its locks in any order.
- Migrations run under a lock of their own, before such transactions exist.

A lock and the permission check that depends on it are one function: \`lockUserToDeactivate\`, \`lockBotToAccessKeys\` and similar functions lock,
load and check, and respond as if the object did not exist if the user may not see it. A check before the lock could be outdated when the lock
is acquired.
`;
}

function row(kind: LockKind | AdvisoryLock, index: number): string {
  const { name, rows = [], each, guards, acquiredBy, reason, alsoAfter = [] } = kind;
  const what = "advisory" in kind ? `advisory, class ${kind.advisory}` : `rows of ${rows.map(code).join(", ")}`;
  const exception = alsoAfter.length > 0 ? ` (also acquired after ${alsoAfter.join(", ")})` : "";
  const cells = [
    index + 1,
    readableName(name),
    `${what}; one for each ${each}`,
    guards,
    acquiredBy.map(code).join(", "),
  ];
  return `| ${cells.join(" | ")} | ${reason}${exception} |`;
}

const readableName = (name: string): string => name.replaceAll("_", " ");
const code = (text: string): string => `\`${text}\``;
