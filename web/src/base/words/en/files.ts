import { number, plural } from "./grammar.ts";

const units = ["bytes", "KB", "MB", "GB"] as const;

/** What one has uploaded. */
export const files = {
  title: "Files",
  more: "What you have uploaded. What you delete is gone from the messages that it is in, too.",
  none: "You have uploaded nothing.",
  size(bytes: number): string {
    const power = Math.min(units.length - 1, Math.floor(Math.log(Math.max(bytes, 1)) / Math.log(1024)));
    return `${number(Math.round((bytes / 1024 ** power) * 10) / 10)} ${units[power]}`;
  },
  messages: (count: number) => (count === 0 ? "in no message" : plural(count, "in 1 message", `in ${count} messages`)),
  remove: (name: string) => `Delete ${name}`,
};
