import type { FileStore } from "@parlance/kernel/files/file-store.ts";
import type { Module } from "@parlance/kernel/http/module.ts";
import { directorySyncModule, type DirectorySyncOptions } from "./ldap/index.ts";
import { scimModule } from "./scim/index.ts";

export interface IdentitySyncDependencies {
  /** Storage for uploaded files. */
  readonly files: FileStore;
  readonly settings: DirectorySyncOptions["site"] & Partial<Pick<DirectorySyncOptions, "ldap">>;
}

/** The modules of this domain. */
export const identitySyncModules = ({ files, settings }: IdentitySyncDependencies): readonly Module[] => [
  scimModule,
  directorySyncModule({ ldap: settings.ldap, files, site: settings }),
];
