import type { Call } from "@parlance/client";
import type { AuthenticationMethod } from "@parlance/contract/nouns/realm.ts";
import { changeOrganizationSettings } from "../../../client/actions/change-settings.ts";
import { checkOutcome } from "../../../hooks/check-outcome.ts";
import { CheckboxField } from "../../../base/ui/forms/choice-fields.tsx";
import { lazyComponent } from "../../../base/ui/loading/lazy-component.tsx";
import { ItemRow, ItemList } from "../../../base/ui/lists/item-list.tsx";
import { Page, PageSection, SecondaryText, Row } from "../../../base/ui/page.tsx";
import { useQuery } from "../../../hooks/use-query.ts";
import { useClient } from "../../../hooks/context/client-context.tsx";
import { useOpenOverlay } from "../../../hooks/context/overlay-context.tsx";
import { useClientState } from "../../../hooks/use-store.ts";
import { words } from "../../../base/words/index.ts";
import { ScimDirectories } from "./scim-directories.tsx";

import { Button } from "../../../base/ui/forms/button.tsx";
import { showToast } from "../../../base/ui/overlays/toasts.tsx";
import { useAction } from "../../../hooks/use-action.ts";

/** Button that replaces the API keys of users who can no longer log in with any method. */
function RegenerateApiKeys() {
  const { isActing, act } = useAction();
  const renew = async () => {
    let count = 0;
    const isDone = await act(async (call) => {
      const answer = await call("POST", "/realm/api_keys/renew", {});
      if (answer.result === "success") count = answer.user_ids.length;
      return answer;
    });
    if (isDone) showToast({ text: strings.renewed(count) });
  };
  return (
    <PageSection title={strings.keys}>
      <SecondaryText>{strings.keysMore}</SecondaryText>
      <Row>
        <Button variant="danger" isDisabled={isActing} onPress={() => void renew()}>
          {strings.renew}
        </Button>
      </Row>
    </PageSection>
  );
}

const DisableSignInMethodDialog = lazyComponent(
  async () => (await import("./disable-sign-in-method-dialog.tsx")).DisableSignInMethodDialog,
);

const strings = words.signIn;

/** Page with the organization's login methods. */
export function SignInMethods() {
  const isOwner = useClientState((state) => state.is_owner ?? false);
  const ways = Object.entries(useClientState((state) => state.realm_authentication_methods) ?? {});
  const isOn = ways.filter(([, { enabled }]) => enabled).map(([name]) => name);
  return (
    <Page>
      <PageSection title={words.settingsPages.organization["sign-in"].title}>
        {!isOwner && <SecondaryText>{words.administration.onlyOwners}</SecondaryText>}
        <SecondaryText>{strings.more}</SecondaryText>
        {isOwner ? (
          <div>
            {ways.map(([name, way]) => (
              <SignInMethod key={name} name={name} way={way} />
            ))}
          </div>
        ) : (
          <ItemList>
            {ways.map(([name, { enabled }]) => (
              <ItemRow key={name} {...methodText(name)} wrapsNote end={enabled ? strings.on : strings.off} />
            ))}
          </ItemList>
        )}
      </PageSection>
      <IdentityProviders key={isOn.join()} />
      {isOwner && <ScimDirectories />}
      {isOwner && <RegenerateApiKeys />}
    </Page>
  );
}

/**
 * Returns the title and the description of a login method. A method that this client does not know is shown by its name
 * in the API.
 */
const methodText = (name: string) => ({ title: strings.ways[name]?.name ?? name, note: strings.ways[name]?.about });

function SignInMethod({
  name,
  way: { enabled, available, unavailable_reason },
}: {
  name: string;
  way: AuthenticationMethod;
}) {
  const client = useClient();
  const show = useOpenOverlay();
  const { title, note = "" } = methodText(name);
  const turn = (isOn: boolean) => {
    if (isOn) void changeOrganizationSettings(client, { authentication_methods: { [name]: true } }).then(checkOutcome);
    else show((close) => <DisableSignInMethodDialog name={name} title={title} onClose={close} />);
  };
  const hint = available ? note : (unavailable_reason ?? strings.unavailable);
  return (
    <CheckboxField isSelected={enabled} isDisabled={!available} hint={hint} onChange={turn}>
      {title}
    </CheckboxField>
  );
}

const fetchProviders = (call: Call) => call("GET", "/server_settings", {});

/** List of the identity providers that users can log in with. */
function IdentityProviders() {
  const { data, error } = useQuery(fetchProviders);
  const providers = data?.external_authentication_methods;
  return (
    <PageSection title={strings.providers}>
      <SecondaryText>{error ?? strings.providersMore}</SecondaryText>
      {providers?.length === 0 && <SecondaryText>{strings.noProviders}</SecondaryText>}
      <ItemList>
        {providers?.map(({ name, display_name }) => (
          <ItemRow key={name} title={display_name} />
        ))}
      </ItemList>
    </PageSection>
  );
}
