import type { Module } from "#kernel/http/module.ts";
import { change } from "./api/change.ts";
import { create } from "./api/create.ts";
import { remove } from "./api/delete.ts";
import { list } from "./api/list.ts";
import { order } from "./api/order.ts";
import { linkifiers } from "./linkifiers-snapshot.ts";
import { linkifiersPresenter } from "./events.ts";
import { linkifiersSlice, olderSlice } from "./slice.ts";

/** What becomes a link in messages and topics though nobody marked it as one. */
export const linkifiersModule: Module = {
  name: "linkifiers",
  endpoints: [list, order, create, change, remove],
  directory: [linkifiers],
  slices: [linkifiersSlice, olderSlice],
  presenters: { realm_linkifiers: linkifiersPresenter },
};
