// Builds the web client, if it has changed since it was last built.
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { isBuilt } from "../../web/built/find.mjs";
import { runChild } from "./child.mjs";
import { withLock } from "./lock.mjs";

/**
 * @param {string} root
 * @param {string} node path of the Node that runs the build
 */
export async function buildWebClient(root, node) {
  if (isBuilt()) return;
  const cache = join(root, "node_modules/.cache");
  mkdirSync(cache, { recursive: true });
  const onWait = () => console.error("parlance: another process is building the web client; waiting for it");
  await withLock(join(cache, "web-client.lock"), onWait, async () => {
    if (isBuilt()) return;
    console.error("parlance: building the web client (once, and after each change of it)");
    const code = await runChild(node, [join(root, "web/built/make.mjs")], { stdio: ["ignore", 2, 2] });
    if (code !== 0)
      console.error("parlance: the web client could not be built, so the server shows a plain page at its address");
  });
}
