import { X } from "lucide-react";
import { useState } from "react";
import { visibilityPolicies } from "@parlance/contract/entities/topic-visibility.ts";
import { muteUser } from "../../client/actions/mute-user.ts";
import { setTopicVisibility } from "../../client/actions/channels/set-topic-visibility.ts";
import { told } from "../../hooks/check-outcome.ts";
import { channelsById, peopleById } from "../../client/replica/selectors/entities-by-id.ts";
import { Avatar } from "../../base/ui/avatar.tsx";
import { Button, IconButton } from "../../base/ui/forms/button.tsx";
import { Field } from "../../base/ui/forms/field.tsx";
import { LineItem, Lines } from "../../base/ui/lists/item-list.tsx";
import { Page, Part, Quiet, Row } from "../../base/ui/page.tsx";
import { useClient } from "../../hooks/context/client-context.tsx";
import { PlaceLink } from "../../hooks/navigation/route-link.tsx";
import { useKnown } from "../../hooks/use-store.ts";
import { words } from "../../base/words/index.ts";

const said = words.mutes;

/** What one wants to hear of in any case, and what and whom not. */
export const WordsAndMutes = () => (
  <Page>
    <AlertWords />
    <Topics title={said.followed} none={said.noneFollowed} policy={visibilityPolicies.followed} undo={said.unfollow} />
    <Topics title={said.topics} none={said.noTopics} policy={visibilityPolicies.muted} undo={words.people.unmute} />
    <People />
  </Page>
);

function AlertWords() {
  const { change } = useClient();
  const alertWords = useKnown((state) => state.alert_words) ?? [];
  const [written, setWritten] = useState("");
  const word = written.trim();
  const add = async () => {
    const outcome = await change({
      expects: [{ type: "alert_words", alert_words: [...alertWords, word] }],
      request: (call) => call("POST", "/users/me/alert_words", { alert_words: [word] }),
    });
    if (told(outcome)) setWritten("");
  };
  const remove = async (one: string) =>
    told(
      await change({
        expects: [{ type: "alert_words", alert_words: alertWords.filter((other) => other !== one) }],
        request: (call) => call("DELETE", "/users/me/alert_words", { alert_words: [one] }),
      }),
    );
  return (
    <Part title={said.words}>
      <Quiet>{said.wordsMore}</Quiet>
      <Row>
        <Field label={said.newWord} value={written} onChange={setWritten} />
        <Button isDisabled={word === "" || alertWords.includes(word)} onPress={() => void add()}>
          {said.addWord}
        </Button>
      </Row>
      <Lines>
        {alertWords.map((one) => (
          <LineItem
            key={one}
            title={one}
            end={
              <IconButton label={said.removeWord(one)} onPress={() => void remove(one)}>
                <X size={16} aria-hidden />
              </IconButton>
            }
          />
        ))}
      </Lines>
    </Part>
  );
}

interface TopicsProps {
  readonly title: string;
  readonly none: string;
  readonly policy: number;
  readonly undo: string;
}

/** The topics that one wants to see in some way, and the way to let them be as their channels are. */
function Topics({ title, none, policy, undo }: TopicsProps) {
  const client = useClient();
  const topics = useKnown((state) => state.user_topics) ?? [];
  const channels = useKnown(channelsById);
  const general = useKnown((state) => state.realm_empty_topic_display_name) ?? "";
  const those = topics.filter(({ visibility_policy }) => visibility_policy === policy);
  return (
    <Part title={title}>
      {those.length === 0 && <Quiet>{none}</Quiet>}
      <Lines>
        {those.map(({ stream_id: channelId, topic_name: topic }) => (
          <LineItem
            key={`${channelId} ${topic}`}
            title={
              <PlaceLink to={{ kind: "topic", channelId, topic, near: null }}>
                {topic === "" ? general : topic}
              </PlaceLink>
            }
            note={`#${channels.get(channelId)?.name ?? ""}`}
            end={
              <Button
                onPress={() =>
                  void setTopicVisibility(client, { channelId, topic }, visibilityPolicies.inherited).then(told)
                }
              >
                {undo}
              </Button>
            }
          />
        ))}
      </Lines>
    </Part>
  );
}

function People() {
  const client = useClient();
  const muted = useKnown((state) => state.muted_users) ?? [];
  const people = useKnown(peopleById);
  return (
    <Part title={said.people}>
      <Quiet>{muted.length === 0 ? said.noPeople : said.peopleMore}</Quiet>
      <Lines>
        {muted.map(({ id }) => {
          const person = people.get(id);
          const name = person?.full_name ?? words.shell.unknownPerson;
          return (
            <LineItem
              key={id}
              sign={<Avatar id={id} name={name} url={person?.avatar_url} size={32} />}
              title={<PlaceLink to={{ kind: "page", path: ["user", String(id)] }}>{name}</PlaceLink>}
              end={<Button onPress={() => void muteUser(client, id, false).then(told)}>{words.people.unmute}</Button>}
            />
          );
        })}
      </Lines>
    </Part>
  );
}
