import { ArrowDown, ArrowUp, Pencil, X } from "lucide-react";
import { useState } from "react";
import { Button, IconButton } from "../../../base/ui/forms/button.tsx";
import { Field } from "../../../base/ui/forms/field.tsx";
import { ItemRow, ItemList } from "../../../base/ui/lists/item-list.tsx";
import { Page, PageSection, SecondaryText, Row } from "../../../base/ui/page.tsx";
import { useAction } from "../../../hooks/use-action.ts";
import { useClientState } from "../../../hooks/use-store.ts";
import { useOpenOverlay } from "../../../hooks/context/overlay-context.tsx";
import { words } from "../../../base/words/index.ts";
import { isTemplateProblem } from "./linkifier-problem.ts";
import { lazyComponent } from "../../../base/ui/loading/lazy-component.tsx";

const LinkifierDialog = lazyComponent(async () => (await import("./linkifier-dialog.tsx")).LinkifierDialog);

const strings = words.administration;

/** Page with the organization's linkifiers and code playgrounds. */
export function LinkifiersAndPlaygrounds() {
  const isAdministrator = useClientState((state) => state.is_admin ?? false);
  return (
    <Page>
      {!isAdministrator && <SecondaryText>{words.pages.onlyAdministrators}</SecondaryText>}
      <Linkifiers isChangeable={isAdministrator} />
      <Playgrounds isChangeable={isAdministrator} />
    </Page>
  );
}

function Linkifiers({ isChangeable }: { isChangeable: boolean }) {
  const { isActing, act } = useAction();
  const linkifiers = useClientState((state) => state.realm_linkifiers) ?? [];
  const ids = linkifiers.map(({ id }) => id);
  const move = (index: number, by: number) => {
    const order = ids.toSpliced(index, 1).toSpliced(index + by, 0, ids[index] ?? 0);
    void act((call) => call("PATCH", "/realm/linkifiers", { ordered_linkifier_ids: order }));
  };
  return (
    <PageSection title={strings.linkifiers}>
      <SecondaryText>{strings.linkifiersMore}</SecondaryText>
      {isChangeable && <AddLinkifier />}
      <ItemList>
        {linkifiers.map((one, index) => (
          <LinkifierRow
            key={one.id}
            linkifier={one}
            isChangeable={isChangeable}
            isBusy={isActing}
            up={index === 0 ? undefined : () => move(index, -1)}
            down={index === linkifiers.length - 1 ? undefined : () => move(index, 1)}
          />
        ))}
      </ItemList>
    </PageSection>
  );
}

interface LinkifierRowProps {
  readonly linkifier: { readonly id: number; readonly pattern: string; readonly url_template: string };
  readonly isChangeable: boolean;
  readonly isBusy: boolean;
  readonly up: (() => void) | undefined;
  readonly down: (() => void) | undefined;
}

function LinkifierRow({ linkifier, isChangeable, isBusy, up, down }: LinkifierRowProps) {
  const { act } = useAction();
  const show = useOpenOverlay();
  const { id, pattern, url_template } = linkifier;
  const change = () =>
    show((close) => <LinkifierDialog linkifier={{ id, pattern, template: url_template }} onClose={close} />);
  const remove = () => act((call) => call("DELETE", `/realm/filters/${id}`, {}));
  const acts = (
    <>
      <IconButton label={strings.up} isDisabled={!up || isBusy} onPress={() => up?.()}>
        <ArrowUp size={16} aria-hidden />
      </IconButton>
      <IconButton label={strings.down} isDisabled={!down || isBusy} onPress={() => down?.()}>
        <ArrowDown size={16} aria-hidden />
      </IconButton>
      <IconButton label={strings.change(pattern)} onPress={change}>
        <Pencil size={16} aria-hidden />
      </IconButton>
      <IconButton label={strings.remove(pattern)} onPress={() => void remove()}>
        <X size={16} aria-hidden />
      </IconButton>
    </>
  );
  return <ItemRow title={pattern} note={url_template} end={isChangeable ? acts : undefined} />;
}

function AddLinkifier() {
  const { isActing, attempt } = useAction();
  const [pattern, setPattern] = useState("");
  const [template, setTemplate] = useState("");
  const [problem, setProblem] = useState<string | null>(null);
  const add = async () => {
    const outcome = await attempt((call) => call("POST", "/realm/filters", { pattern, url_template: template }));
    setProblem(outcome.done ? null : outcome.message);
    if (!outcome.done) return;
    setPattern("");
    setTemplate("");
  };
  return (
    <Row>
      <Field
        label={strings.pattern}
        placeholder="#(?P<id>[0-9]+)"
        value={pattern}
        problem={isTemplateProblem(problem) ? null : problem}
        onChange={(text) => {
          setPattern(text);
          setProblem(null);
        }}
      />
      <Field
        label={strings.template}
        placeholder="https://example.com/issues/{id}"
        value={template}
        problem={isTemplateProblem(problem) ? problem : null}
        onChange={(text) => {
          setTemplate(text);
          setProblem(null);
        }}
      />
      <Button variant="primary" isDisabled={pattern === "" || template === "" || isActing} onPress={() => void add()}>
        {strings.add}
      </Button>
    </Row>
  );
}

function Playgrounds({ isChangeable }: { isChangeable: boolean }) {
  const { act } = useAction();
  const playgrounds = useClientState((state) => state.realm_playgrounds) ?? [];
  return (
    <PageSection title={strings.playgrounds}>
      <SecondaryText>{strings.playgroundsMore}</SecondaryText>
      {isChangeable && <AddPlayground />}
      <ItemList>
        {playgrounds.map(({ id, name, pygments_language, url_template }) => (
          <ItemRow
            key={id}
            title={`${name} · ${pygments_language}`}
            note={url_template}
            end={
              isChangeable ? (
                <IconButton
                  label={strings.remove(name)}
                  onPress={() => void act((call) => call("DELETE", `/realm/playgrounds/${id}`, {}))}
                >
                  <X size={16} aria-hidden />
                </IconButton>
              ) : undefined
            }
          />
        ))}
      </ItemList>
    </PageSection>
  );
}

function AddPlayground() {
  const { isActing, attempt } = useAction();
  const [problem, setProblem] = useState<string | null>(null);
  const [name, setName] = useState("");
  const [language, setLanguage] = useState("");
  const [template, setTemplate] = useState("");
  const add = async () => {
    const outcome = await attempt((call) =>
      call("POST", "/realm/playgrounds", { name, pygments_language: language, url_template: template }),
    );
    setProblem(outcome.done ? null : outcome.message);
    if (!outcome.done) return;
    setName("");
    setLanguage("");
    setTemplate("");
  };
  const isWhole = [name, language, template].every((text) => text.trim() !== "");
  return (
    <Row>
      <Field label={words.pages.name} value={name} onChange={setName} />
      <Field label={strings.language} placeholder="Python" value={language} onChange={setLanguage} />
      <Field
        label={strings.template}
        placeholder="https://example.com/run?code={code}"
        value={template}
        problem={problem}
        onChange={setTemplate}
      />
      <Button variant="primary" isDisabled={!isWhole || isActing} onPress={() => void add()}>
        {strings.add}
      </Button>
    </Row>
  );
}
