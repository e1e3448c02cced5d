import type { Parameters } from "@parlance/testkit";
import type { Answers } from "./answers.ts";
import type { Role, Stage } from "./stage.ts";

/** One call of an operation. */
export interface RoleCall {
  /** Values of the parameters in the path. */
  readonly path?: Readonly<Record<string, number | string>>;
  readonly parameters?: Parameters;
}

/** An operation, and what each role is answered when it calls it. */
export interface PermissionRow {
  /** As the reference has it: `GET /users/{user_id}`. */
  readonly operation: string;
  /** Makes a call that would succeed if roles did not matter. Made anew for each role, since calls have consequences. */
  readonly call: (stage: Stage, role: Role) => RoleCall | Promise<RoleCall>;
  readonly answers: Answers;
}

/** A row whose call takes nothing, or always the same. */
export const row = (
  operation: string,
  answers: Answers,
  call: PermissionRow["call"] | RoleCall = {},
): PermissionRow => ({ operation, answers, call: typeof call === "function" ? call : () => call });
