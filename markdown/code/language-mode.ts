import type { StreamParser } from "@codemirror/streamparser";

/** A mode that divides code into tokens, line by line. */
export interface LanguageMode extends StreamParser<unknown> {
  /** Returns the state at the start of this code, for modes in which it depends on the whole code. */
  readonly startStateFor?: (code: string, indentUnit: number) => unknown;
}
