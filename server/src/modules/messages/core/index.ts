import type { Module } from "@parlance/kernel/http/module.ts";
import { deletePresenter, updatePresenter } from "./change-events.ts";

export const messagesModule: Module = {
  name: "messages",
  floor: "message-records",
  tables: ["message", "message_edit", "submessage"],
  endpoints: [],
  presenters: { update_message: updatePresenter, delete_message: deletePresenter },
};
