import type { JwtSigner } from "#modules/sign-in/providers/jwt/jwt-settings.ts";
import type { LoginServices } from "#modules/sign-in/credentials/password-login.ts";
import type { LdapSettings } from "#modules/sign-in/ldap/settings.ts";
import type { Module } from "@parlance/kernel/http/module.ts";
import { changeOwn } from "./api/change-own.ts";
import { changeSettings } from "./api/change-settings.ts";
import { create } from "./api/create.ts";
import { deactivateOwn } from "./api/deactivate-own.ts";
import { deactivate } from "./api/deactivate.ts";
import { getByEmail } from "./api/get-by-email.ts";
import { getOwn } from "./api/get-own.ts";
import { get } from "./api/get.ts";
import { jwtFetchApiKey } from "./api/jwt-fetch-api-key.ts";
import { list } from "./api/list.ts";
import { regenerateApiKey } from "./api/regenerate-api-key.ts";
import { pruneEmailChanges } from "./jobs.ts";
import type { AccountChangeRateRules } from "./own-account/email-change-limit.ts";
import { usersSlice } from "./users-slice.ts";

export interface AccountsOptions {
  readonly secret: Uint8Array;
  readonly rateLimits: AccountChangeRateRules;
  readonly logins: LoginServices;
  /** Signers whose JSON web tokens are accepted. */
  readonly signers: readonly JwtSigner[];
  /** Settings of the LDAP server, or undefined if login by LDAP is not configured. */
  readonly ldap: LdapSettings | undefined;
}

/**
 * Routes that change settings. The last two exist for older clients: each used to change only some settings, and now
 * accepts all.
 */
const settingsRoutes = [
  { route: "PATCH /settings" },
  { route: "PATCH /settings/display", deprecated: true },
  { route: "PATCH /settings/notifications", deprecated: true },
] as const;

/** Module for accounts: their list, creation and deactivation, and the users' own accounts. */
export const accountsModule = ({ secret, rateLimits, logins, signers, ldap }: AccountsOptions): Module => ({
  name: "accounts",
  section: "users",
  floor: "administration",
  tables: ["email_change"],
  endpoints: [
    list,
    create,
    getOwn,
    deactivateOwn,
    regenerateApiKey(secret),
    jwtFetchApiKey(logins, signers),
    get,
    getByEmail,
    deactivate,
    ...settingsRoutes.map((where) => changeSettings({ limits: rateLimits, ldap }, where)),
    changeOwn,
  ],
  slices: [usersSlice],
  jobs: [pruneEmailChanges],
});
