// Finds the tests that a change can affect, with the help of the import graph.
import { dirname } from "node:path";
import { findModuleFloor } from "../../checks/floors.ts";
import type { Import } from "../../imports.ts";

export interface AffectedTest {
  readonly file: string;
  /**
   * Number of imports between the test and the changed file. Half an import is added if the test does not import a file
   * on the path, but is in the same module or folder as one.
   */
  readonly distance: number;
  /** Describes why the test is affected. */
  readonly reason: string;
}

interface ImportStep {
  readonly distance: number;
  /** The changed file from which the path starts. */
  readonly changed: string;
}

/**
 * Files by which everything is connected: the composition root, which imports all modules, the list of all nouns, and
 * the test kit, which starts the whole server. That a test imports one of them does not mean that it is affected, so
 * paths end there.
 */
const HUB_FILE =
  /^(server\/src\/app\/((server|modules|main)\.ts|services\/.*)|contract\/nouns\/index\.ts|testkit\/.*)$/;

/**
 * Returns the tests that a change of the given files can affect, nearest first. These are the tests that import the
 * files, directly or indirectly, and the tests in the module of a changed or importing file.
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
 * Returns the changed files and all files that import them, directly or indirectly, each with the shortest path. Files
 * that import them only through a hub are not included.
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

/** Returns the module of the server that a file belongs to. For other files, returns their folder. */
const moduleOf = (path: string): string => findModuleFloor(path)?.module ?? dirname(path);
