import type { Module } from "@parlance/kernel/http/module.ts";
import { changeByEmail } from "./api/change-by-email.ts";
import { change } from "./api/change.ts";
import { endSessionsOf } from "./api/end-sessions.ts";
import { resetTwoFactor } from "./api/reset-two-factor.ts";
import { reactivate } from "./api/reactivate.ts";

/** Module for changes that administrators make to the accounts of users and bots. */
export const userAdministrationModule: Module = {
  name: "user-administration",
  section: "users",
  floor: "administration",
  endpoints: [change, changeByEmail, reactivate, endSessionsOf, resetTwoFactor],
};
