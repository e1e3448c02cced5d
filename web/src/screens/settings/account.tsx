import { useRef, useState } from "react";
import { setSettings } from "../../actions/set-setting.ts";
import { told } from "../../message/told.ts";
import { peopleById } from "../../replica/selectors/by-id.ts";
import { Avatar } from "../../ui/avatar.tsx";
import { Button } from "../../ui/button.tsx";
import { Field } from "../../ui/field.tsx";
import { Page, Part, Quiet, Row } from "../../ui/page.tsx";
import { say } from "../../ui/toasts.tsx";
import { useClient } from "../../view/client-context.tsx";
import { useKnown } from "../../view/use-store.ts";
import { words } from "../../words/index.ts";

/** Who one is here. */
export function Account() {
  const { me } = useClient();
  const person = useKnown((state) => peopleById(state).get(me));
  if (!person) return null;
  return (
    <Page>
      <Part title={words.pages.account}>
        <Row>
          <Avatar id={me} name={person.full_name} url={person.avatar_url} size={72} />
          <ChangeAvatar />
        </Row>
        <NameField name={person.full_name} />
        <Quiet>{`${words.pages.email}: ${person.delivery_email ?? person.email}`}</Quiet>
        <Quiet>{words.pages.roles[person.role]}</Quiet>
        <Row>
          <a href="/account/passkeys">{words.pages.passkeys}</a>
        </Row>
      </Part>
    </Page>
  );
}

function NameField({ name }: { name: string }) {
  const client = useClient();
  const [written, setWritten] = useState(name);
  const save = async () => {
    const outcome = await setSettings(client, { full_name: written.trim() });
    told(outcome);
    if (outcome.done) say({ text: words.pages.saved });
  };
  return (
    <Row>
      <Field label={words.pages.name} value={written} onChange={setWritten} />
      <Button isDisabled={written.trim() === "" || written.trim() === name} onPress={() => void save()}>
        {words.pages.save}
      </Button>
    </Row>
  );
}

function ChangeAvatar() {
  const { change } = useClient();
  const files = useRef<HTMLInputElement>(null);
  const send = async (file: File | undefined) => {
    if (!file) return;
    told(await change({ expects: [], request: (call) => call("POST", "/users/me/avatar", { filename: file }) }));
  };
  return (
    <>
      <input
        ref={files}
        type="file"
        accept="image/*"
        hidden
        aria-label={words.pages.changeAvatar}
        onChange={({ target }) => void send(target.files?.[0])}
      />
      <Button onPress={() => files.current?.click()}>{words.pages.changeAvatar}</Button>
    </>
  );
}
