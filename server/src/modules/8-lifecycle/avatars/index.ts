import type { Module } from "#kernel/http/module.ts";
import { remove } from "./api/remove.ts";
import { upload } from "./api/upload.ts";
import { avatarResources } from "./resources.ts";

/** Pictures of people. */
export const avatarsModule: Module = {
  name: "avatars",
  endpoints: [upload, remove],
  resources: avatarResources,
};
