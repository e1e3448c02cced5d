import type { Tx } from "#kernel/db/types.ts";
import { insertRealm } from "#modules/1-ground/realms/actions/insert-realm.ts";
import { createSystemGroups } from "#modules/2-records/user-groups/actions/create-system-groups.ts";
import { InvalidOrganizationName, MalformedSubdomain, SubdomainTaken } from "../errors.ts";
import { MAX_NAME_LENGTH, ONE_LINE } from "../realm-name.ts";

const SUBDOMAIN = /^(?!-)[a-z0-9-]{3,40}(?<!-)$/;

export interface NewRealm {
  /** A label before the server's host, or the empty text for the host itself. */
  readonly subdomain: string;
  readonly name: string;
  readonly description?: string;
  readonly now: Date;
}

/** Creates an organization: its row, its counters and its system groups. It has neither people nor channels yet. */
export async function createRealm(
  tx: Tx,
  { subdomain, name, description = "", now }: NewRealm,
): Promise<{ id: number }> {
  if (subdomain !== "" && !SUBDOMAIN.test(subdomain)) throw new MalformedSubdomain();
  const trimmed = name.trim();
  const isShort = trimmed !== "" && [...trimmed].length <= MAX_NAME_LENGTH;
  if (!isShort || !ONE_LINE.test(trimmed)) throw new InvalidOrganizationName();

  const realm = await insertRealm(tx, { subdomain, name: trimmed, description, now });
  if (!realm) throw new SubdomainTaken();
  await createSystemGroups(tx, realm.id, now);
  return realm;
}
