// Advisory locks are those of one table (server/src/kernel/db/lock-order.ts), and what the table says of its locks is so.
import { lockKinds } from "@parlance/server/kernel/db/lock-order.ts";
import type { SourceFile } from "../source-files.ts";
import { createCheck, type Check } from "./check.ts";

const ADVISORY = /\bpg_(?:try_)?advisory_\w+/g;
/** Where it is taken by a name of the table; and the lock of migrations, which are made before all else. */
const ALLOWED_FILES = /^server\/src\/kernel\/db\/(advisory-locks|migrate)[.]ts$|[.]test[.]ts$/;
const DECLARED = /\b(?:function|const) (\w+)/g;

export const locksCheck: Check = createCheck(
  { name: "locks", about: "advisory locks by their names in lock-order.ts, and that table up to date" },
  (path) => /^(server\/src|cli)\/.*[.]ts$/.test(path),
  (files) => {
    const takers = Object.values(lockKinds).flatMap(({ acquiredBy }) => acquiredBy);
    return [...findStrayLocks(files), ...findUnknownLockFunctions(files, takers)];
  },
);

/** The lines that take an advisory lock by themselves. */
export function findStrayLocks(files: readonly SourceFile[]): string[] {
  return files.flatMap(({ path, text = "" }) => {
    if (ALLOWED_FILES.test(path)) return [];
    return [...text.matchAll(ADVISORY)].map(({ 0: found, index }) => {
      const line = text.slice(0, index).split("\n").length;
      return `${path}:${line}: ${found} outside kernel/db/advisory-locks.ts`;
    });
  });
}

/** The functions that are said to take a lock, and are not there. */
export function findUnknownLockFunctions(files: readonly SourceFile[], takers: readonly string[]): string[] {
  const declared = new Set(files.flatMap(({ text = "" }) => [...text.matchAll(DECLARED)].map(([, name]) => name)));
  return takers
    .filter((taker) => !declared.has(taker))
    .map((taker) => `server/src/kernel/db/lock-order.ts: there is no function ${taker}`);
}
