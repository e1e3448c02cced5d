import { X } from "lucide-react";
import { useState } from "react";
import { best } from "../../../base/text/rank-matches.ts";
import { channelsById } from "../../../client/replica/selectors/entities-by-id.ts";
import { defaultChannels, possibleDefaults } from "../../../client/replica/selectors/channels/default-channels.ts";
import { Button, IconButton } from "../../../base/ui/forms/button.tsx";
import { ChannelMark } from "../../../base/ui/channel-icon.tsx";
import { Combo } from "../../../base/ui/forms/combo-box-field.tsx";
import { LineItem, Lines } from "../../../base/ui/lists/item-list.tsx";
import { Page, Part, Quiet, Row } from "../../../base/ui/page.tsx";
import { PlaceLink } from "../../../hooks/navigation/route-link.tsx";
import { useAct } from "../../../hooks/use-action.ts";
import { useKnown } from "../../../hooks/use-store.ts";
import { words } from "../../../base/words/index.ts";

const said = words.folders;

/** The channels that people find themselves in when they join. */
export function DefaultChannels() {
  const isAdministrator = useKnown((state) => state.is_admin ?? false);
  const isGuest = useKnown((state) => state.is_guest ?? false);
  const channels = useKnown(defaultChannels);
  return (
    <Page>
      <Part title={said.defaults}>
        {!isAdministrator && <Quiet>{words.pages.onlyAdministrators}</Quiet>}
        <Quiet>{said.defaultsMore}</Quiet>
        {isAdministrator && <AddDefault />}
        {channels.length === 0 && <Quiet>{isGuest ? said.defaultsUnseen : said.defaultsNone}</Quiet>}
        <Lines>
          {channels.map((channel) => (
            <DefaultChannel key={channel.stream_id} id={channel.stream_id} isChangeable={isAdministrator} />
          ))}
        </Lines>
      </Part>
    </Page>
  );
}

function DefaultChannel({ id, isChangeable }: { id: number; isChangeable: boolean }) {
  const { isActing, act } = useAct();
  const channel = useKnown((state) => channelsById(state).get(id));
  if (!channel) return null;
  const { name, description, invite_only, is_web_public } = channel;
  return (
    <LineItem
      sign={<ChannelMark colour="currentColor" isPrivate={invite_only} isWebPublic={is_web_public} />}
      title={<PlaceLink to={{ kind: "page", path: ["channels", String(id)] }}>{name}</PlaceLink>}
      note={description === "" ? undefined : description}
      end={
        isChangeable ? (
          <IconButton
            label={said.remove(name)}
            isDisabled={isActing}
            onPress={() => void act((call) => call("DELETE", "/default_streams", { stream_id: id }))}
          >
            <X size={16} aria-hidden />
          </IconButton>
        ) : undefined
      }
    />
  );
}

/** So many are offered at a time. */
const OFFERED = 30;

function AddDefault() {
  const { isActing, act } = useAct();
  const channels = useKnown(possibleDefaults);
  const [written, setWritten] = useState("");
  const offers = best(channels, ({ name }) => [name], written, OFFERED).map(({ name }) => name);
  const chosen = channels.find(({ name }) => name === written.trim());
  const add = async () => {
    if (!chosen) return;
    if (await act((call) => call("POST", "/default_streams", { stream_id: chosen.stream_id }))) setWritten("");
  };
  return (
    <>
      <Row>
        <Combo label={said.channel} options={offers} value={written} onChange={setWritten} takesOthers />
        <Button look="primary" isDisabled={!chosen || isActing} onPress={() => void add()}>
          {said.add}
        </Button>
      </Row>
      <Quiet>{said.addMore}</Quiet>
    </>
  );
}
