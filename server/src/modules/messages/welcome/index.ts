import type { Module } from "@parlance/kernel/http/module.ts";
import { testCustomMessage } from "./api/test-custom-message.ts";

/** Welcome messages and emails for new users. */
export const welcomeModule: Module = { name: "welcome", floor: "message-actions", endpoints: [testCustomMessage] };
