import { useState } from "react";
import { botTypes } from "@parlance/contract/entities/bot.ts";
import { ActDialog } from "../../base/ui/overlays/form-dialog.tsx";
import { Choice } from "../../base/ui/forms/choice-fields.tsx";
import { Field } from "../../base/ui/forms/field.tsx";
import { useAct } from "../../hooks/use-action.ts";
import { useNavigator } from "../../hooks/navigation/navigator.tsx";
import { useKnown } from "../../hooks/use-store.ts";
import { words } from "../../base/words/index.ts";
import { ChannelNameChoice } from "./channel-name-field.tsx";

const said = words.bots;

interface NewBotProps {
  /** Those of which bots can be made. */
  readonly types: readonly number[];
  readonly onClose: () => void;
}

/** Which field something is wrong with, by what the server says of it. */
const fieldOf = (problem: string): "payload" | "shortName" | "name" => {
  if (/payload|url/i.test(problem)) return "payload";
  return /email|address|username|short/i.test(problem) ? "shortName" : "name";
};

interface Draft {
  readonly type: number;
  readonly name: string;
  readonly shortName: string;
  readonly payload: string;
  /** Empty: none. */
  readonly channel: string;
}

const isPosting = ({ type }: Draft): boolean => type === botTypes.outgoingWebhook;

/** Makes a bot of one's own. */
export function NewBot({ types, onClose }: NewBotProps) {
  const create = useCreating();
  const [draft, setDraft] = useState<Draft>({
    type: types[0] ?? botTypes.generic,
    name: "",
    shortName: "",
    payload: "",
    channel: "",
  });
  const [problem, setProblem] = useState<string | null>(null);
  const set = (changes: Partial<Draft>) => {
    setDraft({ ...draft, ...changes });
    setProblem(null);
  };
  const needed = [draft.name, draft.shortName, ...(isPosting(draft) ? [draft.payload] : [])];
  const make = async () => {
    const wrong = await create(draft);
    setProblem(wrong);
    return wrong === null;
  };
  return (
    <ActDialog
      title={said.create}
      act={said.make}
      isReady={needed.every((text) => text.trim() !== "")}
      onAct={make}
      onClose={onClose}
    >
      <Choice
        label={said.type}
        options={types.map((value) => ({ value, text: said.types[value] ?? "" }))}
        value={draft.type}
        onChange={(type) => set({ type })}
      />
      <Lines draft={draft} set={set} problem={problem} />
      <ChannelNameChoice label={said.channel} value={draft.channel} onChange={(channel) => set({ channel })} />
    </ActDialog>
  );
}

interface LinesProps {
  readonly draft: Draft;
  readonly set: (changes: Partial<Draft>) => void;
  readonly problem: string | null;
}

function Lines({ draft, set, problem }: LinesProps) {
  const domain = useKnown((state) => state.realm_bot_domain ?? "");
  const problemOf = (field: ReturnType<typeof fieldOf>) =>
    problem !== null && fieldOf(problem) === field ? problem : null;
  return (
    <>
      <Field
        label={words.pages.name}
        value={draft.name}
        problem={problemOf("name")}
        onChange={(name) => set({ name })}
      />
      <Field
        label={said.shortName}
        hint={said.shortNameHint(domain)}
        value={draft.shortName}
        problem={problemOf("shortName")}
        onChange={(shortName) => set({ shortName })}
      />
      {isPosting(draft) && (
        <Field
          label={said.payload}
          type="url"
          value={draft.payload}
          problem={problemOf("payload")}
          onChange={(payload) => set({ payload })}
        />
      )}
    </>
  );
}

/** Makes it and goes to its page; gives what the server has against it. */
function useCreating() {
  const { go } = useNavigator();
  const { attempt } = useAct();
  return async (draft: Draft): Promise<string | null> => {
    let id = 0;
    const outcome = await attempt(async (call) => {
      const answer = await call("POST", "/bots", {
        full_name: draft.name.trim(),
        short_name: draft.shortName.trim(),
        bot_type: draft.type,
        ...(isPosting(draft) ? { payload_url: JSON.stringify(draft.payload.trim()) } : {}),
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
