/** Result of a check. */
export interface Finding {
  readonly check: string;
  readonly state: "ok" | "warn" | "fail";
  readonly message: string;
  /** Advice for the operator. */
  readonly advice?: string;
}

export const ok = (check: string, message: string): Finding => ({ check, state: "ok", message });
export const warn = (check: string, message: string, advice: string): Finding => ({
  check,
  state: "warn",
  message,
  advice,
});
export const fail = (check: string, message: string, advice: string): Finding => ({
  check,
  state: "fail",
  message,
  advice,
});

/** Formats a finding as text. */
export const findingLine = ({ check, state, message, advice }: Finding): string =>
  `${state.padEnd(4)}  ${check}: ${message}${advice === undefined ? "" : `\n      → ${advice}`}`;
