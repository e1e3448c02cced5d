import { X } from "lucide-react";
import { useRef, useState } from "react";
import { hasRealmPermission } from "../../client/replica/selectors/permissions.ts";
import { peopleById } from "../../client/replica/selectors/entities-by-id.ts";
import { Button, IconButton } from "../../base/ui/forms/button.tsx";
import { Field } from "../../base/ui/forms/field.tsx";
import { ItemRow, ItemList } from "../../base/ui/lists/item-list.tsx";
import { Page, PageSection, SecondaryText, Row } from "../../base/ui/page.tsx";
import { useAction } from "../../hooks/use-action.ts";
import { useClient } from "../../hooks/context/client-context.tsx";
import { useClientState } from "../../hooks/use-store.ts";
import { words } from "../../base/words/index.ts";
import styles from "./lists.module.css";

const strings = words.administration;

/** List of the organization's custom emoji. */
export function CustomEmoji() {
  const { me } = useClient();
  const emoji = Object.values(useClientState((state) => state.realm_emoji) ?? {})
    .filter(({ deactivated }) => !deactivated)
    .toSorted((a, b) => a.name.localeCompare(b.name));
  const people = useClientState(peopleById);
  const isAdministrator = useClientState((state) => state.is_admin ?? false);
  const mayAdd = useClientState((state) => hasRealmPermission(state, "can_add_custom_emoji_group"));
  const { act } = useAction();
  return (
    <Page>
      {mayAdd ? <AddEmoji /> : <SecondaryText>{strings.notEmoji}</SecondaryText>}
      <PageSection title={strings.emoji}>
        {emoji.length === 0 && <SecondaryText>{strings.noEmoji}</SecondaryText>}
        <ItemList>
          {emoji.map(({ id, name, source_url, author_id }) => (
            <ItemRow
              key={id}
              icon={<img src={source_url} alt="" className={styles["emoji"]} />}
              title={`:${name}:`}
              note={people.get(author_id ?? 0)?.full_name}
              end={
                isAdministrator || author_id === me ? (
                  <IconButton
                    label={strings.remove(name)}
                    onPress={() => void act((call) => call("DELETE", `/realm/emoji/${name}`, {}))}
                  >
                    <X size={16} aria-hidden />
                  </IconButton>
                ) : undefined
              }
            />
          ))}
        </ItemList>
      </PageSection>
    </Page>
  );
}

/** Matches a valid emoji name, without the colons around it. */
const EMOJI_NAME = /^[\da-z_-]+$/;

/** Derives a suggested emoji name from the name of a file. */
const suggestEmojiName = (fileName: string): string =>
  fileName
    .toLowerCase()
    .replace(/\.\w+$/, "")
    .replaceAll(/[^\da-z_-]+/g, "_");

function AddEmoji() {
  const { isActing, attempt } = useAction();
  const [problem, setProblem] = useState<string | null>(null);
  const files = useRef<HTMLInputElement>(null);
  const [name, setName] = useState("");
  const [file, setFile] = useState<File | null>(null);
  const rename = (text: string) => {
    setName(text);
    setProblem(null);
  };
  const isBad = name !== "" && !EMOJI_NAME.test(name);
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
    if (name === "") setName(suggestEmojiName(chosen.name));
  };
  return (
    <PageSection title={strings.addEmoji}>
      <input
        ref={files}
        type="file"
        accept="image/png,image/jpeg,image/gif,image/webp"
        hidden
        aria-label={strings.choosePicture}
        onChange={({ target }) => choose(target.files?.[0])}
      />
      <Row>
        <Field
          label={strings.emojiName}
          value={name}
          onChange={rename}
          problem={isBad ? strings.emojiNameRule : problem}
        />
        <Button onPress={() => files.current?.click()}>{file ? file.name : strings.choosePicture}</Button>
        <Button variant="primary" isDisabled={name === "" || isBad || !file || isActing} onPress={() => void add()}>
          {strings.add}
        </Button>
      </Row>
    </PageSection>
  );
}
