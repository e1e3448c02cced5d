// Checks that files contain no traces of the machine that they were written on: absolute paths, paths outside the
// repository, package registries.
import type { SourceFile } from "../source-files.ts";
import { createCheck, type Check } from "./check.ts";

const TRACES: readonly { what: string; pattern: RegExp }[] = [
  { what: "a path of one machine", pattern: /(^|[^\w./-])\/(work|tmp\/bash\w*)\// },
  { what: "a folder outside the checkout", pattern: /(^|[^\w./-])\.\.\/shared(?![\w-])/ },
  {
    what: "a package registry",
    pattern: /https?:\/\/[\w.-]*(registry|npmjs|artifactory|verdaccio)|^\s*(@[\w-]+:)?registry\s*=/i,
  },
];

export const machineCheck: Check = createCheck(
  { name: "machine", about: "no absolute path, neighbour folder or package registry (tools/ and .ci/ may)" },
  (path) => !/^(tools|\.ci)\//.test(path),
  (files) => findMachineTraces(files, registryInUse()),
);

/**
 * Returns the host of the package registry that npm is configured to use. Undefined if none is configured. The public
 * registry is already among the patterns.
 */
function registryInUse(): string | undefined {
  const host = URL.parse(process.env.npm_config_registry ?? "")?.host;
  return host === "" ? undefined : host;
}

/** Finds lines that contain traces of a machine. */
export function findMachineTraces(files: readonly SourceFile[], registryHost?: string): string[] {
  return files.flatMap(({ path, text = "" }) =>
    text.split("\n").flatMap((line, index) => {
      const found = TRACES.filter(({ pattern }) => pattern.test(line)).map(({ what }) => what);
      if (registryHost !== undefined && line.includes(registryHost)) found.push("the package registry in use");
      return found.map((what) => `${path}:${index + 1}: ${what}`);
    }),
  );
}
