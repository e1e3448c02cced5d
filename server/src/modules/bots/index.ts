import type { Module } from "@parlance/kernel/http/module.ts";
import type { GravatarSetting } from "#modules/users/core/avatars/avatar-url.ts";
import { botAccountsModule } from "./accounts/index.ts";
import { botsModule } from "./core/index.ts";
import { botStorageModule } from "./storage/index.ts";

export interface BotDependencies {
  readonly secret: Uint8Array;
  readonly settings: GravatarSetting;
}

/** The modules of this domain. */
export const botModules = ({ secret, settings }: BotDependencies): readonly Module[] => [
  botsModule({ secret, gravatar: settings.gravatar }),
  botAccountsModule({ secret }),
  botStorageModule,
];
