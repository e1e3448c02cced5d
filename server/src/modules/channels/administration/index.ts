import type { Module } from "@parlance/kernel/http/module.ts";
import { addDefaultChannel } from "./api/add-default.ts";
import { archive } from "./api/archive.ts";
import { change } from "./api/change.ts";
import { changeChannelFolder } from "./api/change-folder.ts";
import { create } from "./api/create.ts";
import { createChannelFolder } from "./api/create-folder.ts";
import { joinAndLeave } from "./api/join-and-leave.ts";
import { removeDefaultChannel } from "./api/remove-default.ts";
import { subscribe } from "./api/subscribe.ts";
import { unsubscribe } from "./api/unsubscribe.ts";

/**
 * Endpoints that change channels, their subscribers and their folders. Some of them also post notices about the
 * changes.
 */
export const channelAdministrationModule: Module = {
  name: "channel-administration",
  section: "channels",
  floor: "administration",
  endpoints: [
    create,
    subscribe,
    unsubscribe,
    joinAndLeave,
    change,
    archive,
    addDefaultChannel,
    removeDefaultChannel,
    createChannelFolder,
    changeChannelFolder,
  ],
};
