import type { FileStore } from "@parlance/kernel/files/file-store.ts";
import type { Module } from "@parlance/kernel/http/module.ts";
import type { LinkPreviewSettings } from "#modules/messages/link-previews/settings.ts";
import type { Site } from "#modules/organizations/core/hosts.ts";
import type { LoginServices } from "#modules/sign-in/credentials/password-login.ts";
import type { ProviderSettings } from "#modules/sign-in/providers/provider-settings.ts";
import { accountsModule, type AccountsOptions } from "./accounts/index.ts";
import { userAdministrationModule } from "./administration/index.ts";
import { alertWordsModule } from "./alert-words/index.ts";
import { avatarsModule } from "./avatars/index.ts";
import type { GravatarSetting } from "./core/avatars/avatar-url.ts";
import { usersModule } from "./core/index.ts";
import { mutedUsersModule } from "./muted-users/index.ts";
import { navigationViewsModule } from "./navigation-views/index.ts";
import { onboardingStepsModule } from "./onboarding/index.ts";
import { presenceModule } from "./presence/index.ts";
import type { PresenceBatcher } from "./presence/presence-batcher.ts";
import { profileFieldsModule } from "./profile-fields/index.ts";
import { userSettingsModule } from "./settings/index.ts";
import { userStatusModule } from "./status/index.ts";

export interface UserDependencies {
  /** Storage for uploaded files. */
  readonly files: FileStore;
  /** Stores the presence that clients report. */
  readonly presence: PresenceBatcher;
  readonly secret: Uint8Array;
  /** Services that check logins. */
  readonly logins: LoginServices;
  readonly settings: Site &
    GravatarSetting &
    LinkPreviewSettings &
    Pick<AccountsOptions, "rateLimits"> &
    Partial<Pick<AccountsOptions, "ldap">> & { readonly identityProviders?: ProviderSettings | undefined };
}

/** The modules of this domain. */
export const userModules = ({ files, presence, secret, logins, settings }: UserDependencies): readonly Module[] => [
  usersModule(settings),
  accountsModule({
    secret,
    rateLimits: settings.rateLimits,
    logins,
    signers: settings.identityProviders?.jwt ?? [],
    ldap: settings.ldap,
  }),
  userAdministrationModule,
  avatarsModule({ files, settings }),
  userSettingsModule,
  profileFieldsModule,
  onboardingStepsModule,
  userStatusModule,
  presenceModule(presence),
  navigationViewsModule,
  mutedUsersModule,
  alertWordsModule,
];
