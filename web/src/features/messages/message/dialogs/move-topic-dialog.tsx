import { useState } from "react";
import { type MoveMode, moveMessages } from "../../../../client/actions/messages/move-messages.ts";
import { bestMatches } from "../../../../base/text/rank-matches.ts";
import { topicWithoutResolvedMark } from "../../../../client/replica/selectors/channels/topics.ts";
import { FormDialog } from "../../../../base/ui/overlays/form-dialog.tsx";
import { SelectField, CheckboxField } from "../../../../base/ui/forms/choice-fields.tsx";
import { ComboBoxField } from "../../../../base/ui/forms/combo-box-field.tsx";
import { showToast } from "../../../../base/ui/overlays/toasts.tsx";
import { useClient } from "../../../../hooks/context/client-context.tsx";
import { useNavigator } from "../../../../hooks/navigation/navigator.tsx";
import { useClientState } from "../../../../hooks/use-store.ts";
import { words } from "../../../../base/words/index.ts";
import { checkOutcome } from "../../../../hooks/check-outcome.ts";
import { MovePreview } from "./move-preview.tsx";
import { type MoveTarget, type TopicLocation, useMoveTarget } from "./use-move-target.ts";

const { move: strings } = words.dialogs;

const modeOptions = Object.entries(strings.modes).map(([value, text]) => ({ value: value as MoveMode, text }));

/** Maximum number of channels or topics that are suggested. */
const MAX_OPTIONS = 40;

interface MoveTopicDialogProps {
  readonly from: TopicLocation;
  /** Id of a message in the topic. */
  readonly messageId: number;
  /** Which messages are selected to be moved at first. If it is `change_all`, the user cannot select anything else. */
  readonly initialMode: MoveMode;
  readonly onClose: () => void;
}

/** Dialog that moves messages of a topic to another topic or channel. It can also rename the topic. */
export function MoveTopicDialog({ from, messageId, initialMode, onClose }: MoveTopicDialogProps) {
  const client = useClient();
  const { go } = useNavigator();
  const target = useMoveTarget(from);
  const [mode, setMode] = useState(initialMode);
  const [notifiesOld, setNotifiesOld] = useState(false);
  const [notifiesNew, setNotifiesNew] = useState(true);
  const { to } = target;
  const move = async () => {
    if (!to) return false;
    const outcome = await moveMessages(client, {
      messageId,
      from,
      to,
      mode,
      notifiesOldTopic: notifiesOld,
      notifiesNewTopic: notifiesNew,
    });
    if (outcome.done) {
      showToast({ text: strings.done });
      go({ kind: "topic", ...to, near: messageId });
    }
    return checkOutcome(outcome);
  };
  const isWhole = initialMode === "change_all";
  return (
    <FormDialog
      title={isWhole ? strings.titleTopic : strings.title}
      submitLabel={strings.do}
      canSubmit={to !== null && !target.isSame}
      onSubmit={move}
      onClose={onClose}
    >
      <TargetFields target={target} />
      {!isWhole && <SelectField label={strings.which} options={modeOptions} value={mode} onChange={setMode} />}
      <div>
        <CheckboxField isSelected={notifiesNew} onChange={setNotifiesNew}>
          {strings.tellNew}
        </CheckboxField>
        <CheckboxField isSelected={notifiesOld} onChange={setNotifiesOld}>
          {strings.tellOld}
        </CheckboxField>
      </div>
      <MovePreview from={from} messageId={messageId} mode={mode} target={target} />
    </FormDialog>
  );
}

function TargetFields({ target: { channels, channel, setChannel, topics, topic, setTopic } }: { target: MoveTarget }) {
  const limit = useClientState((state) => state.max_topic_length) ?? DEFAULT_MAX_TOPIC_CHARACTERS;
  const names = topics.map(topicWithoutResolvedMark);
  return (
    <>
      {channels.length > 1 && (
        <ComboBoxField
          label={strings.channel}
          options={matchingOptions(channels, channel)}
          value={channel}
          onChange={setChannel}
        />
      )}
      <ComboBoxField
        label={strings.topic}
        allowsCustomValue
        maxLength={limit}
        options={matchingOptions(names, topic)}
        value={topic}
        onChange={setTopic}
      />
    </>
  );
}

/** Maximum length of a topic in characters, if the server does not specify one. */
const DEFAULT_MAX_TOPIC_CHARACTERS = 60;

/** Returns the options that match the entered text. Returns all options if the text is exactly one of them. */
const matchingOptions = (names: readonly string[], written: string): string[] =>
  bestMatches(new Set(names), (name) => [name], names.includes(written) ? "" : written, MAX_OPTIONS);
