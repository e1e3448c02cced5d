import type { DirectorySettings } from "#modules/sign-in/ldap/ldap-access-rules.ts";
import { AppError } from "#kernel/errors.ts";
import { address } from "./attributes/email-attribute.ts";
import { fullName } from "./aspects/full-name.ts";
import { picture } from "./attributes/picture-attribute.ts";
import { profileField } from "./attributes/profile-field-attribute.ts";
import { role } from "./aspects/role.ts";
import { userGroups } from "./aspects/user-groups.ts";
import { type Aspect, CannotFollow, type Follower, type Means } from "./sync-context.ts";

/** In what an account differed from what the directory says, and in what it goes on to differ; each as operators read it. */
export interface Followed {
  readonly differences: readonly string[];
  readonly problems: readonly string[];
}

const aspectsOf = ({ door }: DirectorySettings): Aspect[] => [
  address,
  fullName,
  role,
  userGroups,
  ...Object.entries(door?.profile_fields ?? {}).map(([label, attribute]) => profileField(label, attribute)),
  picture,
];

/**
 * Makes of an account what the directory says of its owner, one aspect after the other, each whole or not at all. With
 * `isTrial`, it only tells what would be done.
 */
export async function follow(means: Means, follower: Follower, { isTrial }: { isTrial: boolean }): Promise<Followed> {
  const [differences, problems] = [[] as string[], [] as string[]];
  for (const aspect of aspectsOf(means.ldap)) {
    try {
      const difference = await aspect.difference(means, follower);
      if (difference === null) continue;
      if (!isTrial) await aspect.take(means, follower);
      differences.push(`${aspect.name}: ${difference}`);
    } catch (error) {
      if (!(error instanceof AppError || error instanceof CannotFollow)) throw error;
      problems.push(`account ${follower.account.id} (${follower.person.dn}), ${aspect.name}: ${error.message}`);
    }
  }
  return { differences, problems };
}
