// Loaded into each process that runs tests. A password hash of production strength costs 20 ms of processor time, as
// does each verification, and most tests that log in do not test that. Programs started by tests hash as in production.
import { createRequire } from "node:module";
import { join } from "node:path";
import { root } from "../paths.ts";

interface Argon2 {
  hash: (password: string, options: Readonly<Record<string, number>>) => Promise<string>;
}

/** The minimum that Argon2 accepts: 8 KiB, one iteration. */
const MIN_COST = { memoryCost: 8, timeCost: 1 };

const require = createRequire(join(root, "server", "package.json"));
const argon2 = require("@node-rs/argon2") as Argon2;
const { hash } = argon2;
// When the server first imports the package, its functions are read from this object.
argon2.hash = (password, options) => hash(password, { ...options, ...MIN_COST });
