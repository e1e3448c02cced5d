import { type Command, InvalidArgumentError, Option } from "commander";
import { roles, type Role, type RoleName } from "@parlance/contract/entities/roles.ts";
import { findUserByRealEmail, type UserRecord } from "@parlance/server/modules/users/core/queries.ts";
import { CommandError } from "./command-error.ts";
import type { Installation } from "./installation.ts";
import { findOrganization, type Organization } from "./organizations.ts";
import type { GlobalOptions } from "./output.ts";

/** Names of the roles, for help texts. */
export const roleNames = Object.keys(roles).join(", ");

/** Option for the role of a new account. */
export const roleOption = (): Option =>
  new Option("--role <role>", roleNames).argParser(parseRole).default(roles.member, "member");

/** Parses the name of a role. */
export function parseRole(text: string): Role {
  const name = text.toLowerCase();
  if (!isRoleName(name)) throw new InvalidArgumentError(`The role must be one of ${roleNames}.`);
  return roles[name];
}

const isRoleName = (name: string): name is RoleName => Object.hasOwn(roles, name);

export const formatRole = (role: number): string =>
  Object.entries(roles).find(([, number]) => number === role)?.[0] ?? String(role);

export interface OrganizationOptions extends GlobalOptions {
  readonly organization?: string;
}

export const withOrganizationOption = (command: Command): Command =>
  command.option(
    "-o, --organization <subdomain>",
    "subdomain of the organization; required if the server has more than one",
  );

/** Finds an account by its email address, with its organization. */
export async function findAccount(
  { db, url }: Installation,
  { organization: subdomain }: OrganizationOptions,
  email: string,
): Promise<{ organization: Organization; account: UserRecord }> {
  const organization = await findOrganization(db.reader, url, subdomain);
  const account = await findUserByRealEmail(db.reader, organization.id, email);
  if (!account) throw new CommandError(`no account at ${organization.name} uses the address ${email}`);
  return { organization, account };
}
