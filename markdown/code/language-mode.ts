import type { StreamParser } from "@codemirror/streamparser";

/** A language mode, which divides code into tokens, line by line. */
export interface LanguageMode extends StreamParser<unknown> {
  /** Returns the initial state for this code, if the state depends on the code. */
  readonly startStateFor?: (code: string, indentUnit: number) => unknown;
}
