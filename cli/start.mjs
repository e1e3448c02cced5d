// The entry point of the command line. Starts the packed program if there is one, otherwise parlance.ts, with Node's
// compile cache. It is written in JavaScript, so that Node need not load its TypeScript compiler if the cache is
// complete; the compiler would take about 10 MB and half of the startup time.
import { setFlagsFromString } from "node:v8";
import { packedProgram } from "./packed/find.mjs";
import "./quick-loading.mjs";

// If the TypeScript compiler has to be loaded, it is used only for a short time. Optimizing its code would take 10 MB
// and save no time.
setFlagsFromString("--wasm-tiering-budget=2000000000");
await import(packedProgram() ?? "./parlance.ts");
