// Checks the order of the kernel's folders: each has a floor in tools/kernel-floors.ts, and imports only from folders
// of lower floors.
import type { Import } from "../imports.ts";
import { KERNEL_FOLDER, kernelFloors } from "../kernel-floors.ts";
import type { SourceFile } from "../source-files.ts";

/** Tests and their fixtures may import everything. */
const TEST = /[.]test[.]ts$|\/fixtures\//;

const kernelHeights: ReadonlyMap<string, number> = new Map(
  kernelFloors.flatMap(({ folders }, height) =>
    Object.keys(folders).map((folder): [string, number] => [folder, height]),
  ),
);

/**
 * Returns the kernel's folder that a source is in: empty for a source beside the folders, undefined for other files.
 */
function findKernelFolder(path: string): string | undefined {
  if (!path.startsWith(`${KERNEL_FOLDER}/`) || !path.endsWith(".ts")) return undefined;
  const [folder = "", ...rest] = path.slice(KERNEL_FOLDER.length + 1).split("/");
  return rest.length === 0 ? "" : folder;
}

/** Finds files of the kernel that are in no folder of the table, and folders of the table that do not exist. */
export function findMisplacedKernelFolders(files: readonly SourceFile[]): string[] {
  const found = new Set<string>();
  const misplaced = files.flatMap(({ path }) => {
    const folder = findKernelFolder(path);
    if (folder === undefined) return [];
    found.add(folder);
    return kernelHeights.has(folder) ? [] : [`${path}: not in a folder of tools/kernel-floors.ts`];
  });
  const missing = [...kernelHeights.keys()].filter((folder) => !found.has(folder));
  return [...misplaced, ...missing.map((folder) => `tools/kernel-floors.ts: there is no ${KERNEL_FOLDER}/${folder}`)];
}

/** Finds imports of the kernel's folders from a higher floor, or from another folder of the same floor. */
export function findUpwardKernelImports(imports: readonly Import[]): string[] {
  return imports.flatMap(({ from, to }) => {
    const [importer, imported] = [findKernelFolder(from), findKernelFolder(to)];
    if (TEST.test(from) || importer === undefined || imported === undefined || importer === imported) return [];
    const [height = -1, below = -1] = [kernelHeights.get(importer), kernelHeights.get(imported)];
    return height > below ? [] : [`${from} → ${to}\n    ${importer} does not stand above ${imported}`];
  });
}
