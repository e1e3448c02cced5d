import type { Module } from "#kernel/http/module.ts";
import { changeByEmail } from "./api/change-by-email.ts";
import { change } from "./api/change.ts";
import { create } from "./api/create.ts";
import { deactivateOwn } from "./api/deactivate-own.ts";
import { deactivate } from "./api/deactivate.ts";
import { getByEmail } from "./api/get-by-email.ts";
import { getOwn } from "./api/get-own.ts";
import { get } from "./api/get.ts";
import { list } from "./api/list.ts";
import { reactivate } from "./api/reactivate.ts";
import { regenerateApiKey } from "./api/regenerate-api-key.ts";
import { userPresenter } from "./events.ts";
import { peopleSlice } from "./slices/people.ts";

interface UsersOptions {
  /** Where the server is reached. */
  readonly url: string;
  readonly secret: Uint8Array;
}

/** Accounts, and what administrators do with them. */
export const usersModule = ({ url, secret }: UsersOptions): Module => ({
  name: "users",
  endpoints: [
    list,
    create,
    getOwn,
    deactivateOwn,
    regenerateApiKey(secret),
    get,
    getByEmail,
    change,
    changeByEmail,
    deactivate,
    reactivate,
  ],
  slices: [peopleSlice],
  presenters: { realm_user: userPresenter({ url }) },
});
