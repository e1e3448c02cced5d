// Loaded into each process that runs tests. A password hash of production strength takes 20 ms of processor time, and so does each
// check of it; most tests that sign in are not about that. Programs that tests start hash as in production.
import { createRequire } from "node:module";
import { join } from "node:path";
import { root } from "../paths.ts";

interface Argon2 {
  hash: (password: string, options: Readonly<Record<string, number>>) => Promise<string>;
}

/** The least that Argon2 accepts: 8 KiB, one pass. */
const MIN_COST = { memoryCost: 8, timeCost: 1 };

const require = createRequire(join(root, "server", "package.json"));
const argon2 = require("@node-rs/argon2") as Argon2;
const { hash } = argon2;
// The server's import of the package takes its functions from this object, the first time it is loaded.
argon2.hash = (password, options) => hash(password, { ...options, ...MIN_COST });
