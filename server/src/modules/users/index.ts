import type { Module } from "#kernel/http/module.ts";
import { create } from "./api/create.ts";
import { deactivateOwn } from "./api/deactivate-own.ts";
import { deactivate } from "./api/deactivate.ts";
import { getByEmail } from "./api/get-by-email.ts";
import { getOwn } from "./api/get-own.ts";
import { get } from "./api/get.ts";
import { list } from "./api/list.ts";
import { reactivate } from "./api/reactivate.ts";
import { userPresenter } from "./events.ts";
import { peopleSlice } from "./slices/people.ts";

/** Accounts. `url`: where the server is reached. */
export const usersModule = ({ url }: { readonly url: string }): Module => ({
  name: "users",
  endpoints: [list, create, getOwn, deactivateOwn, get, getByEmail, deactivate, reactivate],
  slices: [peopleSlice],
  presenters: { realm_user: userPresenter({ url }) },
});
