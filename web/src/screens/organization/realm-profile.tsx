import { useState } from "react";
import { setRealm } from "../../actions/set-setting.ts";
import { told } from "../../message/told.ts";
import { Button } from "../../ui/button.tsx";
import { Field } from "../../ui/field.tsx";
import { Page, Part, Quiet } from "../../ui/page.tsx";
import { say } from "../../ui/toasts.tsx";
import { useClient } from "../../view/client-context.tsx";
import { useKnown } from "../../view/use-store.ts";
import { words } from "../../words/index.ts";

/** What the organization is called, and what it says of itself. */
export function RealmProfile() {
  const client = useClient();
  const isAdministrator = useKnown((state) => state.is_admin ?? false);
  const name = useKnown((state) => state.realm_name ?? "");
  const description = useKnown((state) => state.realm_description ?? "");
  const [newName, setName] = useState(name);
  const [newDescription, setDescription] = useState(description);
  const save = async () => {
    const outcome = await setRealm(client, { name: newName.trim(), description: newDescription.trim() });
    told(outcome);
    if (outcome.done) say({ text: words.pages.saved });
  };
  const isSame = newName.trim() === name && newDescription.trim() === description;
  return (
    <Page>
      <Part title={words.pages.profile}>
        {!isAdministrator && <Quiet>{words.pages.onlyAdministrators}</Quiet>}
        <Field label={words.pages.name} value={newName} onChange={setName} isDisabled={!isAdministrator} />
        <Field
          label={words.pages.description}
          rows={4}
          value={newDescription}
          onChange={setDescription}
          isDisabled={!isAdministrator}
        />
        {isAdministrator && (
          <Button look="primary" isDisabled={isSame || newName.trim() === ""} onPress={() => void save()}>
            {words.pages.save}
          </Button>
        )}
      </Part>
    </Page>
  );
}
