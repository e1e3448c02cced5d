import type { Module } from "#kernel/http/module.ts";
import { changeOwnData } from "./api/change-own-data.ts";
import { change } from "./api/change.ts";
import { clearOwnData } from "./api/clear-own-data.ts";
import { create } from "./api/create.ts";
import { remove } from "./api/delete.ts";
import { list } from "./api/list.ts";
import { order } from "./api/order.ts";
import { fieldsSlice } from "./slice.ts";

/** What an organization adds to everybody's profile, and what people say there. */
export const profileFieldsModule: Module = {
  name: "profile-fields",
  endpoints: [list, create, order, change, remove, changeOwnData, clearOwnData],
  slices: [fieldsSlice],
};
