import { OPENS_AT_KEY, type OpensAt } from "../../features/messages/list/use-list-opening.ts";
import { channelsById } from "../../client/replica/selectors/entities-by-id.ts";
import { HOME_CHANNEL_KEY } from "../../client/replica/selectors/home-route.ts";
import { SelectField } from "../../base/ui/forms/choice-fields.tsx";
import { Page, PageSection } from "../../base/ui/page.tsx";
import { usePersistedChoice } from "../../hooks/use-persisted-choice.ts";
import { useClientState } from "../../hooks/use-store.ts";
import { words } from "../../base/words/index.ts";
import { SettingsSection } from "../../features/settings/setting-fields.tsx";

const { looks, reading, topics, others } = words.settings.parts;

/** Page with the settings for appearance, reading and writing. */
export const Appearance = () => (
  <Page>
    {[looks, reading].map((part) => (
      <SettingsSection key={part.title} part={part} />
    ))}
    <BrowserPreferences />
    {[topics, others].map((part) => (
      <SettingsSection key={part.title} part={part} />
    ))}
  </Page>
);

/**
 * Preferences that are stored only in this browser. The home view can only be reset here; a channel is chosen as the
 * home view in the channel's menu.
 */
function BrowserPreferences() {
  const [opensAt, setOpensAt] = usePersistedChoice<OpensAt>(OPENS_AT_KEY, "first_unread");
  const [home, setHome] = usePersistedChoice<number | null>(HOME_CHANNEL_KEY, null);
  const channel = useClientState((state) => (home === null ? undefined : channelsById(state).get(home)));
  const pages = words.pages;
  return (
    <PageSection title={pages.here}>
      <SelectField
        label={pages.opensAt}
        options={pages.opensAts}
        value={opensAt}
        onChange={(value) => setOpensAt(value as OpensAt)}
      />
      {channel && (
        <SelectField
          label={pages.homeHere}
          options={[
            { value: HOME_CHANNEL_KEY, text: pages.homeChannel(channel.name) },
            { value: "", text: pages.homeAsElsewhere },
          ]}
          value={HOME_CHANNEL_KEY}
          onChange={(value) => {
            if (value === "") setHome(null);
          }}
        />
      )}
    </PageSection>
  );
}
