import type { Module } from "#kernel/http/module.ts";
import type { LoginServices } from "../credentials/logins.ts";
import { createPasskey } from "./api/add-passkey.ts";
import { beginPasskey } from "./api/begin-passkey.ts";
import { listPasskeys } from "./api/list-passkeys.ts";
import { deletePasskey } from "./api/remove-passkey.ts";
import { changePasskey } from "./api/rename-passkey.ts";

export const passkeysModule = (logins: LoginServices): Module => ({
  name: "passkeys",
  section: "auth",
  endpoints: [listPasskeys, beginPasskey(logins), createPasskey(logins), changePasskey, deletePasskey(logins)],
});
