import { useState } from "react";
import { told } from "../../message/told.ts";
import { Button } from "../../ui/button.tsx";
import { Choice } from "../../ui/choice.tsx";
import { Field } from "../../ui/field.tsx";
import { Page, Row } from "../../ui/page.tsx";
import { ScreenHead } from "../../ui/screen-head.tsx";
import { useClient } from "../../view/client-context.tsx";
import { useNavigator } from "../../view/use-place.tsx";
import { words } from "../../words/index.ts";

/** Makes a channel. Who makes it is in it. */
export function NewChannel() {
  const { change, me } = useClient();
  const { go } = useNavigator();
  const [name, setName] = useState("");
  const [description, setDescription] = useState("");
  const [privacy, setPrivacy] = useState<"public" | "private">("public");
  const create = async () => {
    let id: number | null = null;
    const outcome = await change({
      expects: [],
      async request(call) {
        const answer = await call("POST", "/channels/create", {
          name: name.trim(),
          description: description.trim(),
          subscribers: [me],
          invite_only: privacy === "private",
        });
        if (answer.result === "success") id = answer.id;
        return answer;
      },
    });
    told(outcome);
    if (id !== null) go({ kind: "channel", channelId: id, near: null });
  };
  return (
    <>
      <ScreenHead before={words.pages.channels} title={words.pages.newChannel} />
      <Page>
        <Field label={words.pages.channelName} hint={words.pages.channelNameHint} value={name} onChange={setName} />
        <Field label={words.pages.description} rows={3} value={description} onChange={setDescription} />
        <Choice
          label={words.pages.privacy}
          options={[
            { value: "public", text: words.pages.public },
            { value: "private", text: words.pages.private },
          ]}
          value={privacy}
          onChange={setPrivacy}
        />
        <Row>
          <Button look="primary" isDisabled={name.trim() === ""} onPress={() => void create()}>
            {words.pages.create}
          </Button>
        </Row>
      </Page>
    </>
  );
}
