// The entry point of parlance.ts for all users: starts the packed program, if there is one, with Node's compile cache.
// It is JavaScript, so that a start with a complete cache need not load the TypeScript compiler: some 10 MB, and half
// of the time.
import { setFlagsFromString } from "node:v8";
import { packedProgram } from "./packed/find.mjs";
import "./quick-loading.mjs";

// If the compiler must be loaded, it is used only briefly: optimizing it would take 10 MB and save no time.
setFlagsFromString("--wasm-tiering-budget=2000000000");
await import(packedProgram() ?? "./parlance.ts");
