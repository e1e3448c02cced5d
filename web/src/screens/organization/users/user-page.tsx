import { type Role, roles } from "@parlance/contract/entities/roles.ts";
import type { User } from "@parlance/contract/entities/user.ts";
import type { ParametersOf } from "@parlance/client";
import { ProfileHeader } from "../../../features/profile/profile-header.tsx";
import { peopleById } from "../../../client/replica/selectors/entities-by-id.ts";
import { Button } from "../../../base/ui/forms/button.tsx";
import { SelectField } from "../../../base/ui/forms/choice-fields.tsx";
import { EmptyState } from "../../../base/ui/empty-state.tsx";
import { Page, PageSection, SecondaryText, Row } from "../../../base/ui/page.tsx";
import { showToast } from "../../../base/ui/overlays/toasts.tsx";
import { useAction } from "../../../hooks/use-action.ts";
import { useClient } from "../../../hooks/context/client-context.tsx";
import { useOpenOverlay } from "../../../hooks/context/overlay-context.tsx";
import { SavedField } from "../../../hooks/saved-field.tsx";
import { useClientState } from "../../../hooks/use-store.ts";
import { words } from "../../../base/words/index.ts";
import { lazyComponent } from "../../../base/ui/loading/lazy-component.tsx";
import { BotSettings } from "../../../features/bots/bot-settings.tsx";
import { ProfileFieldInputs } from "../../../features/settings/profile-field-inputs.tsx";
import { roleOptions } from "./role-options.ts";

const DeactivateUserDialog = lazyComponent(
  async () => (await import("./deactivate-user-dialog.tsx")).DeactivateUserDialog,
);

/** Page on which administrators change an account, and owners of bots change a bot. */
export function UserPage({ userId }: { userId: number }) {
  const { me } = useClient();
  const user = useClientState((state) => peopleById(state).get(userId));
  const isAdministrator = useClientState((state) => state.is_admin ?? false);
  if (!user) return <EmptyState title={words.people.nobody}>{words.people.nobodyMore}</EmptyState>;
  const isOwnBot = user.is_bot && user.bot_owner_id === me;
  return (
    <Page>
      <ProfileHeader person={user} size={64} />
      {isAdministrator || isOwnBot ? (
        <EditableUser user={user} />
      ) : (
        <SecondaryText>{words.pages.onlyAdministrators}</SecondaryText>
      )}
    </Page>
  );
}

function EditableUser({ user }: { user: User }) {
  const isAdministrator = useClientState((state) => state.is_admin ?? false);
  return (
    <>
      <Account user={user} />
      {user.is_bot && <BotSettings botId={user.user_id} />}
      {!user.is_bot && isAdministrator && user.is_active && <UserProfileFields user={user} />}
    </>
  );
}

function Account({ user }: { user: User }) {
  const { isActing, act, attempt } = useAction();
  const { user_id: id, full_name, is_active, is_bot, delivery_email } = user;
  const isAdministrator = useClientState((state) => state.is_admin ?? false);
  const set = async (changes: ParametersOf<"PATCH /users/:user_id">) =>
    attempt((call) => call("PATCH", `/users/${id}`, changes));
  const setRole = async (role: Role) => {
    if (await act((call) => call("PATCH", `/users/${id}`, { role }))) showToast({ text: words.pages.saved });
  };
  return (
    <PageSection title={words.users.account}>
      <SavedField
        label={words.pages.name}
        savedValue={full_name}
        isDisabled={!is_active}
        onSave={async (name) => set({ full_name: name })}
      />
      {isAdministrator && <RoleSelect user={user} isActing={isActing} onChange={(role) => void setRole(role)} />}
      {isAdministrator && !is_bot && delivery_email !== null && (
        <SavedField
          label={words.pages.email}
          hint={words.users.emailHint}
          type="email"
          savedValue={delivery_email}
          isDisabled={!is_active}
          onSave={async (email) => set({ new_email: email })}
        />
      )}
      <DeactivationSection user={user} />
    </PageSection>
  );
}

interface RoleSelectProps {
  readonly user: User;
  readonly isActing: boolean;
  readonly onChange: (role: Role) => void;
}

function RoleSelect({ user: { role, is_active }, isActing, onChange }: RoleSelectProps) {
  const isOwner = useClientState((state) => state.is_owner ?? false);
  const isFixed = role === roles.owner && !isOwner;
  return (
    <>
      <SelectField
        label={words.people.role}
        options={roleOptions.filter(({ value }) => isOwner || value === role || value !== roles.owner)}
        value={role}
        isDisabled={!is_active || isActing || isFixed}
        onChange={onChange}
      />
      {isFixed && <SecondaryText>{words.administration.onlyOwners}</SecondaryText>}
    </>
  );
}

/** A user's profile values, which an administrator can change. */
function UserProfileFields({ user: { user_id: id } }: { user: User }) {
  const { attempt } = useAction();
  return (
    <ProfileFieldInputs
      userId={id}
      onSet={async (field, value) =>
        attempt((call) => call("PATCH", `/users/${id}`, { profile_data: [{ id: field, value }] }))
      }
    />
  );
}

/** Buttons that log out, deactivate or reactivate the account, or reset its two-factor authentication and passkeys. */
function DeactivationSection({ user }: { user: User }) {
  const { me } = useClient();
  const { act } = useAction();
  const show = useOpenOverlay();
  const isAdministrator = useClientState((state) => state.is_admin ?? false);
  const { user_id: id, is_active, is_bot } = user;
  const hasSessions = isAdministrator && is_active && !is_bot && id !== me;
  const signOut = async () => {
    if (await act((call) => call("DELETE", `/users/${id}/sessions`, {}))) showToast({ text: words.users.signedOut });
  };
  const resetCodes = async () => {
    if (await act((call) => call("DELETE", `/users/${id}/two_factor`, {}))) showToast({ text: words.users.codesReset });
  };
  const reactivate = () => act((call) => call("POST", `/users/${id}/reactivate`, {}));
  return (
    <Row>
      {hasSessions && <Button onPress={() => void signOut()}>{words.users.signOutEverywhere}</Button>}
      {hasSessions && <Button onPress={() => void resetCodes()}>{words.users.resetCodes}</Button>}
      {is_active && id !== me && (
        <Button variant="danger" onPress={() => show((close) => <DeactivateUserDialog user={user} onClose={close} />)}>
          {words.users.deactivate}
        </Button>
      )}
      {!is_active && (
        <Button variant="primary" onPress={() => void reactivate()}>
          {words.users.reactivate}
        </Button>
      )}
    </Row>
  );
}
