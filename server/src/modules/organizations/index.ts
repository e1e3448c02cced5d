import type { FileStore } from "@parlance/kernel/files/file-store.ts";
import type { Module } from "@parlance/kernel/http/module.ts";
import { buttonlessLoginMethods, externalLoginMethods } from "#modules/sign-in/providers/configured-providers.ts";
import type { ProviderSettings } from "#modules/sign-in/providers/provider-settings.ts";
import { organizationsModule } from "./core/index.ts";
import { customEmojiModule } from "./custom-emoji/index.ts";
import { emojiModule } from "./emoji/index.ts";
import { realmExportsModule, type RealmExportsOptions } from "./exports/index.ts";
import { linkifiersModule } from "./linkifiers/index.ts";
import { realmPicturesModule } from "./pictures/index.ts";
import { playgroundsModule } from "./playgrounds/index.ts";
import { realmAdministrationModule, type RealmAdministrationSettings } from "./settings/index.ts";
import type { ServerLogins } from "./settings/server/server-info.ts";
import { urlTemplatesModule } from "./url-templates/index.ts";

export interface OrganizationDependencies {
  /** Where uploaded files are kept. */
  readonly files: FileStore;
  readonly settings: Omit<RealmAdministrationSettings, keyof ServerLogins> &
    RealmExportsOptions["settings"] & { readonly identityProviders?: ProviderSettings | undefined };
}

/** The modules of this domain. */
export const organizationModules = ({ files, settings }: OrganizationDependencies): readonly Module[] => [
  organizationsModule,
  emojiModule,
  urlTemplatesModule,
  realmAdministrationModule({
    ...settings,
    externalLoginMethods: externalLoginMethods(settings.identityProviders),
    buttonlessLoginMethods: buttonlessLoginMethods(settings.identityProviders),
  }),
  realmPicturesModule({ files }),
  realmExportsModule({ files, settings }),
  customEmojiModule({ files, wireAliases: settings.wireAliases }),
  linkifiersModule,
  playgroundsModule,
];
