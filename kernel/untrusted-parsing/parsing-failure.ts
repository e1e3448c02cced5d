/**
 * Reason why a parser returned no result:
 * - `timeout`, `memory`: the input needed more time or memory than any input may
 * - `error`: the parser threw an error
 * - `crash`: the parser's process could not be started, or was killed by something else
 * - `busy`: too many inputs of the same owner are waiting
 */
export type ParsingFailureReason = "timeout" | "memory" | "error" | "crash" | "busy";

/** A parser returned no result for an input. */
export class ParsingFailure extends Error {
  override readonly name = "ParsingFailure";
  readonly reason: ParsingFailureReason;

  /** @param details such as the parser's own error, for the log */
  constructor(parser: string, reason: ParsingFailureReason, details = "") {
    super(`the ${parser} failed: ${reason}${details === "" ? "" : ` (${details})`}`);
    this.reason = reason;
  }

  /** True if the same input would most likely fail again. */
  get isCausedByInput(): boolean {
    return this.reason === "timeout" || this.reason === "memory" || this.reason === "error";
  }
}
