import { defineError } from "@parlance/kernel/base/errors.ts";

export const TooManySnippets = defineError({ text: "Too many saved snippets (limit: 500)" });
export const SnippetDoesNotExist = defineError({ status: 404, text: "Saved snippet does not exist." });
