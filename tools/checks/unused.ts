// Finds unused code. If something was only forgotten in a list, the check reports where to list it.
import { runProgram, type Check } from "./check.ts";

/** Output of knip for the index of a module. */
const MODULE = /^(\w+Module)\s.*?(server\/src\/modules\/[^\s/]+)\/\S+\/index\.ts/gm;
/** Output of knip for an endpoint that is not listed in an index. */
const ENDPOINT = /^(?:\w+ +)?((server\/src\/modules\/\S+)\/api\/[\w-]+\.ts)\b/gm;

export const unusedCheck: Check = {
  name: "unused",
  about: "files, exports and dependencies that nothing uses (knip)",
  run: async () => {
    const { ok, output } = await runProgram("node_modules/.bin/knip", "--no-progress");
    return { ok, output: [output, ...findUnlisted(output)].join("\n") };
  },
};

/** Returns where to list the modules and endpoints that knip found. */
export function findUnlisted(output: string): string[] {
  const modules = [...output.matchAll(MODULE)].map(
    ([, name, domain]) => `${name}: add it to the list in ${domain}/index.ts`,
  );
  const endpoints = [...output.matchAll(ENDPOINT)].map(
    ([, path, module]) => `${path}: if it is an endpoint, add it to the \`endpoints\` in ${module}/index.ts`,
  );
  return [...modules, ...endpoints];
}
