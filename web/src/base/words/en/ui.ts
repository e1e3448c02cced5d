import { number, plural } from "./grammar.ts";

/** Texts of controls that several screens use. */
export const ui = {
  close: "Close",
  back: "Back",
  cancel: "Cancel",
  save: "Save",
  saveOf: (what: string) => `Save: ${what}`,
  meanwhile: (text: string) => `Someone else changed this to “${text}” in the meantime.`,
  takeTheirs: "Use their version",
  undo: "Undo",
  retry: "Try again",
  loading: "Loading…",
  mishap: "Something went wrong",
  mishapMore: "Reload the page to try again. There may be a newer version. Your drafts are saved.",
  reload: "Reload page",
  cannotLoad: "This part couldn't be loaded. Check your connection and try again.",
  leaveOut: (name: string) => `Remove ${name}`,
  move: (name: string) => `Move ${name}`,
  moveHint: "Drag to reorder, or press the arrow keys",
  moveUp: "Move up",
  moveDown: "Move down",
  movedTo: (name: string, place: number, count: number) =>
    `${name} moved to position ${number(place)} of ${number(count)}`,
  unread: (count: number) => plural(count, `${count} unread message`, `${count} unread messages`),
};
