import { X } from "lucide-react";
import { useState } from "react";
import { setRealm } from "../../../client/actions/change-settings.ts";
import { told } from "../../../hooks/check-outcome.ts";
import { Button, IconButton } from "../../../base/ui/forms/button.tsx";
import { Tick } from "../../../base/ui/forms/choice-fields.tsx";
import { Field } from "../../../base/ui/forms/field.tsx";
import { LineItem, Lines } from "../../../base/ui/lists/item-list.tsx";
import { Page, Part, Quiet, Row } from "../../../base/ui/page.tsx";
import { useAct } from "../../../hooks/use-action.ts";
import { useClient } from "../../../hooks/context/client-context.tsx";
import { useKnown } from "../../../hooks/use-store.ts";
import { words } from "../../../base/words/index.ts";

const said = words.administration;

/** Who may come in by which address. */
export function Domains() {
  const client = useClient();
  const isOwner = useKnown((state) => state.is_owner ?? false);
  const isByInvitation = useKnown((state) => state.realm_invite_required ?? true);
  const isRestricted = useKnown((state) => state.realm_emails_restricted_to_domains ?? false);
  const refusesDisposable = useKnown((state) => state.realm_disallow_disposable_email_addresses ?? false);
  const set = (changes: Parameters<typeof setRealm>[1]) => void setRealm(client, changes).then(told);
  return (
    <Page>
      {!isOwner && <Quiet>{said.onlyOwners}</Quiet>}
      <Part title={said.joining}>
        <Tick isDisabled={!isOwner} isSelected={isByInvitation} onChange={(on) => set({ invite_required: on })}>
          {said.byInvitation}
        </Tick>
        <Tick
          isDisabled={!isOwner}
          isSelected={isRestricted}
          onChange={(on) => set({ emails_restricted_to_domains: on })}
        >
          {said.restricted}
        </Tick>
        <Tick
          isDisabled={!isOwner}
          isSelected={refusesDisposable}
          onChange={(on) => set({ disallow_disposable_email_addresses: on })}
        >
          {said.noDisposable}
        </Tick>
      </Part>
      <AllDomains isChangeable={isOwner} />
    </Page>
  );
}

function AllDomains({ isChangeable }: { isChangeable: boolean }) {
  const domains = useKnown((state) => state.realm_domains) ?? [];
  const { act } = useAct();
  return (
    <Part title={said.domains}>
      {isChangeable && <AddDomain />}
      {domains.length === 0 && <Quiet>{said.noDomains}</Quiet>}
      <Lines>
        {domains.map(({ domain, allow_subdomains }) => (
          <LineItem
            key={domain}
            title={domain}
            note={!isChangeable && allow_subdomains ? said.withSubdomains : undefined}
            end={
              isChangeable ? (
                <>
                  <Tick
                    isSelected={allow_subdomains}
                    onChange={(on) =>
                      void act((call) => call("PATCH", `/realm/domains/${domain}`, { allow_subdomains: on }))
                    }
                  >
                    {said.withSubdomains}
                  </Tick>
                  <IconButton
                    label={said.remove(domain)}
                    onPress={() => void act((call) => call("DELETE", `/realm/domains/${domain}`, {}))}
                  >
                    <X size={16} aria-hidden />
                  </IconButton>
                </>
              ) : undefined
            }
          />
        ))}
      </Lines>
    </Part>
  );
}

function AddDomain() {
  const { isActing, attempt } = useAct();
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
        label={said.domain}
        placeholder="example.com"
        value={domain}
        problem={problem}
        onChange={(text) => {
          setDomain(text);
          setProblem(null);
        }}
      />
      <Tick isSelected={allowsSubdomains} onChange={setAllowsSubdomains}>
        {said.withSubdomains}
      </Tick>
      <Button look="primary" isDisabled={domain.trim() === "" || isActing} onPress={() => void add()}>
        {said.add}
      </Button>
    </Row>
  );
}
