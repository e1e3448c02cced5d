import { useState } from "react";
import type { EmojiReference } from "@parlance/contract/entities/emoji.ts";
import { setStatus } from "../../client/actions/set-user-status.ts";
import { EmojiButton } from "../emoji/emoji-button.tsx";
import { EmojiSign } from "../emoji/emoji-glyph.tsx";
import { unicodeEmoji } from "../emoji/emoji-catalog.ts";
import { told } from "../../hooks/check-outcome.ts";
import { statusOf } from "../../client/replica/selectors/users/user-status.ts";
import { ActDialog } from "../../base/ui/overlays/form-dialog.tsx";
import { Button } from "../../base/ui/forms/button.tsx";
import { Field } from "../../base/ui/forms/field.tsx";
import { useClient } from "../../hooks/context/client-context.tsx";
import { words } from "../../base/words/index.ts";
import styles from "./profile.module.css";

/** So long may a status be, in characters. */
const LONGEST = 60;

/** Asks what is up. */
export function StatusDialog({ onClose }: { onClose: () => void }) {
  const client = useClient();
  const [before] = useState(() => statusOf(client.state.get(), client.me));
  const [text, setText] = useState(before?.text ?? "");
  const [emoji, setEmoji] = useState<EmojiReference | null>(before?.emoji ?? null);
  const isEmpty = text.trim() === "" && emoji === null;
  return (
    <ActDialog
      title={words.people.setStatus}
      act={isEmpty && before ? words.people.clearStatus : words.people.saveStatus}
      isReady={!isEmpty || before !== null}
      onAct={async () => told(await setStatus(client, text.trim(), emoji))}
      onClose={onClose}
    >
      <div className={styles["statusLine"]}>
        <span className={styles["chosen"]}>
          {emoji ? <EmojiSign emoji={emoji} /> : null}
          <EmojiButton label={words.people.statusEmoji} size={18} onChoose={setEmoji} />
        </span>
        <Field label={words.people.statusText} maxLength={LONGEST} value={text} onChange={setText} />
      </div>
      <div className={styles["presets"]}>
        {words.people.presets.map((preset) => (
          <Button
            key={preset.text}
            onPress={() => {
              setText(preset.text);
              setEmoji(unicodeEmoji(preset.emoji));
            }}
          >
            <EmojiSign emoji={unicodeEmoji(preset.emoji)} />
            {preset.text}
          </Button>
        ))}
        {!isEmpty && (
          <Button
            look="plain"
            onPress={() => {
              setText("");
              setEmoji(null);
            }}
          >
            {words.people.clearStatus}
          </Button>
        )}
      </div>
    </ActDialog>
  );
}
