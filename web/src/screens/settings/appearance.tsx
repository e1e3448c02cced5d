import { OPENS_AT, type OpensAt } from "../../features/messages/list/use-list-opening.ts";
import { channelsById } from "../../client/replica/selectors/entities-by-id.ts";
import { HOME_CHANNEL } from "../../client/replica/selectors/home-route.ts";
import { Choice } from "../../base/ui/forms/choice-fields.tsx";
import { Page, Part } from "../../base/ui/page.tsx";
import { useKept } from "../../hooks/use-persisted-choice.ts";
import { useKnown } from "../../hooks/use-store.ts";
import { words } from "../../base/words/index.ts";
import { SettingsPart } from "../../features/settings/setting-fields.tsx";

const { looks, reading, topics, others } = words.settings.parts;

/** How the page looks, and how reading and writing go. */
export const Appearance = () => (
  <Page>
    {[looks, reading].map((part) => (
      <SettingsPart key={part.title} part={part} />
    ))}
    <InThisBrowser />
    {[topics, others].map((part) => (
      <SettingsPart key={part.title} part={part} />
    ))}
  </Page>
);

/** What the server does not keep. A channel is made the first screen in its own menu. */
function InThisBrowser() {
  const [opensAt, setOpensAt] = useKept<OpensAt>(OPENS_AT, "first_unread");
  const [home, setHome] = useKept<number | null>(HOME_CHANNEL, null);
  const channel = useKnown((state) => (home === null ? undefined : channelsById(state).get(home)));
  const pages = words.pages;
  return (
    <Part title={pages.here}>
      <Choice
        label={pages.opensAt}
        options={pages.opensAts}
        value={opensAt}
        onChange={(value) => setOpensAt(value as OpensAt)}
      />
      {channel && (
        <Choice
          label={pages.homeHere}
          options={[
            { value: HOME_CHANNEL, text: pages.homeChannel(channel.name) },
            { value: "", text: pages.homeAsElsewhere },
          ]}
          value={HOME_CHANNEL}
          onChange={(value) => {
            if (value === "") setHome(null);
          }}
        />
      )}
    </Part>
  );
}
