import { X } from "lucide-react";
import { useState } from "react";
import { visibilityPolicies } from "@parlance/contract/entities/topic-visibility.ts";
import { muteUser } from "../../client/actions/mute-user.ts";
import { setTopicVisibility } from "../../client/actions/channels/set-topic-visibility.ts";
import { checkOutcome } from "../../hooks/check-outcome.ts";
import { channelsById, peopleById } from "../../client/replica/selectors/entities-by-id.ts";
import { Avatar } from "../../base/ui/avatar.tsx";
import { Button, IconButton } from "../../base/ui/forms/button.tsx";
import { Field } from "../../base/ui/forms/field.tsx";
import { ItemRow, ItemList } from "../../base/ui/lists/item-list.tsx";
import { Page, PageSection, SecondaryText, Row } from "../../base/ui/page.tsx";
import { useClient } from "../../hooks/context/client-context.tsx";
import { RouteLink } from "../../hooks/navigation/route-link.tsx";
import { useClientState } from "../../hooks/use-store.ts";
import { words } from "../../base/words/index.ts";

const strings = words.mutes;

/** Page with alert words, followed and muted topics, and muted users. */
export const AlertWordsAndMutes = () => (
  <Page>
    <AlertWords />
    <TopicsWithPolicy
      title={strings.followed}
      emptyText={strings.noneFollowed}
      policy={visibilityPolicies.followed}
      undo={strings.unfollow}
    />
    <TopicsWithPolicy
      title={strings.topics}
      emptyText={strings.noTopics}
      policy={visibilityPolicies.muted}
      undo={words.people.unmute}
    />
    <MutedUsers />
  </Page>
);

function AlertWords() {
  const { change } = useClient();
  const alertWords = useClientState((state) => state.alert_words) ?? [];
  const [written, setWritten] = useState("");
  const word = written.trim();
  const add = async () => {
    const outcome = await change({
      expects: [{ type: "alert_words", alert_words: [...alertWords, word] }],
      request: (call) => call("POST", "/users/me/alert_words", { alert_words: [word] }),
    });
    if (checkOutcome(outcome)) setWritten("");
  };
  const remove = async (one: string) =>
    checkOutcome(
      await change({
        expects: [{ type: "alert_words", alert_words: alertWords.filter((other) => other !== one) }],
        request: (call) => call("DELETE", "/users/me/alert_words", { alert_words: [one] }),
      }),
    );
  return (
    <PageSection title={strings.words}>
      <SecondaryText>{strings.wordsMore}</SecondaryText>
      <Row>
        <Field label={strings.newWord} value={written} onChange={setWritten} />
        <Button isDisabled={word === "" || alertWords.includes(word)} onPress={() => void add()}>
          {strings.addWord}
        </Button>
      </Row>
      <ItemList>
        {alertWords.map((one) => (
          <ItemRow
            key={one}
            title={one}
            end={
              <IconButton label={strings.removeWord(one)} onPress={() => void remove(one)}>
                <X size={16} aria-hidden />
              </IconButton>
            }
          />
        ))}
      </ItemList>
    </PageSection>
  );
}

interface TopicsWithPolicyProps {
  readonly title: string;
  readonly emptyText: string;
  readonly policy: number;
  readonly undo: string;
}

/**
 * Lists the topics for which the user has chosen the visibility policy `policy`, each with a button that resets the
 * topic to the channel's default.
 */
function TopicsWithPolicy({ title, emptyText, policy, undo }: TopicsWithPolicyProps) {
  const client = useClient();
  const topics = useClientState((state) => state.user_topics) ?? [];
  const channels = useClientState(channelsById);
  const general = useClientState((state) => state.realm_empty_topic_display_name) ?? "";
  const those = topics.filter(({ visibility_policy }) => visibility_policy === policy);
  return (
    <PageSection title={title}>
      {those.length === 0 && <SecondaryText>{emptyText}</SecondaryText>}
      <ItemList>
        {those.map(({ stream_id: channelId, topic_name: topic }) => (
          <ItemRow
            key={`${channelId} ${topic}`}
            title={
              <RouteLink to={{ kind: "topic", channelId, topic, near: null }}>
                {topic === "" ? general : topic}
              </RouteLink>
            }
            note={`#${channels.get(channelId)?.name ?? ""}`}
            end={
              <Button
                onPress={() =>
                  void setTopicVisibility(client, { channelId, topic }, visibilityPolicies.inherited).then(checkOutcome)
                }
              >
                {undo}
              </Button>
            }
          />
        ))}
      </ItemList>
    </PageSection>
  );
}

function MutedUsers() {
  const client = useClient();
  const muted = useClientState((state) => state.muted_users) ?? [];
  const people = useClientState(peopleById);
  return (
    <PageSection title={strings.people}>
      <SecondaryText>{muted.length === 0 ? strings.noPeople : strings.peopleMore}</SecondaryText>
      <ItemList>
        {muted.map(({ id }) => {
          const person = people.get(id);
          const name = person?.full_name ?? words.shell.unknownPerson;
          return (
            <ItemRow
              key={id}
              icon={<Avatar id={id} name={name} url={person?.avatar_url} size={32} />}
              title={<RouteLink to={{ kind: "page", path: ["user", String(id)] }}>{name}</RouteLink>}
              end={
                <Button onPress={() => void muteUser(client, id, false).then(checkOutcome)}>
                  {words.people.unmute}
                </Button>
              }
            />
          );
        })}
      </ItemList>
    </PageSection>
  );
}
