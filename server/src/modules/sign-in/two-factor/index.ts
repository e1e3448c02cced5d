import type { Module } from "@parlance/kernel/http/module.ts";
import type { LoginServices } from "../credentials/password-login.ts";
import { startTwoFactorSetup } from "./api/start-two-factor-setup.ts";
import { confirmTwoFactor } from "./api/confirm-two-factor.ts";
import { endTwoFactor } from "./api/end-two-factor.ts";
import { getTwoFactor } from "./api/get-two-factor.ts";

export const twoFactorModule = (logins: LoginServices): Module => ({
  name: "two-factor",
  section: "auth",
  floor: "sign-in",
  tables: ["two_factor"],
  endpoints: [getTwoFactor, startTwoFactorSetup(logins), confirmTwoFactor(logins), endTwoFactor(logins)],
});
