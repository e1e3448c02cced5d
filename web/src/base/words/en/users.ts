import { number } from "./grammar.ts";

/** Accounts, as administrators see them. */
export const users = {
  title: "Users",
  which: "Which accounts",
  shown: {
    active: (count: number) => `People ${number(count)}`,
    bots: (count: number) => `Bots ${number(count)}`,
    deactivated: (count: number) => `Deactivated ${number(count)}`,
  },
  acts: (name: string) => `What to do with ${name}`,
  account: "Account",
  edit: "Change account",
  deactivate: "Deactivate",
  deactivateTitle: (name: string) => `Deactivate ${name}?`,
  deactivateMore:
    "They are signed out everywhere and cannot come in again. Their bots stop. What they wrote stays, and the account can be reactivated.",
  deactivateBot: "Its key stops working. What it wrote stays, and it can be reactivated.",
  writeToThem: "Write to them by mail that the account is deactivated",
  comment: "A word to them",
  reactivate: "Reactivate",
  signOutEverywhere: "Sign out everywhere",
  resetCodes: "Reset second factor",
  codesReset: "They sign in without a code or a passkey now.",
  emailHint: "Holds at once. The server's operators say which administrators may change it.",
  add: "Add an account",
  addMore: "For who is not to be invited, such as for tests. The server's operators say which administrators may.",
  addAct: "Add",
  password: "Password at first",
  signedOut: "Signed out everywhere",
};
