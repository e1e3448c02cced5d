import type { ProfileData, User } from "@parlance/contract/entities/user.ts";
import type {
  OrganizationSnapshot,
  CachedValue,
} from "@parlance/kernel/organization-snapshot/organization-snapshot.ts";
import { encodeText } from "@parlance/kernel/base/encode-text.ts";
import { JsonFragment } from "@parlance/kernel/http/json-response.ts";
import { mapWithPauses, type PausableTask } from "@parlance/kernel/base/time-slicing.ts";
import { userRecordOf, type AccountSnapshot, users } from "./users-snapshot.ts";
import { type PresentationOptions, presentUser, type Viewer } from "../presentation.ts";
import { profiles } from "./profiles-snapshot.ts";

/** The accounts of an organization as JSON, created from the organization snapshot. */
interface UsersJson {
  readonly realm_users: JsonFragment<User[]>;
  readonly realm_non_active_users: JsonFragment<User[]>;
}

type Options = Omit<PresentationOptions, "profiles">;

/** Number of accounts that are serialized before other work may run. */
const PRESENTATION_BATCH_SIZE = 100;

/** Returns the accounts of an organization ordered by id, without system bots. */
export const accountsById = (snapshot: OrganizationSnapshot): AccountSnapshot[] =>
  [...snapshot.get(users).all()].filter(({ is_system }) => !is_system).sort((a, b) => a.id - b.id);

/** Returns all accounts as JSON for a viewer who can see all users. */
export function usersJson(snapshot: OrganizationSnapshot, viewer: Viewer, options: Options): UsersJson {
  const texts = jsonCacheFor(snapshot, viewer, options);
  const own = snapshot.get(users).get(viewer.id);
  const { active, deactivated } = (own && texts.withOwn(snapshot, own)) ?? texts.all(snapshot);
  return { realm_users: new JsonFragment([active]), realm_non_active_users: new JsonFragment([deactivated]) };
}

/** Fills the caches that `usersJson` uses, if they are not up to date. This is most of the work of `usersJson`. */
export function* prepareUsersJson(
  snapshot: OrganizationSnapshot,
  viewer: Viewer,
  options: Options,
): PausableTask<void> {
  const texts = jsonCacheFor(snapshot, viewer, options);
  if (texts.isUpToDate(snapshot)) return;
  const profileOf = snapshot.get(profiles);
  yield* mapWithPauses(
    accountsById(snapshot),
    (account) => texts.of(account, profileOf.get(account.id)),
    PRESENTATION_BATCH_SIZE,
  );
}

/**
 * Returns the cache for the viewer's role and the options. It can be shared, because viewers with the same role see the
 * same fields of other users.
 */
function jsonCacheFor(snapshot: OrganizationSnapshot, { role }: Viewer, options: Options): UsersJsonCache {
  const name = JSON.stringify(["people", role, options.clientGravatar, options.realm]);
  return snapshot.cached(name, () => new UsersJsonCache({ id: 0, role }, options));
}

interface CachedUserJson {
  readonly profile: ProfileData | undefined;
  readonly json: string;
}

/** Lists of accounts as JSON, encoded as UTF-8. */
interface UserLists {
  readonly active: Uint8Array;
  readonly deactivated: Uint8Array;
}

/** Cache of an organization's accounts as JSON, for all viewers with the same role and options. */
class UsersJsonCache implements CachedValue {
  readonly #viewer: Viewer;
  readonly #options: Options;
  /**
   * The JSON of each account. The key is the account's object in the organization snapshot, which is replaced when the
   * account changes.
   */
  #texts = new Map<AccountSnapshot, CachedUserJson>();
  #lists: UserLists | undefined;
  /** Log position at which the lists were created. */
  #head = 0;

  constructor(viewer: Viewer, options: Options) {
    this.#viewer = viewer;
    this.#options = options;
  }

  get bytes(): number {
    // The JSON of each account is stored twice: within a list, and separately.
    return 2 * ((this.#lists?.active.length ?? 0) + (this.#lists?.deactivated.length ?? 0));
  }

  /** Returns whether the lists exist and include all changes of the snapshot. */
  isUpToDate(snapshot: OrganizationSnapshot): boolean {
    return this.#lists !== undefined && snapshot.lastChangeOf([users, profiles]) <= this.#head;
  }

  /** Returns an account as JSON. */
  of(account: AccountSnapshot, profile: ProfileData | undefined): string {
    const known = this.#texts.get(account);
    if (known && known.profile === profile) return known.json;
    const json = this.#present(account, this.#viewer, profile);
    this.#texts.set(account, { profile, json });
    return json;
  }

  all(snapshot: OrganizationSnapshot): UserLists {
    if (!this.#lists || !this.isUpToDate(snapshot)) {
      const before = this.#texts;
      const profileOf = snapshot.get(profiles);
      const accounts = accountsById(snapshot);
      const texts = accounts.map((account) => this.of(account, profileOf.get(account.id)));
      if (before.size > accounts.length) this.#forgetAllBut(accounts);
      this.#lists = buildUserLists(accounts, texts);
      this.#head = snapshot.head;
    }
    return this.#lists;
  }

  /**
   * Returns the lists for a viewer who can see more fields of the viewer's own account than other viewers can. Returns
   * undefined if this does not apply.
   */
  withOwn(snapshot: OrganizationSnapshot, own: AccountSnapshot): UserLists | undefined {
    const profileOf = snapshot.get(profiles);
    const json = this.#present(own, { ...this.#viewer, id: own.id }, profileOf.get(own.id));
    if (json === this.of(own, profileOf.get(own.id))) return undefined;
    const accounts = accountsById(snapshot);
    const texts = accounts.map((account) => (account === own ? json : this.of(account, profileOf.get(account.id))));
    return buildUserLists(accounts, texts);
  }

  #present(account: AccountSnapshot, viewer: Viewer, profile: ProfileData | undefined): string {
    const profileOf = new Map(profile ? [[account.id, profile]] : []);
    return JSON.stringify(presentUser(userRecordOf(account), viewer, { ...this.#options, profiles: profileOf }));
  }

  #forgetAllBut(accounts: readonly AccountSnapshot[]): void {
    const known = this.#texts;
    this.#texts = new Map(accounts.map((account) => [account, known.get(account) as CachedUserJson]));
  }
}

function buildUserLists(accounts: readonly AccountSnapshot[], texts: readonly string[]): UserLists {
  const list = (isActive: boolean) =>
    encodeText(`[${texts.filter((_, index) => accounts[index]?.is_active === isActive).join()}]`);
  return { active: list(true), deactivated: list(false) };
}
