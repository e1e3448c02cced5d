import { plural } from "./grammar.ts";

/** What our buttons, counts and windows say wherever they stand. */
export const ui = {
  close: "Close",
  back: "Back to the list",
  cancel: "Cancel",
  save: "Save",
  undo: "Undo",
  retry: "Try again",
  loading: "Loading…",
  unread: (count: number) => plural(count, `${count} unread message`, `${count} unread messages`),
};
