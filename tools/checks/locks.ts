// Checks that advisory locks are used only as declared locks, that locks on rows are declared by the module that owns
// the table, and that server/src/app/database/lock-order.ts lists every declared lock and names only functions that
// exist.
import { lockOrder } from "@parlance/server/app/database/lock-order.ts";
import type { SourceFile } from "../source-files.ts";
import { createCheck, type Check } from "./check.ts";
import { findTableOwner, findWriter } from "./tables.ts";

const ADVISORY = /\bpg_(?:try_)?advisory_\w+/g;
/** Matches files that may use advisory locks directly: those that acquire declared locks, migrations, and tests. */
const ALLOWED_FILES = /^kernel\/db\/(advisory-locks|migrate|run-exclusively)[.]ts$|[.]test[.]ts$/;
const LOCK_ORDER = "server/src/app/database/lock-order.ts";
/** Matches the declaration of a lock in a module. */
const LOCK = /^export const (\w+): (?:LockKind|AdvisoryLock) = \{(.*?)^\};/gms;
const DECLARED = /\b(?:function|const) (\w+)/g;

export const locksCheck: Check = createCheck(
  { name: "locks", about: "advisory locks are declared by modules, and the page on locks is up to date" },
  (path) => /^(server\/src|kernel|cli)\/.*[.]ts$/.test(path),
  (files) => {
    const takers = lockOrder.kinds.flatMap(({ acquiredBy }) => acquiredBy);
    return [
      ...findStrayLocks(files),
      ...findUnknownLockFunctions(files, takers),
      ...findUnorderedLocks(files),
      ...findForeignLocks(files),
    ];
  },
);

/** Finds lines that use advisory locks directly. */
export function findStrayLocks(files: readonly SourceFile[]): string[] {
  return files.flatMap(({ path, text = "" }) => {
    if (ALLOWED_FILES.test(path)) return [];
    return [...text.matchAll(ADVISORY)].map(({ 0: found, index }) => {
      const line = text.slice(0, index).split("\n").length;
      return `${path}:${line}: ${found} outside kernel/db/advisory-locks.ts`;
    });
  });
}

/** Finds functions that the table names but that do not exist. */
export function findUnknownLockFunctions(files: readonly SourceFile[], takers: readonly string[]): string[] {
  const declared = new Set(files.flatMap(({ text = "" }) => [...text.matchAll(DECLARED)].map(([, name]) => name)));
  return takers
    .filter((caller) => !declared.has(caller))
    .map((caller) => `${LOCK_ORDER}: there is no function ${caller}`);
}

/** Finds declared locks that have no place in the order. */
export function findUnorderedLocks(files: readonly SourceFile[]): string[] {
  const order = files.find(({ path }) => path === LOCK_ORDER)?.text ?? "";
  const ordered = new Set(order.match(/\w+/g));
  return files.flatMap(({ path, text = "" }) =>
    [...text.matchAll(LOCK)].flatMap(([, name = ""]) =>
      ordered.has(name) ? [] : [`${path}: ${name} has no place in ${LOCK_ORDER}`],
    ),
  );
}

/** Finds locks on rows that are declared outside of the module that owns the table. */
export function findForeignLocks(files: readonly SourceFile[]): string[] {
  return files.flatMap(({ path, text = "" }) =>
    [...text.matchAll(LOCK)].flatMap(([, name, body = ""]) => {
      const tables = /rows: \[(.*?)\]/s.exec(body)?.[1]?.match(/\w+/g) ?? [];
      return tables
        .filter((table) => findTableOwner(table) !== findWriter(path))
        .map((table) => `${path}: ${name} locks rows of ${table}, which belongs to ${findTableOwner(table)}`);
    }),
  );
}
