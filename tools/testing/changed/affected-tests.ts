// Finds the tests that a change can affect, from the graph of imports.
import { dirname } from "node:path";
import { findModuleFloor } from "../../checks/floors.ts";
import type { Import } from "../../imports.ts";

export interface AffectedTest {
  readonly file: string;
  /**
   * Number of imports between it and a changed file, plus a half for a test that is only in the same folder as a file
   * on the path.
   */
  readonly distance: number;
  /** The reason why it is affected, in words. */
  readonly reason: string;
}

interface ImportStep {
  readonly distance: number;
  /** The changed file at the start of the path. */
  readonly changed: string;
}

/**
 * Files through which everything is connected: the composition root, which imports every module, the list of all nouns,
 * and the test kit, which starts the whole server. Importing them says nothing, so the search ends there.
 */
const HUB_FILE =
  /^(server\/src\/app\/((server|modules|main)\.ts|services\/.*)|contract\/nouns\/index\.ts|testkit\/.*)$/;

/**
 * Returns the tests that changes of these files can affect, nearest first: tests that import them, and tests of the
 * same module.
 */
export function findAffectedTests(
  changed: readonly string[],
  imports: readonly Import[],
  tests: readonly string[],
): AffectedTest[] {
  const reached = importersOf(changed, imports);
  const isTest = new Set(tests);
  const byFolder = Map.groupBy(tests, moduleOf);
  const found = new Map<string, AffectedTest>();
  const add = (test: AffectedTest) => {
    if (test.distance < (found.get(test.file)?.distance ?? Number.POSITIVE_INFINITY)) found.set(test.file, test);
  };
  for (const [path, { distance, changed: start }] of reached) {
    const reason = distance === 0 ? "changed" : `imports ${start}${distance === 1 ? "" : `, ${distance} steps away`}`;
    if (isTest.has(path)) add({ file: path, distance, reason });
    if (isTest.has(path) || (HUB_FILE.test(path) && distance > 0)) continue;
    const beside = distance === 0 ? `beside ${path}` : `beside ${path}, which ${reason}`;
    for (const test of byFolder.get(moduleOf(path)) ?? [])
      add({ file: test, distance: distance + 0.5, reason: beside });
  }
  return [...found.values()].toSorted((one, other) => one.distance - other.distance);
}

/**
 * Returns the changed files and all that import them, directly or indirectly, with the shortest path, but nothing
 * beyond a hub.
 */
function importersOf(changed: readonly string[], imports: readonly Import[]): Map<string, ImportStep> {
  const importers = Map.groupBy(imports, ({ to }) => to);
  const reached = new Map<string, ImportStep>(changed.map((path) => [path, { distance: 0, changed: path }]));
  for (const [path, step] of reached) {
    if (HUB_FILE.test(path) && step.distance > 0) continue;
    for (const { from } of importers.get(path) ?? []) {
      if (!reached.has(from)) reached.set(from, { distance: step.distance + 1, changed: step.changed });
    }
  }
  return reached;
}

/** Returns the folder of the server's module that a file belongs to, otherwise its own folder. */
const moduleOf = (path: string): string => findModuleFloor(path)?.module ?? dirname(path);
