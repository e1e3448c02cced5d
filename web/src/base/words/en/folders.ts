import { number, plural } from "./grammar.ts";

/** What channels are sorted into, and which of them new people find themselves in. */
export const folders = {
  title: "Channel folders",
  more: "Channels stand in the sidebar by their folders, in this order. A channel is put into one on its own page.",
  none: "There are no folders yet.",
  create: "New folder",
  make: "Create",
  change: "Change",
  changeTitle: (name: string) => `Change ${name}`,
  acts: (name: string) => `What to do with ${name}`,
  channels: (count: number) => plural(count, "1 channel", `${number(count)} channels`),
  archive: "Archive",
  archived: "Archived",
  unarchive: "Bring it back",
  defaults: "Default channels",
  defaultsMore: "Everybody who joins from now on is in these channels. Nothing changes for those who are here already.",
  defaultsNone: "There are none: people choose for themselves.",
  defaultsUnseen: "Guests do not see them.",
  channel: "Channel",
  add: "Add",
  addMore: "Private channels are not offered: nobody gets into them unasked.",
  remove: (name: string) => `Remove ${name}`,
};
