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

/** An organization's accounts as the snapshot has them. */
interface UsersJson {
  readonly realm_users: JsonFragment<User[]>;
  readonly realm_non_active_users: JsonFragment<User[]>;
}

type Options = Omit<PresentationOptions, "profiles">;

/** How many accounts are presented before others have their turn. */
const PRESENTATION_BATCH_SIZE = 100;

/** The accounts of an organization, by id. */
export const accountsById = (snapshot: OrganizationSnapshot): AccountSnapshot[] =>
  [...snapshot.get(users).all()].filter(({ is_system }) => !is_system).sort((a, b) => a.id - b.id);

/** All accounts as JSON, as somebody sees them who is not kept from knowing everybody. */
export function usersJson(snapshot: OrganizationSnapshot, viewer: Viewer, options: Options): UsersJson {
  const texts = jsonCacheFor(snapshot, viewer, options);
  const own = snapshot.get(users).get(viewer.id);
  const { active, deactivated } = (own && texts.withOwn(snapshot, own)) ?? texts.all(snapshot);
  return { realm_users: new JsonFragment([active]), realm_non_active_users: new JsonFragment([deactivated]) };
}

/** Does most of the work of `usersJson` before it is asked for, as far as it is not done. */
export function* prepareUsersJson(
  snapshot: OrganizationSnapshot,
  viewer: Viewer,
  options: Options,
): PausableTask<void> {
  const texts = jsonCacheFor(snapshot, viewer, options);
  if (texts.isUpToDate(snapshot)) return;
  const said = snapshot.get(profiles);
  yield* mapWithPauses(
    accountsById(snapshot),
    (account) => texts.of(account, said.get(account.id)),
    PRESENTATION_BATCH_SIZE,
  );
}

/** All who have one role see the same of others. */
function jsonCacheFor(snapshot: OrganizationSnapshot, { role }: Viewer, options: Options): UsersJsonCache {
  const name = JSON.stringify(["people", role, options.clientGravatar, options.realm]);
  return snapshot.cached(name, () => new UsersJsonCache({ id: 0, role }, options));
}

interface CachedUserJson {
  readonly profile: ProfileData | undefined;
  readonly json: string;
}

/** As UTF-8. */
interface UserLists {
  readonly active: Uint8Array;
  readonly deactivated: Uint8Array;
}

/** The accounts of an organization as JSON, for all viewers of one role. */
class UsersJsonCache implements CachedValue {
  readonly #viewer: Viewer;
  readonly #options: Options;
  /** By the account as it is known: one that changes is another object. */
  #texts = new Map<AccountSnapshot, CachedUserJson>();
  #lists: UserLists | undefined;
  /** The last event that the lists know of. */
  #head = 0;

  constructor(viewer: Viewer, options: Options) {
    this.#viewer = viewer;
    this.#options = options;
  }

  get bytes(): number {
    // Each account stands in a list, and by itself.
    return 2 * ((this.#lists?.active.length ?? 0) + (this.#lists?.deactivated.length ?? 0));
  }

  /** Whether there are lists with all that the directory knows. */
  isUpToDate(snapshot: OrganizationSnapshot): boolean {
    return this.#lists !== undefined && snapshot.lastChangeOf([users, profiles]) <= this.#head;
  }

  /** An account as JSON. */
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
      const said = snapshot.get(profiles);
      const accounts = accountsById(snapshot);
      const texts = accounts.map((account) => this.of(account, said.get(account.id)));
      if (before.size > accounts.length) this.#forgetAllBut(accounts);
      this.#lists = buildUserLists(accounts, texts);
      this.#head = snapshot.head;
    }
    return this.#lists;
  }

  /** The same for one of them who sees more of themselves than others do; undefined where they do not. */
  withOwn(snapshot: OrganizationSnapshot, own: AccountSnapshot): UserLists | undefined {
    const said = snapshot.get(profiles);
    const json = this.#present(own, { ...this.#viewer, id: own.id }, said.get(own.id));
    if (json === this.of(own, said.get(own.id))) return undefined;
    const accounts = accountsById(snapshot);
    const texts = accounts.map((account) => (account === own ? json : this.of(account, said.get(account.id))));
    return buildUserLists(accounts, texts);
  }

  #present(account: AccountSnapshot, viewer: Viewer, profile: ProfileData | undefined): string {
    const said = new Map(profile ? [[account.id, profile]] : []);
    return JSON.stringify(presentUser(userRecordOf(account), viewer, { ...this.#options, profiles: said }));
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
