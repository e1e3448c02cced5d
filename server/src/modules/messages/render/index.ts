import type { Module } from "@parlance/kernel/http/module.ts";
import { render } from "./api/render.ts";

export const renderModule: Module = {
  name: "render-messages",
  section: "messages",
  floor: "message-preparation",
  endpoints: [render],
};
