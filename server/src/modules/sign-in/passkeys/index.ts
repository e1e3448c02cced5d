import type { Module } from "@parlance/kernel/http/module.ts";
import type { LoginServices } from "../credentials/password-login.ts";
import { createPasskey } from "./api/create-passkey.ts";
import { startPasskeyRegistration } from "./api/start-passkey-registration.ts";
import { listPasskeys } from "./api/list-passkeys.ts";
import { deletePasskey } from "./api/delete-passkey.ts";
import { changePasskey } from "./api/rename-passkey.ts";

export const passkeysModule = (logins: LoginServices): Module => ({
  name: "passkeys",
  section: "auth",
  floor: "sign-in",
  tables: ["passkey"],
  endpoints: [
    listPasskeys,
    startPasskeyRegistration(logins),
    createPasskey(logins),
    changePasskey,
    deletePasskey(logins),
  ],
});
