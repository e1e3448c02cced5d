// `npm run generate`: writes the generated files. With --check it writes nothing and fails where one is stale; with names it
// does so for these generators only.
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { generators, type Generator } from "./generators.ts";
import { isMain, root } from "./paths.ts";

const MEND = "run npm run generate and commit what it writes";

/** What a generator makes, after seeing that it made what it announces. */
export async function madeBy(generator: Generator): Promise<ReadonlyMap<string, string>> {
  const made = await generator.make();
  const announced = generator.outputs.toSorted().join(", ");
  const actual = [...made.keys()].toSorted().join(", ");
  if (announced !== actual) throw new Error(`${generator.name} announces ${announced} but made ${actual || "nothing"}`);
  return made;
}

/** The outputs of a generator that are missing or differ from what it makes now. */
export async function staleOutputs(generator: Generator, base: string): Promise<string[]> {
  const stale: string[] = [];
  for (const [path, content] of await madeBy(generator)) {
    const present = await readFile(join(base, path), "utf8").catch(() => undefined);
    if (present !== content)
      stale.push(`${path} is ${present === undefined ? "missing" : "stale"} (${generator.name}): ${MEND}`);
  }
  return stale;
}

async function write(generator: Generator, base: string): Promise<void> {
  for (const [path, content] of await madeBy(generator)) {
    await mkdir(dirname(join(base, path)), { recursive: true });
    await writeFile(join(base, path), content);
    console.log(`wrote ${path}`);
  }
}

async function main(args: readonly string[]): Promise<number> {
  const wanted = args.filter((arg) => arg !== "--check");
  const unknown = wanted.filter((name) => !generators.some((generator) => generator.name === name));
  if (unknown.length > 0) {
    const known = generators.map(({ name }) => name).join(", ") || "none";
    console.error(
      `no generator is called ${unknown.join(", ")}; there are: ${known}\nusage: npm run generate [-- [--check] <name>…]`,
    );
    return 2;
  }
  const chosen = generators.filter(({ name }) => wanted.length === 0 || wanted.includes(name));
  // One after the other: some of them start a database.
  const stale: string[] = [];
  for (const generator of chosen) {
    if (args.includes("--check")) stale.push(...(await staleOutputs(generator, root)));
    else await write(generator, root);
  }
  for (const line of stale) console.error(line);
  return stale.length === 0 ? 0 : 1;
}

if (isMain(import.meta.url)) process.exitCode = await main(process.argv.slice(2));
