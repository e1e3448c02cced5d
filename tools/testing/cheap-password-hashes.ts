// Loaded into each process that runs tests. Makes hashing passwords cheap. With the strength used in production,
// creating or verifying a hash takes 20 ms of processor time, which most tests that log in do not need. Programs
// started by tests hash with the strength used in production.
import { createRequire } from "node:module";
import { join } from "node:path";
import { root } from "../paths.ts";

interface Argon2 {
  hash: (password: string, options: Readonly<Record<string, number>>) => Promise<string>;
}

/** The lowest cost that Argon2 accepts: 8 KiB of memory, one iteration. */
const MIN_COST = { memoryCost: 8, timeCost: 1 };

const require = createRequire(join(root, "server", "package.json"));
const argon2 = require("@node-rs/argon2") as Argon2;
const { hash } = argon2;
// The server imports the package later, and then gets this function.
argon2.hash = (password, options) => hash(password, { ...options, ...MIN_COST });
