import { MessageFlag } from "@parlance/contract/entities/message.ts";
import { FlagNotEditable, InvalidFlag, InvalidFlagOperation } from "./errors.ts";
import { editableFlags, type EditableFlag } from "./flags.ts";

/** The flag of this name. Throws `InvalidFlag` if there is none, `FlagNotEditable` if the server alone sets it. */
export function editableFlag(name: string): EditableFlag {
  const editable = editableFlags.find((flag) => flag === name);
  if (editable) return editable;
  throw MessageFlag.safeParse(name).success ? new FlagNotEditable({ flag: name }) : new InvalidFlag({ flag: name });
}

/** What to do with the flag. Throws `InvalidFlagOperation`. */
export function flagOperation(op: string): "add" | "remove" {
  if (op === "add" || op === "remove") return op;
  throw new InvalidFlagOperation({ op });
}
