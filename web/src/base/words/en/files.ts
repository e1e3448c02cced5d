import { number, plural } from "./grammar.ts";

const units = ["bytes", "KB", "MB", "GB"] as const;

/** Texts of the list of files that the user has uploaded. */
export const files = {
  more: "Files that you have uploaded. If you delete a file, links to it in messages stop working.",
  none: "You haven't uploaded any files yet.",
  size(bytes: number): string {
    const power = Math.min(units.length - 1, Math.floor(Math.log(Math.max(bytes, 1)) / Math.log(1024)));
    return `${number(Math.round((bytes / 1024 ** power) * 10) / 10)} ${units[power]}`;
  },
  messages: (count: number) =>
    count === 0 ? "Not used in any message" : plural(count, "Used in 1 message", `Used in ${number(count)} messages`),
  remove: (name: string) => `Delete ${name}`,
};
