import type { Module } from "@parlance/kernel/http/module.ts";
import { devFetchApiKey } from "./api/dev-fetch-api-key.ts";
import { fetchApiKey } from "./api/fetch-api-key.ts";
import { fetchOwnApiKey } from "./api/fetch-own-api-key.ts";
import type { LoginServices } from "./password-login.ts";

/** Creates the module for getting API keys with passwords. */
export const credentialsModule = (logins: LoginServices): Module => ({
  name: "auth",
  floor: "sign-in",
  endpoints: [fetchApiKey(logins), fetchOwnApiKey(logins), devFetchApiKey],
});
