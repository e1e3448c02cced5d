import { number, plural } from "./grammar.ts";

/** Texts of the settings for channel folders and default channels. */
export const folders = {
  more: "The sidebar groups channels by folder, in this order. Choose a channel's folder in its channel settings.",
  none: "No channel folders yet.",
  create: "Create folder",
  make: "Create",
  change: "Edit",
  changeTitle: (name: string) => `Edit ${name}`,
  acts: (name: string) => `Actions for ${name}`,
  channels: (count: number) => plural(count, "1 channel", `${number(count)} channels`),
  archive: "Archive",
  archived: "Archived",
  unarchive: "Unarchive",
  defaultsMore: "New users are subscribed to these channels automatically. Existing users are not affected.",
  defaultsNone: "No default channels. New users choose their own channels.",
  defaultsUnseen: "As a guest, you can't see the default channels.",
  channel: "Channel",
  add: "Add",
  addMore: "Private channels can't be default channels.",
  remove: (name: string) => `Remove ${name}`,
};
