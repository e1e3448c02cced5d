import { defineError } from "#kernel/errors.ts";

export const NoSuchEntry = defineError({ text: "Invalid audit log entry ID" });
