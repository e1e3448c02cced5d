import { defineError } from "@parlance/kernel/base/errors.ts";

export const NoSuchEntry = defineError({ text: "Invalid audit log entry ID" });
