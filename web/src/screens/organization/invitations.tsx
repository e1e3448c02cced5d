import { useState } from "react";
import { told } from "../../message/told.ts";
import { Button } from "../../ui/button.tsx";
import { Field } from "../../ui/field.tsx";
import { Page, Part } from "../../ui/page.tsx";
import { say } from "../../ui/toasts.tsx";
import { useClient } from "../../view/client-context.tsx";
import { words } from "../../words/index.ts";

/** Asks people to join. */
export function Invitations() {
  const { change } = useClient();
  const [emails, setEmails] = useState("");
  const send = async () => {
    const outcome = await change({
      expects: [],
      request: (call) =>
        call("POST", "/invites", { invitee_emails: emails, stream_ids: [], include_realm_default_subscriptions: true }),
    });
    told(outcome);
    if (!outcome.done) return;
    setEmails("");
    say({ text: words.pages.inviteSent });
  };
  return (
    <Page>
      <Part title={words.pages.inviteTitle}>
        <Field
          label={words.pages.inviteEmails}
          hint={words.pages.inviteEmailsHint}
          rows={3}
          value={emails}
          onChange={setEmails}
        />
        <Button look="primary" isDisabled={emails.trim() === ""} onPress={() => void send()}>
          {words.pages.inviteSend}
        </Button>
      </Part>
    </Page>
  );
}
