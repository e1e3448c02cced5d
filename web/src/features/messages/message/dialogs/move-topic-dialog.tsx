import { useState } from "react";
import { type MoveMode, moveMessages } from "../../../../client/actions/messages/move-messages.ts";
import { best } from "../../../../base/text/rank-matches.ts";
import { bareTopic } from "../../../../client/replica/selectors/channels/topics.ts";
import { ActDialog } from "../../../../base/ui/overlays/form-dialog.tsx";
import { Choice, Tick } from "../../../../base/ui/forms/choice-fields.tsx";
import { Combo } from "../../../../base/ui/forms/combo-box-field.tsx";
import { say } from "../../../../base/ui/overlays/toasts.tsx";
import { useClient } from "../../../../hooks/context/client-context.tsx";
import { useNavigator } from "../../../../hooks/navigation/navigator.tsx";
import { useKnown } from "../../../../hooks/use-store.ts";
import { words } from "../../../../base/words/index.ts";
import { told } from "../../../../hooks/check-outcome.ts";
import { MoveOutlook } from "./move-outlook.tsx";
import { type MoveTarget, type TopicAt, useMoveTarget } from "./use-move-target.ts";

const { move: said } = words.dialogs;

const modes = Object.entries(said.modes).map(([value, text]) => ({ value: value as MoveMode, text }));

/** So many channels or topics are offered at a time. */
const OFFERED = 40;

interface MoveTopicProps {
  readonly from: TopicAt;
  /** A message in it. */
  readonly messageId: number;
  /** Which messages go unless another choice is made; all: then there is no other choice. */
  readonly firstMode: MoveMode;
  readonly onClose: () => void;
}

/** Moves messages of a topic to another place, or gives the topic another name. */
export function MoveTopic({ from, messageId, firstMode, onClose }: MoveTopicProps) {
  const client = useClient();
  const { go } = useNavigator();
  const target = useMoveTarget(from);
  const [mode, setMode] = useState(firstMode);
  const [tellsOld, setTellsOld] = useState(false);
  const [tellsNew, setTellsNew] = useState(true);
  const { to } = target;
  const move = async () => {
    if (!to) return false;
    const outcome = await moveMessages(client, { messageId, from, to, mode, tellsOld, tellsNew });
    if (outcome.done) {
      say({ text: said.done });
      go({ kind: "topic", ...to, near: messageId });
    }
    return told(outcome);
  };
  const isWhole = firstMode === "change_all";
  return (
    <ActDialog
      title={isWhole ? said.titleTopic : said.title}
      act={said.do}
      isReady={to !== null && !target.isSame}
      onAct={move}
      onClose={onClose}
    >
      <TargetFields target={target} />
      {!isWhole && <Choice label={said.which} options={modes} value={mode} onChange={setMode} />}
      <div>
        <Tick isSelected={tellsNew} onChange={setTellsNew}>
          {said.tellNew}
        </Tick>
        <Tick isSelected={tellsOld} onChange={setTellsOld}>
          {said.tellOld}
        </Tick>
      </div>
      <MoveOutlook from={from} messageId={messageId} mode={mode} target={target} />
    </ActDialog>
  );
}

function TargetFields({ target: { channels, channel, setChannel, topics, topic, setTopic } }: { target: MoveTarget }) {
  const limit = useKnown((state) => state.max_topic_length) ?? LONGEST_TOPIC;
  const names = topics.map(bareTopic);
  return (
    <>
      {channels.length > 1 && (
        <Combo label={said.channel} options={offered(channels, channel)} value={channel} onChange={setChannel} />
      )}
      <Combo
        label={said.topic}
        takesOthers
        maxLength={limit}
        options={offered(names, topic)}
        value={topic}
        onChange={setTopic}
      />
    </>
  );
}

/** So long may topics be where the server does not say, in characters. */
const LONGEST_TOPIC = 60;

/** What fits what is written; all, where just one of them is written. */
const offered = (names: readonly string[], written: string): string[] =>
  best(new Set(names), (name) => [name], names.includes(written) ? "" : written, OFFERED);
