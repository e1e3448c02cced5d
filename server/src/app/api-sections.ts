import type { Module } from "@parlance/kernel/http/module.ts";

/** Sections of the API reference, in their order. Sections that are not listed come after them. */
const SECTIONS: readonly string[] = [
  "auth",
  "realms",
  "users",
  "avatars",
  "user-settings",
  "profile-fields",
  "custom-emoji",
  "linkifiers",
  "onboarding-steps",
  "playgrounds",
  "user-status",
  "presence",
  "push-devices",
  "bots",
  "invitations",
  "welcome",
  "user-groups",
  "channels",
  "messages",
  "message-edits",
  "message-deletions",
  "message-reports",
  "reactions",
  "submessages",
  "uploads",
  "read-state",
  "read-receipts",
  "scheduled-messages",
  "drafts",
  "saved-snippets",
  "navigation-views",
  "user-topics",
  "muted-users",
  "alert-words",
  "audit-log",
  "browser-push",
];

const position = ({ name, section = name }: Module): number => {
  const index = SECTIONS.indexOf(section);
  return index === -1 ? SECTIONS.length : index;
};

/** Sorts modules into the order of their sections. */
export const sortBySection = (modules: readonly Module[]): readonly Module[] =>
  modules.toSorted((one, other) => position(one) - position(other));
