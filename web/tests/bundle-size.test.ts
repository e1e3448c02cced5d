import assert from "node:assert/strict";
import { readFile, stat } from "node:fs/promises";
import { test } from "node:test";
import { BUILT } from "../built/find.mjs";

/** Maximum compressed size of everything that a browser loads before the first screen, in bytes. */
const BUDGET = 200 * 1024;

test("the scripts and styles that are loaded before the first screen are not larger than allowed", async () => {
  const { folder } = JSON.parse(await readFile(new URL("newest.json", BUILT), "utf8")) as { folder: string };
  const home = new URL(`${folder}/`, BUILT);
  const page = await readFile(new URL("index.html", home), "utf8");
  const names = [...page.matchAll(/(?:src|href)="\/(assets\/[^"]+)"/g)].map(([, name = ""]) => name);
  assert.ok(names.some((name) => name.endsWith(".js")) && names.some((name) => name.endsWith(".css")), page);
  const sizes = await Promise.all(names.map(async (name) => [name, await compressedSize(home, name)] as const));
  const total = sizes.reduce((sum, [, size]) => sum + size, 0);
  assert.ok(total <= BUDGET, `${total} bytes: ${sizes.map((one) => one.join(" ")).join(", ")}`);
});

/** Returns the size of a file as it is downloaded: compressed, except for small files. */
async function compressedSize(home: URL, name: string): Promise<number> {
  const compressed = await stat(new URL(`${name}.gz`, home)).catch(() => null);
  return (compressed ?? (await stat(new URL(name, home)))).size;
}
