/**
 * Reason why a parser returned no result:
 * - `timeout`, `memory`: the input needed more time or memory than allowed
 * - `error`: the parser threw an error
 * - `crash`: the parser's process could not be started, or ended for a reason other than these limits
 * - `busy`: too many inputs of the same owner are waiting
 */
export type ParsingFailureReason = "timeout" | "memory" | "error" | "crash" | "busy";

/** Thrown if a parser returned no result for an input. */
export class ParsingFailure extends Error {
  override readonly name = "ParsingFailure";
  readonly reason: ParsingFailureReason;

  /** @param details further information for the log, such as the parser's own error */
  constructor(parser: string, reason: ParsingFailureReason, details = "") {
    super(`the ${parser} failed: ${reason}${details === "" ? "" : ` (${details})`}`);
    this.reason = reason;
  }

  /** Returns true if parsing the same input again would most likely fail again. */
  get isCausedByInput(): boolean {
    return this.reason === "timeout" || this.reason === "memory" || this.reason === "error";
  }
}
