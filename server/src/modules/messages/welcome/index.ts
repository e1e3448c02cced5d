import type { Module } from "@parlance/kernel/http/module.ts";
import { testCustomMessage } from "./api/test-custom-message.ts";

/** How newcomers are greeted. */
export const welcomeModule: Module = { name: "welcome", floor: "message-actions", endpoints: [testCustomMessage] };
