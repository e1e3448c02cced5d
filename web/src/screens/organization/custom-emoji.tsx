import { X } from "lucide-react";
import { useRef, useState } from "react";
import { mayAs } from "../../client/replica/selectors/permissions.ts";
import { peopleById } from "../../client/replica/selectors/entities-by-id.ts";
import { Button, IconButton } from "../../base/ui/forms/button.tsx";
import { Field } from "../../base/ui/forms/field.tsx";
import { LineItem, Lines } from "../../base/ui/lists/item-list.tsx";
import { Page, Part, Quiet, Row } from "../../base/ui/page.tsx";
import { useAct } from "../../hooks/use-action.ts";
import { useClient } from "../../hooks/context/client-context.tsx";
import { useKnown } from "../../hooks/use-store.ts";
import { words } from "../../base/words/index.ts";
import styles from "./lists.module.css";

const said = words.administration;

/** The organization's own emoji. */
export function Emoji() {
  const { me } = useClient();
  const emoji = Object.values(useKnown((state) => state.realm_emoji) ?? {})
    .filter(({ deactivated }) => !deactivated)
    .toSorted((a, b) => a.name.localeCompare(b.name));
  const people = useKnown(peopleById);
  const isAdministrator = useKnown((state) => state.is_admin ?? false);
  const mayAdd = useKnown((state) => mayAs(state, state.realm_can_add_custom_emoji_group));
  const { act } = useAct();
  return (
    <Page>
      {mayAdd ? <AddEmoji /> : <Quiet>{said.notEmoji}</Quiet>}
      <Part title={said.emoji}>
        {emoji.length === 0 && <Quiet>{said.noEmoji}</Quiet>}
        <Lines>
          {emoji.map(({ id, name, source_url, author_id }) => (
            <LineItem
              key={id}
              sign={<img src={source_url} alt="" className={styles["emoji"]} />}
              title={`:${name}:`}
              note={people.get(author_id ?? 0)?.full_name}
              end={
                isAdministrator || author_id === me ? (
                  <IconButton
                    label={said.remove(name)}
                    onPress={() => void act((call) => call("DELETE", `/realm/emoji/${name}`, {}))}
                  >
                    <X size={16} aria-hidden />
                  </IconButton>
                ) : undefined
              }
            />
          ))}
        </Lines>
      </Part>
    </Page>
  );
}

/** Names may have what can stand between two colons. */
const NAME = /^[\da-z_-]+$/;

function AddEmoji() {
  const { isActing, attempt } = useAct();
  const [problem, setProblem] = useState<string | null>(null);
  const files = useRef<HTMLInputElement>(null);
  const [name, setName] = useState("");
  const [file, setFile] = useState<File | null>(null);
  const rename = (text: string) => {
    setName(text);
    setProblem(null);
  };
  const isBad = name !== "" && !NAME.test(name);
  const add = async () => {
    if (!file) return;
    const outcome = await attempt((call) => call("POST", `/realm/emoji/${name}`, { filename: file }));
    setProblem(outcome.done ? null : outcome.message);
    if (!outcome.done) return;
    setName("");
    setFile(null);
  };
  const choose = (chosen: File | undefined) => {
    if (!chosen) return;
    setFile(chosen);
    if (name === "")
      setName(
        chosen.name
          .toLowerCase()
          .replace(/\.\w+$/, "")
          .replaceAll(/[^\da-z_-]+/g, "_"),
      );
  };
  return (
    <Part title={said.addEmoji}>
      <input
        ref={files}
        type="file"
        accept="image/png,image/jpeg,image/gif,image/webp"
        hidden
        aria-label={said.choosePicture}
        onChange={({ target }) => choose(target.files?.[0])}
      />
      <Row>
        <Field label={said.emojiName} value={name} onChange={rename} problem={isBad ? said.emojiNameRule : problem} />
        <Button onPress={() => files.current?.click()}>{file ? file.name : said.choosePicture}</Button>
        <Button look="primary" isDisabled={name === "" || isBad || !file || isActing} onPress={() => void add()}>
          {said.add}
        </Button>
      </Row>
    </Part>
  );
}
