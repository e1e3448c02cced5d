import type { Option } from "../../../base/ui/forms/choice-fields.tsx";
import { Button } from "../../../base/ui/forms/button.tsx";
import { lazyComponent } from "../../../base/ui/loading/lazy-component.tsx";
import { PageSection, SecondaryText, Row } from "../../../base/ui/page.tsx";
import { useOpenOverlay } from "../../../hooks/context/overlay-context.tsx";
import { useClientState } from "../../../hooks/use-store.ts";
import { words } from "../../../base/words/index.ts";
import type { SettingGroup } from "../../../base/words/setting-words.ts";
import { PictureField } from "../../../features/settings/picture-field.tsx";
import { languageOptions } from "../../../features/settings/languages-and-time-zones.ts";
import { OrganizationSettings, WhoCanChange } from "./organization-settings.tsx";
import styles from "../lists.module.css";

const strings = words.realmSettings;

const DeactivateOrganizationDialog = lazyComponent(
  async () => (await import("./deactivate-organization-dialog.tsx")).DeactivateOrganizationDialog,
);

/**
 * Sets the options of the language setting. They are not among the texts, because the browser provides the names of
 * languages.
 */
const withLanguages = (part: SettingGroup, options: readonly Option<string>[]): SettingGroup => {
  const { default_language: language } = part.settings;
  return typeof language === "object" && language.kind === "choice"
    ? { ...part, settings: { ...part.settings, default_language: { ...language, options } } }
    : part;
};

/** Page with the organization's name, description and pictures. */
export function OrganizationProfile() {
  const isOwner = useClientState((state) => state.is_owner ?? false);
  return (
    <OrganizationSettings groups={[withLanguages(strings.parts.about, languageOptions())]}>
      <Pictures />
      {isOwner && <DeactivateOrganization />}
    </OrganizationSettings>
  );
}

function Pictures() {
  const isFixed = !useClientState((state) => state.is_admin ?? false);
  const icon = useClientState((state) => state.realm_icon_url);
  const hasIcon = useClientState((state) => state.realm_icon_source === "U");
  return (
    <PageSection title={strings.pictures}>
      <b>{strings.icon}</b>
      <PictureField
        label={strings.icon}
        picture={<img src={icon} alt="" className={styles["icon"]} />}
        isDisabled={isFixed}
        hasOwn={hasIcon}
        upload={(file) => (call) => call("POST", "/realm/icon", { filename: file })}
        remove={(call) => call("DELETE", "/realm/icon", {})}
      />
      <Logo isNight={false} isFixed={isFixed} />
      <Logo isNight isFixed={isFixed} />
      <WhoCanChange names={["icon"]} />
    </PageSection>
  );
}

function Logo({ isNight, isFixed }: { isNight: boolean; isFixed: boolean }) {
  const url = useClientState((state) => (isNight ? state.realm_night_logo_url : state.realm_logo_url));
  const source = useClientState((state) => (isNight ? state.realm_night_logo_source : state.realm_logo_source));
  const label = isNight ? strings.nightLogo : strings.logo;
  const hasOwn = source === "U";
  return (
    <>
      <b>{label}</b>
      <PictureField
        label={label}
        picture={
          hasOwn ? (
            <img src={url} alt="" data-theme={isNight ? "dark" : "light"} className={styles["logo"]} />
          ) : (
            <SecondaryText>{strings.noLogo}</SecondaryText>
          )
        }
        isDisabled={isFixed}
        hasOwn={hasOwn}
        upload={(file) => (call) => call("POST", "/realm/logo", { filename: file, night: isNight })}
        remove={(call) => call("DELETE", "/realm/logo", { night: isNight })}
      />
    </>
  );
}

function DeactivateOrganization() {
  const show = useOpenOverlay();
  return (
    <PageSection title={strings.close}>
      <SecondaryText>{strings.closeMore}</SecondaryText>
      <Row>
        <Button variant="danger" onPress={() => show((close) => <DeactivateOrganizationDialog onClose={close} />)}>
          {strings.closeAct}
        </Button>
      </Row>
    </PageSection>
  );
}
