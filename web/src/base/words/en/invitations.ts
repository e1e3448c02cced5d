import { plural } from "./grammar.ts";

/** Asking people to join. */
export const invitations = {
  notYou: "You may not invite people here.",
  as: "They join as",
  good: "Good for",
  tellMe: "Tell me when they have joined",
  defaults: "They are in the default channels",
  channels: "Channels besides",
  groups: "Groups",
  days: (count: number) => plural(count, "a day", `${count} days`),
  forEver: "as long as nobody takes it back",
  makeLink: "Make a link for everybody who has it",
  linkMade: "The link is copied, and stands below.",
  pending: "Open invitations",
  none: "There are none.",
  link: "A link for everybody who has it",
  by: (name: string) => `by ${name}`,
  until: (when: string) => `until ${when}`,
  resend: "Send again",
  copyLink: "Copy link",
  revoke: "Take back",
};
