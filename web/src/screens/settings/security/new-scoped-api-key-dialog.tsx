import { useState } from "react";
import { ActDialog } from "../../../base/ui/overlays/form-dialog.tsx";
import { Choice, Tick } from "../../../base/ui/forms/choice-fields.tsx";
import { Field } from "../../../base/ui/forms/field.tsx";
import { useAct } from "../../../hooks/use-action.ts";
import { useClient } from "../../../hooks/context/client-context.tsx";
import { useKnown } from "../../../hooks/use-store.ts";
import { words } from "../../../base/words/index.ts";
import { channelsById } from "../../../client/replica/selectors/entities-by-id.ts";

const said = words.security;

const DAY = 86_400;
const LONGEST_NAME = 100;
/** Stands for all channels. */
const ALL = 0;

/** How many days it can be good; 0: until it is taken back. */
const lifetimes = [
  { value: 0, text: said.noEnd },
  ...[1, 30, 90, 365].map((value) => ({ value, text: words.invitations.days(value) })),
];

interface NewKeyProps {
  readonly onMade: (key: string) => void;
  readonly onClose: () => void;
}

/** Makes a key for one program. */
export function NewKey({ onMade, onClose }: NewKeyProps) {
  const { now } = useClient();
  const { attempt } = useAct();
  const channels = useKnown(channelsById);
  const [name, setName] = useState("");
  const [readsOnly, setReadsOnly] = useState(true);
  const [days, setDays] = useState(0);
  const [channel, setChannel] = useState(ALL);
  const [problem, setProblem] = useState<string | null>(null);
  const make = async () => {
    const outcome = await attempt(async (call) => {
      const answer = await call("POST", "/users/me/api_keys", {
        name: name.trim(),
        read_only: readsOnly,
        ...(days === 0 ? {} : { expires_at: Math.floor(now() / 1000) + days * DAY }),
        ...(channel === ALL ? {} : { channel_ids: [channel] }),
      });
      if (answer.result === "success") onMade(answer.api_key);
      return answer;
    });
    setProblem(outcome.done ? null : outcome.message);
    return outcome.done;
  };
  const live = [...channels.values()].filter(({ is_archived }) => !is_archived);
  return (
    <ActDialog title={said.newKey} act={said.makeKey} isReady={name.trim() !== ""} onAct={make} onClose={onClose}>
      <Field label={said.keyFor} value={name} maxLength={LONGEST_NAME} problem={problem} onChange={setName} />
      <Tick isSelected={readsOnly} onChange={setReadsOnly}>
        {said.readOnly}
      </Tick>
      <Choice
        label={said.where}
        options={[
          { value: ALL, text: said.everywhere },
          ...live.map((one) => ({ value: one.stream_id, text: `#${one.name}` })),
        ]}
        value={channel}
        onChange={setChannel}
      />
      <Choice label={words.invitations.good} options={lifetimes} value={days} onChange={setDays} />
    </ActDialog>
  );
}
