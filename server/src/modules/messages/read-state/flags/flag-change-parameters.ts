import { z } from "zod";
import { MessageFlag } from "@parlance/contract/entities/message.ts";
import { text } from "@parlance/kernel/http/params.ts";
import { InvalidMessages } from "#modules/messages/conversations/errors.ts";
import { isMarkingUnread, type FlagChange, type FlagChangeResult } from "../actions/flags/apply-flag-change.ts";
import { FlagNotEditable, InvalidFlag, InvalidFlagOperation } from "../errors.ts";
import { editableFlags, type EditableFlag } from "./message-flags.ts";

/** Parameters, response fields and errors shared by the endpoints that change flags. */
export const flagChangeInput = {
  // Not validated as an enum, because an invalid operation has its own error.
  op: text()
    .meta({ enum: ["add", "remove"] })
    .describe("Whether to add or remove the flag."),
  flag: text().describe("`read`, `starred` or `collapsed`."),
};

export const flagChangeResponse = {
  ignored_because_not_subscribed_channels: z
    .array(z.int())
    .optional()
    .describe("Ids of channels whose messages could not be marked as unread; present only when removing `read`."),
};

export const flagChangeErrors = [InvalidFlag, FlagNotEditable, InvalidFlagOperation, InvalidMessages] as const;

/**
 * Parses the flag and the operation.
 * @throws InvalidFlag, FlagNotEditable, InvalidFlagOperation
 */
export const parseFlagChange = ({ op, flag }: { readonly op: string; readonly flag: string }): FlagChange => ({
  flag: parseEditableFlag(flag),
  op: parseOperation(op),
});

/** Returns the flag with this name. Throws if there is no such flag, or if users cannot change it. */
function parseEditableFlag(name: string): EditableFlag {
  const editable = editableFlags.find((flag) => flag === name);
  if (editable) return editable;
  throw MessageFlag.safeParse(name).success ? new FlagNotEditable({ flag: name }) : new InvalidFlag({ flag: name });
}

function parseOperation(op: string): "add" | "remove" {
  if (op === "add" || op === "remove") return op;
  throw new InvalidFlagOperation({ op });
}

/** Returns the response field with the channels whose messages were ignored. */
export const ignoredChannelsResponse = (change: FlagChange, { ignoredChannelIds }: FlagChangeResult) => ({
  ignored_because_not_subscribed_channels: isMarkingUnread(change) ? [...ignoredChannelIds] : undefined,
});
