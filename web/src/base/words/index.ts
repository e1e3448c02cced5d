// All texts of the interface. English is the only language so far; a further language would export the same objects
// with the same types. Write `words.drafts`, never `const { drafts } = words`: using `words` as a whole makes the
// browser load all texts before the first screen.
export * as words from "./english.ts";
