import { showToast } from "../../../base/ui/overlays/toasts.tsx";
import { Button } from "../../../base/ui/forms/button.tsx";
import { Row } from "../../../base/ui/page.tsx";
import { useAction } from "../../../hooks/use-action.ts";
import { useClientState } from "../../../hooks/use-store.ts";
import { words } from "../../../base/words/index.ts";
import { OrganizationSettings } from "./organization-settings.tsx";

const { parts } = words.realmSettings;

/** Page with the settings for editing, retention and display of messages. */
export function MessagePolicies() {
  const providers = useClientState((state) => state.realm_available_video_chat_providers);
  const options = Object.values(providers ?? {}).map(({ id, name }) => ({ value: id, text: name }));
  const { video_chat_provider: calls } = parts.topics.settings;
  const topics =
    typeof calls === "object" && calls.kind === "choice"
      ? { ...parts.topics, settings: { ...parts.topics.settings, video_chat_provider: { ...calls, options } } }
      : parts.topics;
  return <OrganizationSettings groups={[parts.messages, parts.retention, topics]} />;
}

/** Page with the settings for accounts, presence and guests, and new users. */
export const UserPolicies = () => (
  <OrganizationSettings groups={[parts.accounts, parts.presence, parts.newcomers]}>
    <TestWelcomeMessage />
  </OrganizationSettings>
);

/** Button that sends the welcome message, which new users receive, to the administrator as a test. */
function TestWelcomeMessage() {
  const { isActing, act } = useAction();
  const isAdministrator = useClientState((state) => state.is_admin ?? false);
  const text = useClientState((state) => state.realm_welcome_message_custom_text ?? "");
  if (!isAdministrator || text === "") return null;
  const test = async () => {
    const parameters = { welcome_message_custom_text: text };
    if (await act((call) => call("POST", "/realm/test_welcome_bot_custom_message", parameters))) {
      showToast({ text: words.realmSettings.welcomeTested });
    }
  };
  return (
    <Row>
      <Button isDisabled={isActing} onPress={() => void test()}>
        {words.realmSettings.testWelcome}
      </Button>
    </Row>
  );
}

/** Page with the settings for automatic announcements, emails and mobile notifications. */
export const NotificationPolicies = () => <OrganizationSettings groups={[parts.announcements, parts.letters]} />;
