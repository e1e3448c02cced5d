import { useState } from "react";
import { FormDialog } from "../../../base/ui/overlays/form-dialog.tsx";
import { SelectField, CheckboxField } from "../../../base/ui/forms/choice-fields.tsx";
import { Field } from "../../../base/ui/forms/field.tsx";
import { useAction } from "../../../hooks/use-action.ts";
import { useClient } from "../../../hooks/context/client-context.tsx";
import { useClientState } from "../../../hooks/use-store.ts";
import { words } from "../../../base/words/index.ts";
import { channelsById } from "../../../client/replica/selectors/entities-by-id.ts";

const strings = words.security;

const DAY_SECONDS = 86_400;
const MAX_NAME_CHARACTERS = 100;
/** Value of the field if the key is not limited to a channel. */
const ALL_CHANNELS = 0;

/** Periods for which a key can be valid, in days. 0 means until it is revoked. */
const lifetimes = [
  { value: 0, text: strings.noEnd },
  ...[1, 30, 90, 365].map((value) => ({ value, text: words.invitations.days(value) })),
];

interface NewScopedApiKeyDialogProps {
  readonly onCreated: (key: string) => void;
  readonly onClose: () => void;
}

/** Dialog that creates a scoped API key. */
export function NewScopedApiKeyDialog({ onCreated, onClose }: NewScopedApiKeyDialogProps) {
  const { now } = useClient();
  const { attempt } = useAction();
  const channels = useClientState(channelsById);
  const [name, setName] = useState("");
  const [readsOnly, setReadsOnly] = useState(true);
  const [days, setDays] = useState(0);
  const [channel, setChannel] = useState(ALL_CHANNELS);
  const [problem, setProblem] = useState<string | null>(null);
  const make = async () => {
    const outcome = await attempt(async (call) => {
      const answer = await call("POST", "/users/me/api_keys", {
        name: name.trim(),
        read_only: readsOnly,
        ...(days === 0 ? {} : { expires_at: Math.floor(now() / 1000) + days * DAY_SECONDS }),
        ...(channel === ALL_CHANNELS ? {} : { channel_ids: [channel] }),
      });
      if (answer.result === "success") onCreated(answer.api_key);
      return answer;
    });
    setProblem(outcome.done ? null : outcome.message);
    return outcome.done;
  };
  const live = [...channels.values()].filter(({ is_archived }) => !is_archived);
  return (
    <FormDialog
      title={strings.newKey}
      submitLabel={strings.makeKey}
      canSubmit={name.trim() !== ""}
      onSubmit={make}
      onClose={onClose}
    >
      <Field label={strings.keyFor} value={name} maxLength={MAX_NAME_CHARACTERS} problem={problem} onChange={setName} />
      <CheckboxField isSelected={readsOnly} onChange={setReadsOnly}>
        {strings.readOnly}
      </CheckboxField>
      <SelectField
        label={strings.where}
        options={[
          { value: ALL_CHANNELS, text: strings.everywhere },
          ...live.map((one) => ({ value: one.stream_id, text: `#${one.name}` })),
        ]}
        value={channel}
        onChange={setChannel}
      />
      <SelectField label={words.invitations.good} options={lifetimes} value={days} onChange={setDays} />
    </FormDialog>
  );
}
