// Tests of what chance gives them can be repeated: rounds and seed come from the test kit.
import type { SourceFile } from "../files.ts";
import { finding, type Check } from "./check.ts";

const ASSERTS = /\bfc\.assert\(/;
const ROUNDS_OF_ITS_OWN = /\b(numRuns|seed): \d/;
const KIT = 'from "@parlance/testkit/chance.ts"';

export const chances: Check = finding(
  { name: "chances", about: "property tests have rounds and seed from chance() in the test kit" },
  (path) => path.endsWith(".test.ts") && !path.startsWith("tools/checks/"),
  unrepeatable,
);

/** The tests that try other cases each time, or whose number of cases cannot be raised. */
export function unrepeatable(files: readonly SourceFile[]): string[] {
  return files
    .filter(({ text = "" }) => ASSERTS.test(text) && (!text.includes(KIT) || ROUNDS_OF_ITS_OWN.test(text)))
    .map(({ path }) => `${path}: give fc.assert its options with chance(), ${KIT}`);
}
