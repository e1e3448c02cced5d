import type { StreamParser } from "@codemirror/streamparser";

/** Divides code into tokens, line by line. */
export interface LanguageMode extends StreamParser<unknown> {
  /** The state at the start of this code, for modes where it depends on all of it. */
  readonly startStateFor?: (code: string, indentUnit: number) => unknown;
}
