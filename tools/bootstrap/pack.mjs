// Bundles the program that servers are started from, if it has changed since it was last bundled.
import { join } from "node:path";
import { packedProgram } from "../../cli/packed/find.mjs";
import { runChild } from "./child.mjs";

/**
 * @param {string} root
 * @param {string} node path of the Node that runs the bundler
 */
export async function pack(root, node) {
  if (packedProgram() !== undefined) return;
  const code = await runChild(node, [join(root, "cli/packed/make.mjs")], { stdio: ["ignore", 2, 2] });
  if (code !== 0)
    console.error("parlance: the program could not be packed, so the server starts from its sources, a little slower");
}
