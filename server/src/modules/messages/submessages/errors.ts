import { defineError } from "@parlance/kernel/base/errors.ts";

export const CannotAddSubmessage = defineError({ text: "You cannot attach a submessage to this message." });
/** The size is limited because all submessages are loaded together with their message. */
export const WidgetDataLimitExceeded = defineError({
  text: "This message already has the maximum amount of widget data.",
});
export const InvalidSubmessageJson = defineError({ text: "Invalid json for submessage" });

// Errors in a step of a widget, such as a vote in a poll.
export const InvalidWidgetData = defineError({
  text: ({ problem }: { problem: string }) => problem,
});
export const OnlyAuthorCanEditQuestion = defineError({ text: "You can't edit a question unless you are the author." });
export const OnlyAuthorCanEditTitle = defineError({
  text: "You can't edit the task list title unless you are the author.",
});
export const UnknownWidgetStep = defineError({
  text: ({ widget, step }: { widget: string; step: string }) => `Unknown type for ${widget} data: ${step}`,
});

/** Errors that can occur when a step is added to a widget. */
export const widgetErrors = [
  InvalidWidgetData,
  OnlyAuthorCanEditQuestion,
  OnlyAuthorCanEditTitle,
  UnknownWidgetStep,
] as const;
