// The program of parlance.ts as everybody starts it: with what Node has read before. It is JavaScript so that a start
// which finds all TypeScript in the cache need not load what makes JavaScript of it: some 10 MB, and half of the time.
import "./compile-cache.mjs";

await import("./parlance.ts");
