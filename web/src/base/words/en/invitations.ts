import { plural } from "./grammar.ts";

/** Texts of the screens for invitations by email and by link. */
export const invitations = {
  notYou: "You don't have permission to invite people.",
  as: "Role",
  good: "Expires after",
  tellMe: "Notify me when people invited by email join",
  defaults: "Subscribe them to the default channels",
  channels: "Additional channels",
  groups: "Add them to user groups",
  days: (count: number) => plural(count, "1 day", `${count} days`),
  forEver: "Never expires",
  makeLink: "Create invite link",
  linkMade: "Invite link copied. It is also listed below.",
  pending: "Pending invitations",
  none: "No pending invitations.",
  link: "Invite link",
  by: (name: string) => `Invited by ${name}`,
  until: (when: string) => `Expires ${when}`,
  resend: "Resend",
  copyLink: "Copy link",
  revoke: "Revoke",
};
