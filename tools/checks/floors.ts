// The order of modules: each stands on a floor of tools/floors.ts, and imports from those below.
import type { SourceFile } from "../files.ts";
import { floors, withinFloors } from "../floors.ts";
import { importsOf, type Import } from "../imports.ts";
import { finding, type Check } from "./check.ts";

/** Tests may import anything, and what stands beside them for their sake. */
const TEST = /[.]test[.]ts$|\/fixtures\//;
const BESIDE = /^server\/src\/(auth)\//;
const MODULE = /^server\/src\/modules\/([^/]+)\/([^/]+)\//;

/** Where a module stands: `height` is its floor's in the table. */
interface Standing {
  readonly module: string;
  readonly floor: string;
  readonly height: number;
}

/** The module that a file belongs to; undefined for files that are of none. */
export function standingOf(path: string): Standing | undefined {
  const [, floor, module] = MODULE.exec(path) ?? [];
  const beside = BESIDE.exec(path)?.[1];
  const name = floor ?? beside;
  const inside = module ?? beside;
  if (name === undefined || inside === undefined) return undefined;
  return { module: inside, floor: name, height: floors.findIndex((one) => one.name === name) };
}

export const floorsCheck: Check = finding(
  { name: "floors", about: "modules import from floors below their own (tools/floors.ts)" },
  (path) => /^server\/.*[.]ts$|(^|\/)package[.]json$/.test(path),
  (files) => {
    const imports = importsOf(files);
    return [...misplaced(files), ...upwardImports(imports), ...idleExceptions(imports)];
  },
);

/** Modules that the table does not have where they are, and those it has that are not there. */
export function misplaced(files: readonly SourceFile[]): string[] {
  const found = new Set(files.flatMap(({ path }) => moduleName(standingOf(path)) ?? []));
  const declared = new Set(floors.flatMap(({ name, modules }) => Object.keys(modules).map((one) => `${name}/${one}`)));
  return [
    ...[...found]
      .filter((name) => !declared.has(name))
      .map(
        (name) =>
          `${name}: not in tools/floors.ts: add it to the \`modules\` of its floor, with the tables that it owns`,
      ),
    ...[...declared].filter((name) => !found.has(name)).map((name) => `${name}: in tools/floors.ts, and not there`),
  ];
}

const moduleName = (standing: Standing | undefined) => standing && `${standing.floor}/${standing.module}`;

/** The imports of modules from a floor above, or from another module of their own that is no exception. */
export function upwardImports(imports: readonly Import[]): string[] {
  return imports.flatMap(({ from, to }) => {
    const [importer, imported] = [standingOf(from), standingOf(to)];
    if (TEST.test(from) || !importer || !imported || importer.module === imported.module) return [];
    if (importer.height > imported.height) return [];
    if (importer.height < imported.height) {
      return [`${from} → ${to}\n    ${importer.floor} knows nothing of ${imported.floor}`];
    }
    const isException = withinFloors.some((one) => one.from === importer.module && one.to === imported.module);
    return isException ? [] : [`${from} → ${to}\n    modules of one floor do not know each other`];
  });
}

/** Exceptions that nothing needs any more. */
export function idleExceptions(imports: readonly Import[]): string[] {
  const pairs = new Set(
    imports
      .filter(({ from }) => !TEST.test(from))
      .map(({ from, to }) => `${standingOf(from)?.module} ${standingOf(to)?.module}`),
  );
  return withinFloors
    .filter(({ from, to }) => !pairs.has(`${from} ${to}`))
    .map(({ from, to }) => `tools/floors.ts: ${from} imports nothing of ${to}`);
}
