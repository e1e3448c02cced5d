import { lockKinds, type LockName } from "./lock-order.ts";

/** The page of the documentation on locks, in Markdown. */
export function lockOrderPage(): string {
  const names = Object.keys(lockKinds) as LockName[];
  return `# Locks

A transaction that locks more than one thing takes the locks in the order of this table, and of one kind in ascending order.
Of two that keep to it, one waits for the other, and never both. PostgreSQL would break such a circle by undoing one of them,
and the server does undone work again, but only after a second in which many others have waited as well.

| | Lock | What is locked | Guards | Taken by | Stands here because |
|---|---|---|---|---|---|
${names.map(row).join("\n")}

## How the order is kept

The table is \`server/src/kernel/db/lock-order.ts\`; this page is made from it.

- Advisory locks are taken with \`takeLock\`, \`takeLocks\` and \`shareLock\` of \`advisory-locks.ts\`, by a name of the table. \`npm run check\`
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

function row(name: LockName, index: number): string {
  const { advisory, rows = [], each, guards, acquiredBy, reason, alsoAfter = [] } = lockKinds[name];
  const what = advisory === undefined ? `rows of ${rows.map(code).join(", ")}` : `advisory, class ${advisory}`;
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
