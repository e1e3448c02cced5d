// Finds unused code. If something is unused only because it is missing in a list, reports in which list.
import { runProgram, type Check } from "./check.ts";

/** Matches a line of knip's output about the index.ts of a module. */
const MODULE = /^(\w+Module)\s.*?(server\/src\/modules\/[^\s/]+)\/\S+\/index\.ts/gm;
/**
 * Matches a line of knip's output about a file in an `api` folder: probably an endpoint that is not listed in the
 * index.ts of its module.
 */
const ENDPOINT = /^(?:\w+ +)?((server\/src\/modules\/\S+)\/api\/[\w-]+\.ts)\b/gm;

export const unusedCheck: Check = {
  name: "unused",
  about: "files, exports and dependencies that nothing uses (knip)",
  run: async () => {
    const { ok, output } = await runProgram("node_modules/.bin/knip", "--no-progress");
    return { ok, output: [output, ...findUnlisted(output)].join("\n") };
  },
};

/** Returns hints on where to list the modules and endpoints that knip has reported. */
export function findUnlisted(output: string): string[] {
  const modules = [...output.matchAll(MODULE)].map(
    ([, name, domain]) => `${name}: add it to the list in ${domain}/index.ts`,
  );
  const endpoints = [...output.matchAll(ENDPOINT)].map(
    ([, path, module]) => `${path}: if it is an endpoint, add it to the \`endpoints\` in ${module}/index.ts`,
  );
  return [...modules, ...endpoints];
}
