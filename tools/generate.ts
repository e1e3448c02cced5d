// `npm run generate`: writes the generated files. Described in HELP.
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { generators, type Generator } from "./generators.ts";
import { isMain, root } from "./paths.ts";

const FIX_ADVICE = "run npm run generate and commit what it writes";

const HELP = `usage: npm run generate [-- [--check] <name>…]

Writes these generated files, or only the named ones; with --check it writes nothing, and fails where one is stale:
${generators.map(({ name, outputs }) => `  ${name.padEnd(11)} ${formatList(outputs)}`).join("\n")}`;

function formatList([first = "", ...others]: readonly string[]): string {
  return others.length === 0 ? first : `${first}, and ${others.length} more`;
}

/** Runs a generator. Throws unless it generates exactly the files that it announces. */
export async function runGenerator(generator: Generator): Promise<ReadonlyMap<string, string>> {
  const made = await generator.generate();
  const announced = generator.outputs.toSorted().join(", ");
  const actual = [...made.keys()].toSorted().join(", ");
  if (announced !== actual) throw new Error(`${generator.name} announces ${announced} but made ${actual || "nothing"}`);
  return made;
}

/** Returns a message for each file of a generator that is missing or out of date. */
export async function staleOutputs(generator: Generator, base: string): Promise<string[]> {
  const stale: string[] = [];
  for (const [path, content] of await runGenerator(generator)) {
    const before = await readPresent(path, base);
    if (before !== content)
      stale.push(`${path} is ${before === undefined ? "missing" : "stale"} (${generator.name}): ${FIX_ADVICE}`);
  }
  return stale;
}

/** Writes the files of a generator that are missing or out of date. Returns their paths. */
export async function writeOutputs(generator: Generator, base: string): Promise<string[]> {
  const written: string[] = [];
  for (const [path, content] of await runGenerator(generator)) {
    if ((await readPresent(path, base)) === content) continue;
    await mkdir(dirname(join(base, path)), { recursive: true });
    await writeFile(join(base, path), content);
    written.push(path);
  }
  return written;
}

const readPresent = (path: string, base: string): Promise<string | undefined> =>
  readFile(join(base, path), "utf8").catch(() => undefined);

// The generators run one after the other, because some of them start a database.
async function writeAll(chosen: readonly Generator[]): Promise<void> {
  let count = 0;
  for (const generator of chosen) {
    for (const path of await writeOutputs(generator, root)) {
      console.log(`wrote ${path}`);
      count += 1;
    }
  }
  if (count === 0) console.log("nothing to write: all is up to date");
}

async function checkAll(chosen: readonly Generator[]): Promise<boolean> {
  const stale: string[] = [];
  for (const generator of chosen) stale.push(...(await staleOutputs(generator, root)));
  for (const line of stale) console.error(line);
  return stale.length === 0;
}

async function main(args: readonly string[]): Promise<number> {
  if (args.includes("--help") || args.includes("-h")) {
    console.log(HELP);
    return 0;
  }
  const wanted = args.filter((arg) => arg !== "--check");
  const unknown = wanted.filter((name) => !generators.some((generator) => generator.name === name));
  if (unknown.length > 0) {
    console.error(`no generator is called ${unknown.join(", ")}\n\n${HELP}`);
    return 2;
  }
  const chosen = generators.filter(({ name }) => wanted.length === 0 || wanted.includes(name));
  if (args.includes("--check")) return (await checkAll(chosen)) ? 0 : 1;
  await writeAll(chosen);
  return 0;
}

if (isMain(import.meta.url)) process.exitCode = await main(process.argv.slice(2));
