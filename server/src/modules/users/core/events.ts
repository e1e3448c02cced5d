import { emailVisibilities, roleSeesEmail } from "@parlance/contract/entities/email-visibility.ts";
import { isGuest } from "@parlance/contract/entities/roles.ts";
import type { ProfileData, User } from "@parlance/contract/entities/user.ts";
import type { UserChange } from "@parlance/contract/nouns/users.ts";
import type { EventReader, Presenter } from "#kernel/events/presenter.ts";
import type { RealmContext } from "#kernel/http/context.ts";
import { realmUrl, type Site } from "#modules/organizations/core/hosts.ts";
import { placeholderAddress } from "./email-addresses.ts";
import { avatarAddress, avatarSource, avatarUrl, type AvatarFacts, type PictureSource } from "./avatars/avatar-url.ts";
import { placeholderFor, UNKNOWN_NAME } from "./visibility/placeholder-user.ts";
import { presentUser } from "./presentation.ts";
import type { UserFacts } from "./queries.ts";
import type { RealmAddress } from "./visibility/user-visibility.ts";

/** A new user, with more than every reader may see. */
interface StoredAddition {
  readonly type: "realm_user";
  readonly op: "add";
  readonly person: User & { readonly delivery_email: string };
  readonly email_address_visibility: number;
  /** What the address of the picture is made of, when it is told. The release before wrote `person.avatar_url` instead. */
  readonly picture?: AvatarFacts;
  /** Guests may not know of this account. */
  readonly is_hidden_from_guests?: true;
  /** Where the organization is, if `person.email` was made without knowing. */
  readonly realm?: RealmAddress;
}

/** Somebody of whom these guests may not know any more. */
interface StoredDeparture {
  readonly type: "realm_user";
  readonly op: "remove";
  readonly user_id: number;
  readonly realm: RealmAddress;
}

interface StoredChange {
  readonly type: "realm_user";
  readonly op: "update";
  readonly person: UserChange;
}

/** A change of the real address, or of who sees it. */
interface StoredAddress {
  readonly type: "realm_user";
  readonly op: "update";
  readonly person: { readonly user_id: number; readonly delivery_email: string };
  readonly visibility: AddressVisibility;
}

interface AddressVisibility {
  /** Null: nobody has seen this address before. */
  readonly before: number | null;
  readonly after: number;
}

/** Another picture, or another address for it. */
interface StoredPicture {
  readonly type: "realm_user";
  readonly op: "update";
  readonly picture: AvatarFacts;
}

type StoredUserEvent = StoredAddition | StoredDeparture | StoredChange | StoredAddress | StoredPicture;

/** Announces a new account; `userPresenter` shows each reader what they may see. */
export function userAdded(row: UserFacts, realm: Pick<RealmContext, "url">, profile: ProfileData = {}): StoredAddition {
  const profiles = new Map([[row.id, profile]]);
  const user = presentUser(row, row, { realm: { ...realm, gravatar: false }, clientGravatar: false, profiles });
  return {
    type: "realm_user",
    op: "add",
    person: { ...user, delivery_email: row.delivery_email },
    email_address_visibility: row.email_address_visibility,
    picture: pictureOf(row),
  };
}

/** The same of a new account of which guests may not know. */
export const hiddenUserAdded = (row: UserFacts, realm: RealmAddress): StoredAddition => ({
  ...userCameIntoView(row, realm),
  is_hidden_from_guests: true,
});

/** Announces somebody to guests who know of them from now on. */
export const userCameIntoView = (row: UserFacts, realm: RealmAddress, profile?: ProfileData): StoredAddition => ({
  ...userAdded(row, { url: "" }, profile),
  realm,
});

/** Announces to guests that somebody left their view. */
export const userLeftView = (id: number, realm: RealmAddress): StoredDeparture => ({
  type: "realm_user",
  op: "remove",
  user_id: id,
  realm,
});

/** Announces a change; send it to those alone who may see all of it. */
export const userChanged = (person: UserChange): StoredChange => ({
  type: "realm_user",
  op: "update",
  person,
});

/**
 * Announces a real address: those who see it from now on get it, those who saw it until now get null, and those for whom
 * nothing changes get nothing.
 */
export const addressSeenBy = (
  { id, delivery_email }: Pick<UserFacts, "id" | "delivery_email">,
  visibility: AddressVisibility,
): StoredAddress => ({
  type: "realm_user",
  op: "update",
  person: { user_id: id, delivery_email },
  visibility,
});

/** Announces another picture, or another address for it. */
export const avatarChanged = (account: AvatarFacts): StoredPicture => ({
  type: "realm_user",
  op: "update",
  picture: pictureOf(account),
});

const pictureOf = (account: AvatarFacts): AvatarFacts => ({
  id: account.id,
  realm_id: account.realm_id,
  delivery_email: account.delivery_email,
  avatar_name: account.avatar_name,
  avatar_version: account.avatar_version,
  email_address_visibility: account.email_address_visibility,
});

/** What a reader learns of an address: itself, that it is hidden now, or nothing. */
function addressForm({ person, visibility: { before, after } }: StoredAddress, reader: EventReader) {
  const isOwn = reader.userId === person.user_id;
  const sees = isOwn || roleSeesEmail(reader.role, after);
  const saw = before !== null && (isOwn || roleSeesEmail(reader.role, before));
  if (sees === saw) return null;
  return sees ? "address" : "hidden";
}

/** What a reader gets to see of an account, and what it computes itself; null: nothing. */
function formFor({ person, ...event }: StoredAddition, reader: EventReader, source: PictureSource) {
  const isOwn = reader.userId === person.user_id;
  if (event.is_hidden_from_guests && isGuest(reader.role) && !isOwn) return canDoWithout(reader) ? null : "placeholder";
  return {
    address: isOwn || roleSeesEmail(reader.role, event.email_address_visibility),
    avatar_url: event.picture
      ? avatarUrl(event.picture, source, { clientGravatar: reader.clientGravatar })
      : person.avatar_url,
  };
}

/** Whether the client needs no placeholders for those of whom its user may not know. */
const canDoWithout = ({ capabilities }: EventReader): boolean => capabilities["user_list_incomplete"] === true;

function presentAddress(event: StoredAddress, reader: EventReader): StoredChange {
  const { user_id, delivery_email } = event.person;
  return userChanged({ user_id, delivery_email: addressForm(event, reader) === "address" ? delivery_email : null });
}

const added = (person: User) => ({ type: "realm_user" as const, op: "add" as const, person });

function presentAddition(
  event: StoredAddition,
  reader: EventReader,
  realm: Pick<RealmContext, "url" | "gravatar">,
): object[] {
  const { person } = event;
  const form = formFor(event, reader, realm);
  if (form === null) return [];
  if (form === "placeholder") return [added(placeholderFor(person.user_id, { realm, profiles: {} }))];
  const isMadeUp = event.realm && event.email_address_visibility !== emailVisibilities.everyone;
  return [
    added({
      ...person,
      email: isMadeUp ? placeholderAddress(person.user_id, realm) : person.email,
      delivery_email: form.address ? person.delivery_email : null,
      avatar_url: form.avatar_url,
    }),
  ];
}

function presentDeparture(
  { user_id }: StoredDeparture,
  reader: EventReader,
  realm: Pick<RealmContext, "url">,
): object[] {
  const gone = { type: "realm_user", op: "remove", person: { user_id, full_name: UNKNOWN_NAME } };
  return canDoWithout(reader) ? [gone] : [gone, added(placeholderFor(user_id, { realm, profiles: {} }))];
}

function presentPicture({ picture }: StoredPicture, source: PictureSource): StoredChange {
  return userChanged({
    user_id: picture.id,
    avatar_url: avatarAddress(picture, source),
    avatar_url_medium: avatarAddress(picture, source, { medium: true }),
    avatar_source: avatarSource(picture),
    avatar_version: picture.avatar_version,
  });
}

/** Makes of what is stored what each may see. `site`: where the server is reached. */
export function userPresenter(site: Site & PictureSource): Presenter<StoredUserEvent> {
  const { gravatar } = site;
  const realmOf = ({ realm }: { realm?: RealmAddress }) => ({
    gravatar,
    url: realm ? realmUrl({ ...realm, subdomain: realm.subdomain ?? "" }, site) : "",
  });
  return {
    variant(event, reader) {
      if (event.op === "remove") return canDoWithout(reader) ? "gone" : "replaced";
      if (event.op === "update") return "visibility" in event ? addressForm(event, reader) : "all";
      const form = formFor(event, reader, site);
      return form && JSON.stringify(form);
    },
    present(event, reader) {
      if (event.op === "remove") return presentDeparture(event, reader, realmOf(event));
      if (event.op === "add") return presentAddition(event, reader, realmOf(event));
      if ("picture" in event) return [presentPicture(event, site)];
      return ["visibility" in event ? presentAddress(event, reader) : event];
    },
  };
}

/** For the server's own processes alone: somebody has another role from this event on, and with it another view. */
export const roleChanged = (userId: number, before: number, after: number) => ({
  type: "role_changed" as const,
  user_id: userId,
  before,
  after,
});
