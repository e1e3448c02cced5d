import { useState } from "react";
import { botTypes } from "@parlance/contract/entities/bot.ts";
import { FormDialog } from "../../base/ui/overlays/form-dialog.tsx";
import { SelectField } from "../../base/ui/forms/choice-fields.tsx";
import { Field } from "../../base/ui/forms/field.tsx";
import { useAction } from "../../hooks/use-action.ts";
import { useNavigator } from "../../hooks/navigation/navigator.tsx";
import { useClientState } from "../../hooks/use-store.ts";
import { words } from "../../base/words/index.ts";
import { ChannelNameField } from "./channel-name-field.tsx";

const strings = words.bots;

interface NewBotDialogProps {
  /** Numbers of the bot types that the user may create. */
  readonly types: readonly number[];
  readonly onClose: () => void;
}

/** Returns the field that an error of the server concerns. The field is guessed from the text of the error. */
const fieldOfProblem = (problem: string): "payload" | "shortName" | "name" => {
  if (/payload|url/i.test(problem)) return "payload";
  return /email|address|username|short/i.test(problem) ? "shortName" : "name";
};

interface NewBotDraft {
  readonly type: number;
  readonly name: string;
  readonly shortName: string;
  readonly payload: string;
  /** Name of the channel that the bot posts to by default. Empty for no channel. */
  readonly channel: string;
}

const isOutgoingWebhook = ({ type }: NewBotDraft): boolean => type === botTypes.outgoingWebhook;

/** Dialog that creates a bot owned by the user. */
export function NewBotDialog({ types, onClose }: NewBotDialogProps) {
  const create = useCreateBot();
  const [draft, setDraft] = useState<NewBotDraft>({
    type: types[0] ?? botTypes.generic,
    name: "",
    shortName: "",
    payload: "",
    channel: "",
  });
  const [problem, setProblem] = useState<string | null>(null);
  const set = (changes: Partial<NewBotDraft>) => {
    setDraft({ ...draft, ...changes });
    setProblem(null);
  };
  const needed = [draft.name, draft.shortName, ...(isOutgoingWebhook(draft) ? [draft.payload] : [])];
  const make = async () => {
    const wrong = await create(draft);
    setProblem(wrong);
    return wrong === null;
  };
  return (
    <FormDialog
      title={strings.create}
      submitLabel={strings.make}
      canSubmit={needed.every((text) => text.trim() !== "")}
      onSubmit={make}
      onClose={onClose}
    >
      <SelectField
        label={strings.type}
        options={types.map((value) => ({ value, text: strings.types[value] ?? "" }))}
        value={draft.type}
        onChange={(type) => set({ type })}
      />
      <NewBotFields draft={draft} set={set} problem={problem} />
      <ChannelNameField label={strings.channel} value={draft.channel} onChange={(channel) => set({ channel })} />
    </FormDialog>
  );
}

interface NewBotFieldsProps {
  readonly draft: NewBotDraft;
  readonly set: (changes: Partial<NewBotDraft>) => void;
  readonly problem: string | null;
}

function NewBotFields({ draft, set, problem }: NewBotFieldsProps) {
  const domain = useClientState((state) => state.realm_bot_domain ?? "");
  const problemOf = (field: ReturnType<typeof fieldOfProblem>) =>
    problem !== null && fieldOfProblem(problem) === field ? problem : null;
  return (
    <>
      <Field
        label={words.pages.name}
        value={draft.name}
        problem={problemOf("name")}
        onChange={(name) => set({ name })}
      />
      <Field
        label={strings.shortName}
        hint={strings.shortNameHint(domain)}
        value={draft.shortName}
        problem={problemOf("shortName")}
        onChange={(shortName) => set({ shortName })}
      />
      {isOutgoingWebhook(draft) && (
        <Field
          label={strings.payload}
          type="url"
          value={draft.payload}
          problem={problemOf("payload")}
          onChange={(payload) => set({ payload })}
        />
      )}
    </>
  );
}

/** Returns a function that creates a bot and opens its page. The function returns the server's error, or null. */
function useCreateBot() {
  const { go } = useNavigator();
  const { attempt } = useAction();
  return async (draft: NewBotDraft): Promise<string | null> => {
    let id = 0;
    const outcome = await attempt(async (call) => {
      const answer = await call("POST", "/bots", {
        full_name: draft.name.trim(),
        short_name: draft.shortName.trim(),
        bot_type: draft.type,
        ...(isOutgoingWebhook(draft) ? { payload_url: JSON.stringify(draft.payload.trim()) } : {}),
        ...(draft.channel === "" ? {} : { default_sending_stream: draft.channel }),
      });
      if (answer.result === "success") id = answer.user_id;
      return answer;
    });
    if (!outcome.done) return outcome.message;
    go({ kind: "page", path: ["settings", "bots", String(id)] });
    return null;
  };
}
