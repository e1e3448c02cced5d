import { ArrowDown, ArrowUp, Pencil, X } from "lucide-react";
import { useState } from "react";
import { Button, IconButton } from "../../../base/ui/forms/button.tsx";
import { Field } from "../../../base/ui/forms/field.tsx";
import { LineItem, Lines } from "../../../base/ui/lists/item-list.tsx";
import { Page, Part, Quiet, Row } from "../../../base/ui/page.tsx";
import { useAct } from "../../../hooks/use-action.ts";
import { useKnown } from "../../../hooks/use-store.ts";
import { useOverlays } from "../../../hooks/context/overlay-context.tsx";
import { words } from "../../../base/words/index.ts";
import { isOfTemplate } from "./linkifier-problem.ts";
import { late } from "../../../base/ui/loading/lazy-component.tsx";

const LinkifierDialog = late(async () => (await import("./linkifier-dialog.tsx")).LinkifierDialog);

const said = words.administration;

/** What becomes a link by itself, and where code can be run. */
export function Links() {
  const isAdministrator = useKnown((state) => state.is_admin ?? false);
  return (
    <Page>
      {!isAdministrator && <Quiet>{words.pages.onlyAdministrators}</Quiet>}
      <Linkifiers isChangeable={isAdministrator} />
      <Playgrounds isChangeable={isAdministrator} />
    </Page>
  );
}

function Linkifiers({ isChangeable }: { isChangeable: boolean }) {
  const { isActing, act } = useAct();
  const linkifiers = useKnown((state) => state.realm_linkifiers) ?? [];
  const ids = linkifiers.map(({ id }) => id);
  const move = (index: number, by: number) => {
    const order = ids.toSpliced(index, 1).toSpliced(index + by, 0, ids[index] ?? 0);
    void act((call) => call("PATCH", "/realm/linkifiers", { ordered_linkifier_ids: order }));
  };
  return (
    <Part title={said.linkifiers}>
      <Quiet>{said.linkifiersMore}</Quiet>
      {isChangeable && <AddLinkifier />}
      <Lines>
        {linkifiers.map((one, index) => (
          <LinkifierLine
            key={one.id}
            linkifier={one}
            isChangeable={isChangeable}
            isBusy={isActing}
            up={index === 0 ? undefined : () => move(index, -1)}
            down={index === linkifiers.length - 1 ? undefined : () => move(index, 1)}
          />
        ))}
      </Lines>
    </Part>
  );
}

interface LinkifierLineProps {
  readonly linkifier: { readonly id: number; readonly pattern: string; readonly url_template: string };
  readonly isChangeable: boolean;
  readonly isBusy: boolean;
  readonly up: (() => void) | undefined;
  readonly down: (() => void) | undefined;
}

function LinkifierLine({ linkifier, isChangeable, isBusy, up, down }: LinkifierLineProps) {
  const { act } = useAct();
  const show = useOverlays();
  const { id, pattern, url_template } = linkifier;
  const change = () =>
    show((close) => <LinkifierDialog linkifier={{ id, pattern, template: url_template }} onClose={close} />);
  const remove = () => act((call) => call("DELETE", `/realm/filters/${id}`, {}));
  const acts = (
    <>
      <IconButton label={said.up} isDisabled={!up || isBusy} onPress={() => up?.()}>
        <ArrowUp size={16} aria-hidden />
      </IconButton>
      <IconButton label={said.down} isDisabled={!down || isBusy} onPress={() => down?.()}>
        <ArrowDown size={16} aria-hidden />
      </IconButton>
      <IconButton label={said.change(pattern)} onPress={change}>
        <Pencil size={16} aria-hidden />
      </IconButton>
      <IconButton label={said.remove(pattern)} onPress={() => void remove()}>
        <X size={16} aria-hidden />
      </IconButton>
    </>
  );
  return <LineItem title={pattern} note={url_template} end={isChangeable ? acts : undefined} />;
}

function AddLinkifier() {
  const { isActing, attempt } = useAct();
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
        label={said.pattern}
        placeholder="#(?P<id>[0-9]+)"
        value={pattern}
        problem={isOfTemplate(problem) ? null : problem}
        onChange={(text) => {
          setPattern(text);
          setProblem(null);
        }}
      />
      <Field
        label={said.template}
        placeholder="https://example.com/issues/{id}"
        value={template}
        problem={isOfTemplate(problem) ? problem : null}
        onChange={(text) => {
          setTemplate(text);
          setProblem(null);
        }}
      />
      <Button look="primary" isDisabled={pattern === "" || template === "" || isActing} onPress={() => void add()}>
        {said.add}
      </Button>
    </Row>
  );
}

function Playgrounds({ isChangeable }: { isChangeable: boolean }) {
  const { act } = useAct();
  const playgrounds = useKnown((state) => state.realm_playgrounds) ?? [];
  return (
    <Part title={said.playgrounds}>
      <Quiet>{said.playgroundsMore}</Quiet>
      {isChangeable && <AddPlayground />}
      <Lines>
        {playgrounds.map(({ id, name, pygments_language, url_template }) => (
          <LineItem
            key={id}
            title={`${name} · ${pygments_language}`}
            note={url_template}
            end={
              isChangeable ? (
                <IconButton
                  label={said.remove(name)}
                  onPress={() => void act((call) => call("DELETE", `/realm/playgrounds/${id}`, {}))}
                >
                  <X size={16} aria-hidden />
                </IconButton>
              ) : undefined
            }
          />
        ))}
      </Lines>
    </Part>
  );
}

function AddPlayground() {
  const { isActing, attempt } = useAct();
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
      <Field label={said.language} placeholder="Python" value={language} onChange={setLanguage} />
      <Field
        label={said.template}
        placeholder="https://example.com/run?code={code}"
        value={template}
        problem={problem}
        onChange={setTemplate}
      />
      <Button look="primary" isDisabled={!isWhole || isActing} onPress={() => void add()}>
        {said.add}
      </Button>
    </Row>
  );
}
