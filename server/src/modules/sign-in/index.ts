import type { Module } from "@parlance/kernel/http/module.ts";
import { apiKeysModule } from "./api-keys/index.ts";
import { attemptsModule } from "./attempts/index.ts";
import { signInModule } from "./core/index.ts";
import { credentialsModule } from "./credentials/index.ts";
import type { LoginServices } from "./credentials/password-login.ts";
import { ldapModule } from "./ldap/index.ts";
import { passkeysModule } from "./passkeys/index.ts";
import { passwordsModule } from "./passwords/index.ts";
import { identityProvidersModule } from "./providers/index.ts";
import { sessionsModule } from "./sessions/index.ts";
import { twoFactorModule } from "./two-factor/index.ts";

export interface SignInDependencies {
  /** Services that check logins. */
  readonly logins: LoginServices;
  /** Returns the names of all operations of the API. */
  readonly operations: () => ReadonlySet<string>;
}

/** The modules of this domain. */
export const signInModules = ({ logins, operations }: SignInDependencies): readonly Module[] => [
  credentialsModule(logins),
  sessionsModule,
  twoFactorModule(logins),
  passkeysModule(logins),
  apiKeysModule(operations),
  attemptsModule,
  passwordsModule,
  signInModule,
  identityProvidersModule,
  ldapModule,
];
