import { X } from "lucide-react";
import { useState } from "react";
import { changeOrganizationSettings } from "../../../client/actions/change-settings.ts";
import { checkOutcome } from "../../../hooks/check-outcome.ts";
import { Button, IconButton } from "../../../base/ui/forms/button.tsx";
import { CheckboxField } from "../../../base/ui/forms/choice-fields.tsx";
import { Field } from "../../../base/ui/forms/field.tsx";
import { ItemRow, ItemList } from "../../../base/ui/lists/item-list.tsx";
import { Page, PageSection, SecondaryText, Row } from "../../../base/ui/page.tsx";
import { useAction } from "../../../hooks/use-action.ts";
import { useClient } from "../../../hooks/context/client-context.tsx";
import { useClientState } from "../../../hooks/use-store.ts";
import { words } from "../../../base/words/index.ts";

const strings = words.administration;

/** Page with the settings that determine who can join the organization, such as the allowed email domains. */
export function EmailDomains() {
  const client = useClient();
  const isOwner = useClientState((state) => state.is_owner ?? false);
  const isByInvitation = useClientState((state) => state.realm_invite_required ?? true);
  const isRestricted = useClientState((state) => state.realm_emails_restricted_to_domains ?? false);
  const refusesDisposable = useClientState((state) => state.realm_disallow_disposable_email_addresses ?? false);
  const set = (changes: Parameters<typeof changeOrganizationSettings>[1]) =>
    void changeOrganizationSettings(client, changes).then(checkOutcome);
  return (
    <Page>
      {!isOwner && <SecondaryText>{strings.onlyOwners}</SecondaryText>}
      <PageSection title={words.settingsPages.organization.joining.title}>
        <CheckboxField
          isDisabled={!isOwner}
          isSelected={isByInvitation}
          onChange={(on) => set({ invite_required: on })}
        >
          {strings.byInvitation}
        </CheckboxField>
        <CheckboxField
          isDisabled={!isOwner}
          isSelected={isRestricted}
          onChange={(on) => set({ emails_restricted_to_domains: on })}
        >
          {strings.restricted}
        </CheckboxField>
        <CheckboxField
          isDisabled={!isOwner}
          isSelected={refusesDisposable}
          onChange={(on) => set({ disallow_disposable_email_addresses: on })}
        >
          {strings.noDisposable}
        </CheckboxField>
      </PageSection>
      <AllDomains isChangeable={isOwner} />
    </Page>
  );
}

function AllDomains({ isChangeable }: { isChangeable: boolean }) {
  const domains = useClientState((state) => state.realm_domains) ?? [];
  const { act } = useAction();
  return (
    <PageSection title={strings.domains}>
      {isChangeable && <AddDomain />}
      {domains.length === 0 && <SecondaryText>{strings.noDomains}</SecondaryText>}
      <ItemList>
        {domains.map(({ domain, allow_subdomains }) => (
          <ItemRow
            key={domain}
            title={domain}
            note={!isChangeable && allow_subdomains ? strings.withSubdomains : undefined}
            end={
              isChangeable ? (
                <>
                  <CheckboxField
                    isSelected={allow_subdomains}
                    onChange={(on) =>
                      void act((call) => call("PATCH", `/realm/domains/${domain}`, { allow_subdomains: on }))
                    }
                  >
                    {strings.withSubdomains}
                  </CheckboxField>
                  <IconButton
                    label={strings.remove(domain)}
                    onPress={() => void act((call) => call("DELETE", `/realm/domains/${domain}`, {}))}
                  >
                    <X size={16} aria-hidden />
                  </IconButton>
                </>
              ) : undefined
            }
          />
        ))}
      </ItemList>
    </PageSection>
  );
}

function AddDomain() {
  const { isActing, attempt } = useAction();
  const [problem, setProblem] = useState<string | null>(null);
  const [domain, setDomain] = useState("");
  const [allowsSubdomains, setAllowsSubdomains] = useState(false);
  const add = async () => {
    const parameters = { domain: domain.trim(), allow_subdomains: allowsSubdomains };
    const outcome = await attempt((call) => call("POST", "/realm/domains", parameters));
    setProblem(outcome.done ? null : outcome.message);
    if (outcome.done) setDomain("");
  };
  return (
    <Row>
      <Field
        label={strings.domain}
        placeholder="example.com"
        value={domain}
        problem={problem}
        onChange={(text) => {
          setDomain(text);
          setProblem(null);
        }}
      />
      <CheckboxField isSelected={allowsSubdomains} onChange={setAllowsSubdomains}>
        {strings.withSubdomains}
      </CheckboxField>
      <Button variant="primary" isDisabled={domain.trim() === "" || isActing} onPress={() => void add()}>
        {strings.add}
      </Button>
    </Row>
  );
}
