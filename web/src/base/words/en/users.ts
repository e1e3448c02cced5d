import { number } from "./grammar.ts";

/** Texts of the organization settings for users. */
export const users = {
  which: "Filter users",
  shown: {
    active: (count: number) => `Users ${number(count)}`,
    bots: (count: number) => `Bots ${number(count)}`,
    deactivated: (count: number) => `Deactivated ${number(count)}`,
  },
  acts: (name: string) => `Actions for ${name}`,
  account: "Account",
  edit: "Manage user",
  deactivate: "Deactivate",
  deactivateTitle: (name: string) => `Deactivate ${name}?`,
  deactivateMore:
    "They will be logged out everywhere and can't log in again. Their bots are deactivated. Their messages are kept, and you can reactivate the account later.",
  deactivateBot: "Its API key stops working. Its messages are kept, and you can reactivate it later.",
  writeToThem: "Notify them by email",
  comment: "Comment in the email",
  reactivate: "Reactivate",
  signOutEverywhere: "Log this user out everywhere",
  resetCodes: "Reset two-factor authentication and passkeys",
  codesReset: "Two-factor authentication and passkeys reset",
  emailHint: "Takes effect immediately. The server's operators decide which administrators can change it.",
  add: "Create user",
  addMore:
    "Creates an account without an invitation, for example for testing. The server's operators decide which administrators can do this.",
  addAct: "Create",
  password: "Initial password",
  signedOut: "User logged out everywhere",
};
