import type { ProfileData, User } from "@parlance/contract/entities/user.ts";
import type { UserChange } from "@parlance/contract/events/user.ts";
import type { EventReader, Presenter } from "#kernel/events/presenter.ts";
import type { RealmContext } from "#kernel/http/context.ts";
import { avatarAddress, avatarSource, type AvatarFacts } from "./avatars.ts";
import { roleSeesEmail, Visibility } from "./email-visibility.ts";
import { presentUser } from "./presentation.ts";
import type { UserFacts } from "./queries.ts";

/** A new user, with more than every reader may see. */
interface StoredAddition {
  readonly type: "realm_user";
  readonly op: "add";
  readonly person: User & { readonly delivery_email: string; readonly avatar_url: string };
  readonly email_address_visibility: number;
  readonly has_own_picture: boolean;
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

type StoredUserEvent = StoredAddition | StoredChange | StoredAddress;

/** Tells everybody of a new account; `userPresenter` makes of it what each may see. */
export function userAdded(row: UserFacts, realm: Pick<RealmContext, "url">, profile: ProfileData = {}): StoredAddition {
  const profiles = new Map([[row.id, profile]]);
  const user = presentUser(row, row, { realm, clientGravatar: false, profiles });
  return {
    type: "realm_user",
    op: "add",
    person: { ...user, delivery_email: row.delivery_email, avatar_url: avatarAddress(row) },
    email_address_visibility: row.email_address_visibility,
    has_own_picture: row.avatar_name !== null,
  };
}

/** Tells of a change; send it to those alone who may see all of it. */
export const userChanged = (person: UserChange): StoredChange => ({
  type: "realm_user",
  op: "update",
  person,
});

/**
 * Tells of a real address: those who see it from now on get it, those who saw it until now get null, and those for whom
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

/** Tells of another picture, or of another address for it. */
export const avatarChanged = (account: AvatarFacts & Pick<UserFacts, "id">): StoredChange =>
  userChanged({
    user_id: account.id,
    avatar_url: avatarAddress(account),
    avatar_url_medium: avatarAddress(account, { medium: true }),
    avatar_source: avatarSource(account),
    avatar_version: account.avatar_version,
  });

/** What a reader learns of an address: itself, that it is hidden now, or nothing. */
function addressForm({ person, visibility: { before, after } }: StoredAddress, reader: EventReader) {
  const isOwn = reader.userId === person.user_id;
  const sees = isOwn || roleSeesEmail(reader.role, after);
  const saw = before !== null && (isOwn || roleSeesEmail(reader.role, before));
  if (sees === saw) return null;
  return sees ? "address" : "hidden";
}

/** What a reader gets to see of a new account, and what it computes itself. */
function formFor({ person, ...event }: StoredAddition, reader: EventReader) {
  const isPublic = event.email_address_visibility === Visibility.everyone;
  return {
    address: reader.userId === person.user_id || roleSeesEmail(reader.role, event.email_address_visibility),
    picture: !(reader.clientGravatar && isPublic && !event.has_own_picture),
  };
}

function presentAddress(event: StoredAddress, reader: EventReader): StoredChange {
  const { user_id, delivery_email } = event.person;
  return userChanged({ user_id, delivery_email: addressForm(event, reader) === "address" ? delivery_email : null });
}

export const userPresenter: Presenter<StoredUserEvent> = {
  variant(event, reader) {
    if (event.op === "add") return JSON.stringify(formFor(event, reader));
    return "visibility" in event ? addressForm(event, reader) : "all";
  },
  present(event, reader) {
    if (event.op === "update") return ["visibility" in event ? presentAddress(event, reader) : event];
    const { type, op, person } = event;
    const form = formFor(event, reader);
    const delivery_email = form.address ? person.delivery_email : null;
    return [
      {
        type,
        op,
        person: { ...person, delivery_email, avatar_url: form.picture ? person.avatar_url : null },
      },
    ];
  },
};
