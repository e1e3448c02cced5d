// The program of parlance.ts as everybody starts it: packed, if it is, and with what Node has read before. It is JavaScript so
// that a start which finds all TypeScript in the cache need not load what makes JavaScript of it: some 10 MB, and half of the
// time.
import { setFlagsFromString } from "node:v8";
import { packedProgram } from "./packed/find.mjs";
import "./quick-loading.mjs";

// Where it must be loaded after all, it soon has nothing more to do: optimizing it would cost 10 MB and save no time.
setFlagsFromString("--wasm-tiering-budget=2000000000");
await import(packedProgram() ?? "./parlance.ts");
