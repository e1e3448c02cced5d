import { number, plural } from "./grammar.ts";

/** What our buttons, counts and windows say wherever they stand. */
export const ui = {
  close: "Close",
  back: "Back to the list",
  cancel: "Cancel",
  save: "Save",
  saveOf: (what: string) => `Save: ${what}`,
  meanwhile: (text: string) => `Somebody else has changed this meanwhile: “${text}”`,
  takeTheirs: "Take that",
  undo: "Undo",
  retry: "Try again",
  loading: "Loading…",
  mishap: "Something went wrong here",
  mishapMore: "Perhaps there is a newer version. What you wrote is kept.",
  reload: "Load the page again",
  cannotLoad: "This part could not be loaded. Please try again once the server can be reached.",
  leaveOut: (name: string) => `Leave out ${name}`,
  move: (name: string) => `Move ${name}`,
  moveHint: "Drag it, or press the arrow keys",
  moveUp: "Move up",
  moveDown: "Move down",
  movedTo: (name: string, place: number, count: number) => `${name}: ${number(place)} of ${number(count)}`,
  unread: (count: number) => plural(count, `${count} unread message`, `${count} unread messages`),
};
