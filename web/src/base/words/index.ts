// All texts of the interface. English is the first language; another one has the same modules with the same types.
// Access each as `words.part`: using `words` as a whole, as in `const { part } = words`, makes all modules load before
// the first screen.
export * as words from "./english.ts";
