import type { Module } from "@parlance/kernel/http/module.ts";
import { channelAdministrationModule } from "./administration/index.ts";
import { channelsModule } from "./core/index.ts";
import type { ChannelEmailSettings } from "./email/channel-email-settings.ts";
import { channelEmailModule } from "./email/index.ts";
import { channelFoldersModule } from "./folders/index.ts";
import { userTopicsModule } from "./topic-visibility/index.ts";
import { topicsModule } from "./topics/index.ts";

export interface ChannelDependencies {
  readonly settings: ChannelEmailSettings;
}

/** The modules of this domain. */
export const channelModules = ({ settings }: ChannelDependencies): readonly Module[] => [
  channelsModule,
  channelAdministrationModule,
  channelFoldersModule,
  channelEmailModule(settings),
  topicsModule,
  userTopicsModule,
];
