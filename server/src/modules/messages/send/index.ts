import type { Module } from "@parlance/kernel/http/module.ts";
import { send } from "./api/send.ts";
import { messagePresenter } from "./events.ts";

export const sendModule: Module = {
  name: "send-messages",
  section: "messages",
  floor: "messages",
  endpoints: [send],
  presenters: { message: messagePresenter },
};
