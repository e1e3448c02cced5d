import { changeSettings } from "../../client/actions/change-settings.ts";
import { checkOutcome } from "../../hooks/check-outcome.ts";
import { peopleById } from "../../client/replica/selectors/entities-by-id.ts";
import { ownTimeZone } from "../../client/replica/selectors/users/do-not-disturb.ts";
import { Avatar } from "../../base/ui/avatar.tsx";
import { Button } from "../../base/ui/forms/button.tsx";
import { lazyComponent } from "../../base/ui/loading/lazy-component.tsx";
import { Page, PageSection, SecondaryText, Row } from "../../base/ui/page.tsx";
import { useClient } from "../../hooks/context/client-context.tsx";
import { useOpenOverlay } from "../../hooks/context/overlay-context.tsx";
import { SavedField } from "../../hooks/saved-field.tsx";
import { useClientState } from "../../hooks/use-store.ts";
import { words } from "../../base/words/index.ts";
import { PictureField } from "../../features/settings/picture-field.tsx";
import { OwnProfileFields } from "../../features/settings/profile-field-inputs.tsx";
import { Setting } from "../../features/settings/setting-fields.tsx";
import { timeZoneOptions, languageOptions } from "../../features/settings/languages-and-time-zones.ts";

const strings = words.settings;

const DeactivateOwnAccountDialog = lazyComponent(
  async () => (await import("./deactivate-own-account-dialog.tsx")).DeactivateOwnAccountDialog,
);

/** Page with the user's own profile. */
export function Account() {
  const client = useClient();
  const { me } = client;
  const person = useClientState((state) => peopleById(state).get(me));
  const isAdministrator = useClientState((state) => state.is_admin ?? false);
  const namesFixed = useClientState((state) => state.realm_name_changes_disabled || state.server_name_changes_disabled);
  const isNameFixed = namesFixed === true && !isAdministrator;
  if (!person) return null;
  return (
    <Page>
      <PageSection title={words.settingsPages.settings.account.title}>
        <OwnAvatar />
        <SavedField
          label={words.pages.name}
          savedValue={person.full_name}
          isDisabled={isNameFixed}
          {...(isNameFixed ? { hint: strings.nameFixed } : {})}
          onSave={async (full_name) => changeSettings(client, { full_name })}
        />
        <SecondaryText>{`${words.pages.email}: ${person.delivery_email ?? person.email}`}</SecondaryText>
        <SecondaryText>{`${words.people.role}: ${words.pages.roles[person.role] ?? ""}`}</SecondaryText>
      </PageSection>
      <OwnProfileFields />
      <TimeZoneAndLanguage />
      <DeactivateOwnAccount />
    </Page>
  );
}

function OwnAvatar() {
  const { me } = useClient();
  const person = useClientState((state) => peopleById(state).get(me));
  const isAdministrator = useClientState((state) => state.is_admin ?? false);
  const fixed = useClientState((state) => state.realm_avatar_changes_disabled || state.server_avatar_changes_disabled);
  const isFixed = fixed === true && !isAdministrator;
  const hasOwn = useClientState((state) => state.avatar_source === "U");
  return (
    <>
      <PictureField
        label={words.pages.avatar}
        picture={<Avatar id={me} name={person?.full_name ?? ""} url={person?.avatar_url} size={72} />}
        isDisabled={isFixed}
        hasOwn={hasOwn}
        upload={(file) => (call) => call("POST", "/users/me/avatar", { filename: file })}
        remove={(call) => call("DELETE", "/users/me/avatar", {})}
      />
      {isFixed && <SecondaryText>{strings.avatarFixed}</SecondaryText>}
    </>
  );
}

/** Settings for the time zone and the language of the user. */
function TimeZoneAndLanguage() {
  const client = useClient();
  const zone = useClientState((state) => state.user_settings?.timezone ?? "");
  const here = ownTimeZone();
  return (
    <PageSection title={strings.timezone}>
      <Setting
        name="timezone"
        about={{
          kind: "choice",
          label: strings.timezone,
          options: [...(zone === "" ? [{ value: "", text: strings.timezoneUnknown }] : []), ...timeZoneOptions()],
        }}
      />
      {zone !== here && (
        <Row>
          <Button onPress={() => void changeSettings(client, { timezone: here }).then(checkOutcome)}>
            {strings.timezoneHere}
          </Button>
        </Row>
      )}
      <Setting
        name="default_language"
        about={{ kind: "choice", label: strings.language, hint: strings.languageHint, options: languageOptions() }}
      />
    </PageSection>
  );
}

function DeactivateOwnAccount() {
  const show = useOpenOverlay();
  return (
    <PageSection title={strings.leave}>
      <SecondaryText>{strings.leaveMore}</SecondaryText>
      <Row>
        <Button variant="danger" onPress={() => show((close) => <DeactivateOwnAccountDialog onClose={close} />)}>
          {strings.leaveAct}
        </Button>
      </Row>
    </PageSection>
  );
}
