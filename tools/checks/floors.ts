// Checks the order of modules: each declares its floor in its index.ts, and imports only from modules of lower floors.
import { dirname } from "node:path";
import type { SourceFile } from "../source-files.ts";
import { withinFloors } from "../floor-exceptions.ts";
import { floors } from "../floors.ts";
import { findImports, type Import } from "../imports.ts";
import { createCheck, type Check } from "./check.ts";
import { findMisplacedKernelFolders, findUpwardKernelImports } from "./kernel-floors.ts";

/** Tests and their fixtures may import everything. */
const TEST = /[.]test[.]ts$|\/fixtures\//;
const BASE = "server/src/modules/";
/** The composition root. */
const APP = "server/src/app/";

/** A module with its floor. `height` is the position of the floor in the list of floors; 0 is the lowest. */
interface ModuleFloor {
  /** Folder of the module, relative to `server/src/modules/`. */
  readonly module: string;
  readonly floor: string;
  readonly height: number;
}

const moduleFloors: readonly ModuleFloor[] = floors.flatMap(({ name, modules }, height) =>
  Object.keys(modules).map((module) => ({ module, floor: name, height })),
);

/** Returns true for the `index.ts` of a domain, a list of its modules. Only the composition root imports this file. */
const isDomainIndex = (path: string): boolean =>
  /^server\/src\/modules\/[^/]+\/index[.]ts$/.test(path) && findModuleFloor(path) === undefined;

/** Returns the module that a file belongs to. Undefined for files outside the modules. */
export function findModuleFloor(path: string): ModuleFloor | undefined {
  if (!path.startsWith(BASE)) return undefined;
  return moduleFloors.find(({ module }) => path.startsWith(`${BASE}${module}/`));
}

export const floorsCheck: Check = createCheck(
  { name: "floors", about: "modules, and folders of the kernel, import from floors below their own (tools/floors.ts)" },
  (path) => /^(server|kernel)\/.*[.]ts$|(^|\/)package[.]json$/.test(path),
  (files) => {
    const imports = findImports(files);
    return [
      ...findMisplacedModules(files),
      ...findUpwardImports(imports),
      ...findUnusedExceptions(imports),
      ...findMisplacedKernelFolders(files),
      ...findUpwardKernelImports(imports),
    ];
  },
);

/** Finds folders of modules that have no floor, and modules with a floor that do not exist. */
export function findMisplacedModules(files: readonly SourceFile[]): string[] {
  const inside = files.filter(({ path }) => path.startsWith(BASE));
  const found = new Set(inside.map(({ path }) => findModuleFloor(path)?.module));
  const unknown = inside
    .filter(({ path }) => findModuleFloor(path) === undefined && !isDomainIndex(path))
    .map(({ path }) => dirname(path));
  return [
    ...[...new Set(unknown)].map(
      (folder) =>
        `${folder}: on no floor: declare in the index.ts of its module a \`floor\` of tools/floors.ts, after its name`,
    ),
    ...moduleFloors.filter(({ module }) => !found.has(module)).map(({ module }) => `there is no ${BASE}${module}`),
  ];
}

/**
 * Finds imports from a module on a higher floor, imports between modules of the same floor that are not listed as
 * exceptions, and imports of a domain's index.ts outside of the composition root.
 */
export function findUpwardImports(imports: readonly Import[]): string[] {
  return imports.flatMap(({ from, to }) => {
    const [importer, imported] = [findModuleFloor(from), findModuleFloor(to)];
    if (TEST.test(from)) return [];
    if (isDomainIndex(to) && !from.startsWith(APP))
      return [`${from} → ${to}\n    only ${APP} imports a domain's list of modules`];
    if (!importer || !imported || importer.module === imported.module) return [];
    if (importer.height > imported.height) return [];
    if (importer.height < imported.height) {
      return [`${from} → ${to}\n    ${importer.floor} is below ${imported.floor}`];
    }
    const isException = withinFloors.some((one) => one.from === importer.module && one.to === imported.module);
    return isException ? [] : [`${from} → ${to}\n    modules of one floor do not know each other`];
  });
}

/** Finds exceptions that are no longer needed. */
export function findUnusedExceptions(imports: readonly Import[]): string[] {
  const pairs = new Set(
    imports
      .filter(({ from }) => !TEST.test(from))
      .map(({ from, to }) => `${findModuleFloor(from)?.module} ${findModuleFloor(to)?.module}`),
  );
  return withinFloors
    .filter(({ from, to }) => !pairs.has(`${from} ${to}`))
    .map(({ from, to }) => `tools/floors.ts: ${from} imports nothing of ${to}`);
}
