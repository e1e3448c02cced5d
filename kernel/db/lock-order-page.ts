import type { AdvisoryLock, LockKind } from "./lock-kind.ts";
import type { LockOrder } from "./lock-order.ts";

/** The page of the documentation on locks, in Markdown. */
export function lockOrderPage({ kinds }: LockOrder): string {
  return `# Locks

A transaction that locks more than one thing takes the locks in the order of this table, and of one kind in ascending order.
Of two that keep to it, one waits for the other, and never both. PostgreSQL would break such a circle by undoing one of them,
and the server does undone work again, but only after a second in which many others have waited as well.

| | Lock | What is locked | Guards | Taken by | Stands here because |
|---|---|---|---|---|---|
${kinds.map(row).join("\n")}

## How the order is kept

Modules declare their locks, and \`server/src/app/database/lock-order.ts\` puts them in order; this page is made from it.

- Advisory locks are taken with \`acquireLock\`, \`acquireLocks\` and \`acquireSharedLock\` of \`advisory-locks.ts\`, which take a declared lock. \`npm run check\`
  finds others, and functions in the table that are not there.
- In tests each transaction is watched (\`lock-watch.ts\`): one that takes a lock after another that stands below it fails, and so does
  one that locks rows of a table that is not here. What is locked already may be locked again. Of rows the watch knows the tables:
  it does not see when two rows of one table are locked in the wrong order, nor what a change of rows locks by itself.
- Whoever creates an organization is alone in it until that is committed, and takes its locks as they come.
- Migrations are made under a lock of their own, before there are transactions of this kind.

A lock and the question whether this person may are one call: \`lockUserToDeactivate\`, \`lockBotToHoldKeys\` and the like lock, load
and ask, and answer as if there were nothing where somebody may not know of it. A question that was asked before the lock would be
answered by what has changed meanwhile.
`;
}

function row(kind: LockKind | AdvisoryLock, index: number): string {
  const { name, rows = [], each, guards, acquiredBy, reason, alsoAfter = [] } = kind;
  const what = "advisory" in kind ? `advisory, class ${kind.advisory}` : `rows of ${rows.map(code).join(", ")}`;
  const exception = alsoAfter.length > 0 ? ` (also taken after ${alsoAfter.join(", ")})` : "";
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
