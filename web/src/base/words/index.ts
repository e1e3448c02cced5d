// Every text that people read. English is the first language; another one has the same parts with the same types. Each is
// used as `words.part`: what takes `words` whole, as `const { part } = words` does, has all parts load before the first screen.
export * as words from "./english.ts";
